// File access with names in UTF-8, where the standard library differs between systems or lacks something.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace xpbd::system {

// Names of files are UTF-8. Error messages contain only the system's reason, such as "Permission denied". The caller
// adds the file and the action.

/// Kind of the file that a name refers to, after following links.
enum class FileKind { none, regular, folder, pipe, socket, device };
FileKind kind_of(const std::string& path);
inline bool exists(const std::string& path) {
    return kind_of(path) != FileKind::none;
}

/// Equal for two names of the same file, including hard links.
struct FileIdentity {
    std::uint64_t volume = 0;
    std::uint64_t number = 0;
    bool operator==(const FileIdentity&) const = default;
};
/// std::nullopt if no file has this name.
std::optional<FileIdentity> identity_of(const std::string& path);

/// Fails if the user may not write to this file, or not create files in this folder.
Status check_write_access(const std::string& path);

/// Longest file name that this folder allows [bytes].
std::size_t longest_name(const std::string& folder);

/// A file of any kind, open for reading. Other programs may read, write and replace it meanwhile.
class InputFile {
public:
    /// For a named pipe without a writer: wait for one, or open it at once without content.
    enum class Wait { no, yes };
    static Result<InputFile> open(const std::string& path, Wait wait = Wait::no);
    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&&) = delete;
    ~InputFile();

    FileKind kind() const { return kind_; }
    /// Size in bytes; 0 if the system does not report one.
    std::uint64_t size() const { return size_; }
    /// Returns the number of bytes read; 0 at the end.
    Result<std::size_t> read(std::span<char> buffer);

private:
    explicit InputFile(std::intptr_t handle) : handle_(handle) {}

    std::intptr_t handle_;
    FileKind kind_ = FileKind::none;
    std::uint64_t size_ = 0;
};

} // namespace xpbd::system
