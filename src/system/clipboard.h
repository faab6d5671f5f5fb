#pragma once

#include "core/result.h"

#include <cstdint>
#include <span>
#include <string>

namespace xpbd::system {

/// A picture as other programs take it from the clipboard.
struct ClipboardPicture {
    std::string png;                      ///< the whole file
    int width = 0;                        ///< [px]
    int height = 0;                       ///< [px]
    std::span<const std::uint8_t> pixels; ///< the same, RGBA from the top left: some programs of Windows take no PNG
};

/// Puts a picture on the clipboard, where it stays until something else is copied or this program ends. A failure names
/// the missing program or library, or the size limit, and leaves the clipboard unchanged.
Status copy_picture(const ClipboardPicture& picture);

} // namespace xpbd::system
