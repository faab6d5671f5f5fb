// Pictures on the clipboard.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <span>
#include <string>

namespace xpbd::system {

/// A picture in the forms that other programs accept from the clipboard.
struct ClipboardPicture {
    std::string png; ///< a complete PNG file
    int width = 0;   ///< [px]
    int height = 0;  ///< [px]
    /// The same picture as RGBA, top row first: some Windows programs do not accept PNG.
    std::span<const std::uint8_t> pixels;
};

/// Puts a picture on the clipboard until something else is copied or this program ends. On failure the clipboard does
/// not change; the message names the missing program or library, or the size limit.
Status copy_picture(const ClipboardPicture& picture);

} // namespace xpbd::system
