#include "lab/files/part_file.h"

#include "lab/files/file.h"
#include "system/files.h"
#include "system/names.h"

#include <optional>
#include <utility>

namespace xpbd::lab {
namespace {

/// Most part files of one target at the same time, from concurrent or killed processes.
constexpr int kSlots = 16;

/// TARGET.part-N. A long name is shortened, so that the suffix does not exceed the file system's limit.
std::string slot_path(const std::string& target, int slot) {
    const std::string suffix = ".part-" + std::to_string(slot);
    const std::filesystem::path folder = system::path_of(target).parent_path();
    std::string name = system::text_of(system::path_of(target).filename());
    const std::size_t most = system::longest_name(folder.empty() ? "." : system::text_of(folder)) - suffix.size();
    if (name.size() > most) {
        name.resize(most);
        while (!name.empty() && (static_cast<unsigned char>(name.back()) & 0xC0u) == 0x80u) {
            name.pop_back(); // removes the rest of a UTF-8 character that was cut
        }
        if (!name.empty() && static_cast<unsigned char>(name.back()) >= 0xC0u) {
            name.pop_back();
        }
    }
    return system::text_of(folder / system::path_of(name + suffix));
}

} // namespace

Result<PartFile> PartFile::create(const std::string& target, const std::string& shown) {
    std::optional<system::LockedFile> found;
    std::string reason;
    for (int slot = 0; slot < kSlots; ++slot) {
        const std::string here = slot_path(target, slot);
        system::LockedFile::remove_abandoned(here);
        if (!found && reason.empty()) {
            Result<std::optional<system::LockedFile>> created = system::LockedFile::create(here);
            if (!created) {
                reason = created.error().message;
            } else if (*created) {
                found.emplace(std::move(**created));
            }
        }
    }
    if (!found) {
        return write_error(shown, reason.empty() ? "File exists" : reason);
    }
    found->take_permissions_of(target);
    return PartFile(std::move(*found), target, shown);
}

PartFile::PartFile(system::LockedFile file, std::string target, std::string shown)
    : file_(std::move(file)), target_(std::move(target)), shown_(std::move(shown)) {}

Status PartFile::write(std::string_view content) {
    const Status written = file_.write(content);
    return written ? ok() : Status(write_error(shown_, written.error().message));
}

Status PartFile::commit(system::Existing existing) {
    const Status taken = file_.take_name(target_, existing);
    if (!taken && existing == system::Existing::kept && system::exists(target_)) {
        return exists_already(shown_);
    }
    return taken ? ok() : Status(write_error(shown_, taken.error().message));
}

} // namespace xpbd::lab
