// Pictures on the clipboard, through NSPasteboard.
#include "system/clipboard.h"

#include <objc/message.h>
#include <objc/runtime.h>

namespace xpbd::system {

Status copy_picture(const ClipboardPicture& picture) {
    const auto send = reinterpret_cast<id (*)(id, SEL)>(&objc_msgSend);
    const auto with_text = reinterpret_cast<id (*)(id, SEL, const char*)>(&objc_msgSend);
    const auto with_bytes = reinterpret_cast<id (*)(id, SEL, const void*, unsigned long)>(&objc_msgSend);
    const auto set = reinterpret_cast<BOOL (*)(id, SEL, id, id)>(&objc_msgSend);
    const auto of_class = [](const char* name) { return reinterpret_cast<id>(::objc_getClass(name)); };
    const id board = send(of_class("NSPasteboard"), ::sel_registerName("generalPasteboard"));
    const id data = with_bytes(of_class("NSData"), ::sel_registerName("dataWithBytes:length:"), picture.png.data(),
                               picture.png.size());
    const id type = with_text(of_class("NSString"), ::sel_registerName("stringWithUTF8String:"), "public.png");
    (void)send(board, ::sel_registerName("clearContents"));
    return set(board, ::sel_registerName("setData:forType:"), data, type)
               ? ok()
               : Status(Error{"the clipboard takes no picture", Error::Kind::display});
}

} // namespace xpbd::system
