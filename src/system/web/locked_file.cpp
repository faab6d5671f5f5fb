// No other program sees the page's files, so that nothing is locked.
#include "system/locked_file.h"

#include "system/posix/reason.h"
#include "system/web/browser.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace xpbd::system {

Result<std::optional<LockedFile>> LockedFile::create(const std::string& path) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (fd < 0) {
        return errno == EEXIST ? Result<std::optional<LockedFile>>(std::nullopt) : reason();
    }
    return std::optional(LockedFile(path, fd));
}

void LockedFile::remove_abandoned(const std::string&) {}

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

void LockedFile::take_permissions_of(const std::string&) {}

Status LockedFile::write(std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(static_cast<int>(handle_), content.data(), content.size());
        if (written < 0) {
            return reason();
        }
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return ok();
}

Status LockedFile::replace(const std::string& target) {
    close_now();
    if (::rename(path_.c_str(), target.c_str()) != 0) {
        return reason();
    }
    path_.clear();
    std::error_code code;
    tell_browser_of_file(std::filesystem::absolute(target, code).lexically_normal().string());
    return ok();
}

} // namespace xpbd::system
