// Other programs cannot access a page's files, so nothing is locked.
#include "system/locked_file.h"

#include "system/posix/reason.h"
#include "system/web/browser.h"

#include <filesystem>
#include <system_error>

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

void LockedFile::take_permissions_of(const std::string&) {}

Status LockedFile::take_name(const std::string& target, Existing existing) {
    close_now();
    if (existing == Existing::kept && ::access(target.c_str(), F_OK) == 0) {
        errno = EEXIST;
        return reason();
    }
    if (::rename(path_.c_str(), target.c_str()) != 0) {
        return reason();
    }
    path_.clear();
    std::error_code code;
    tell_browser_of_file(std::filesystem::absolute(target, code).lexically_normal().string());
    return ok();
}

} // namespace xpbd::system
