// Files that are opened by a double click on macOS.
#include "system/opened_files.h"

#include <objc/message.h>
#include <objc/runtime.h>
#include <utility>

namespace xpbd::system {
namespace {

std::function<void(const std::string&)>& listener() {
    static std::function<void(const std::string&)> instance;
    return instance;
}

/// Implements -[NSApplicationDelegate application:openFile:].
BOOL open_file(id, SEL, id, id path) {
    const auto text = reinterpret_cast<const char* (*)(id, SEL)>(&objc_msgSend);
    listener()(text(path, ::sel_registerName("UTF8String")));
    return 1;
}

} // namespace

void watch_opened_files(OpenedFiles files) {
    listener() = std::move(files.open);
    // GLFW's delegate class does not define this method.
    (void)::class_addMethod(::objc_getClass("GLFWApplicationDelegate"), ::sel_registerName("application:openFile:"),
                            reinterpret_cast<IMP>(&open_file), "c@:@@");
}

bool choose_file() {
    return false;
}

bool choose_new_file(const std::string&, const std::string&) {
    return false;
}

void deliver_opened_files() {}

} // namespace xpbd::system
