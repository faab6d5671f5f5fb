// The functions of LockedFile that do not depend on locks. The build for the browser uses them, too.
#include "system/locked_file.h"

#include "system/posix/reason.h"

#include <utility>

#include <unistd.h>

namespace xpbd::system {

LockedFile::LockedFile(std::string path, std::intptr_t handle) : path_(std::move(path)), handle_(handle) {}

LockedFile::LockedFile(LockedFile&& other) noexcept
    : path_(std::exchange(other.path_, {})), handle_(std::exchange(other.handle_, -1)) {}

LockedFile::~LockedFile() {
    if (!path_.empty()) {
        (void)::unlink(path_.c_str());
    }
    close_now();
}

void LockedFile::close_now() {
    if (handle_ >= 0) {
        (void)::close(static_cast<int>(std::exchange(handle_, -1)));
    }
}

Status LockedFile::write(std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(static_cast<int>(handle_), content.data(), content.size());
        if (written >= 0) {
            content.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            return reason();
        }
    }
    return ok();
}

} // namespace xpbd::system
