// Pictures on the clipboard of Windows, as PNG and as bitmap.
#include "system/clipboard.h"

#include "system/windows/api.h"

#include <cstring>

namespace xpbd::system {
namespace {

/// Puts bytes on the clipboard in this format.
bool give(UINT format, std::string_view bytes) {
    const HGLOBAL memory = ::GlobalAlloc(GMEM_MOVEABLE, bytes.size());
    void* place = memory == nullptr ? nullptr : ::GlobalLock(memory);
    if (place == nullptr) {
        return false;
    }
    std::memcpy(place, bytes.data(), bytes.size());
    (void)::GlobalUnlock(memory);
    if (::SetClipboardData(format, memory) == nullptr) { // on success the clipboard owns the memory
        (void)::GlobalFree(memory);
        return false;
    }
    return true;
}

/// A bitmap without file header: bottom row first, in the order blue, green, red.
std::string bitmap(const ClipboardPicture& picture) {
    BITMAPINFOHEADER head{};
    head.biSize = sizeof(head);
    head.biWidth = picture.width;
    head.biHeight = picture.height;
    head.biPlanes = 1;
    head.biBitCount = 32;
    head.biCompression = BI_RGB;
    std::string bytes(reinterpret_cast<const char*>(&head), sizeof(head));
    bytes.reserve(bytes.size() + picture.pixels.size());
    const auto width = static_cast<std::size_t>(picture.width);
    for (auto row = static_cast<std::size_t>(picture.height); row-- > 0;) {
        for (std::size_t x = 0; x < width; ++x) {
            const std::uint8_t* pixel = picture.pixels.data() + 4 * (row * width + x);
            for (const int channel : {2, 1, 0, 3}) {
                bytes += static_cast<char>(pixel[channel]);
            }
        }
    }
    return bytes;
}

} // namespace

Status copy_picture(const ClipboardPicture& picture) {
    const std::string other = bitmap(picture);
    if (::OpenClipboard(nullptr) == 0) {
        return Error{"another program holds the clipboard: " + reason().message, Error::Kind::display};
    }
    (void)::EmptyClipboard();
    const bool png = give(::RegisterClipboardFormatW(L"PNG"), picture.png);
    const bool dib = give(CF_DIB, other);
    const Error fault = reason();
    (void)::CloseClipboard();
    return png || dib ? ok() : Status(Error{"the clipboard takes no picture: " + fault.message, Error::Kind::display});
}

} // namespace xpbd::system
