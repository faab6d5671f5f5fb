#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace xpbd::system {

// Names of files are UTF-8. An error's message is the system's reason alone, such as "Permission denied": who knows
// what was to be done with which file says so before it.

/// What a name leads to, through links.
enum class FileKind { none, regular, folder, pipe, socket, device };
FileKind kind_of(const std::string& path);
inline bool exists(const std::string& path) {
    return kind_of(path) != FileKind::none;
}

/// Equal for two names of one file, hard links too.
struct FileIdentity {
    std::uint64_t volume = 0;
    std::uint64_t number = 0;
    bool operator==(const FileIdentity&) const = default;
};
/// None where nothing has this name.
std::optional<FileIdentity> identity_of(const std::string& path);

/// Fails where this user may not write to a file, or may not make files in a folder.
Status check_write_access(const std::string& path);

/// The most bytes that a name in this folder may have.
std::size_t longest_name(const std::string& folder);

/// A file open for reading, whatever its kind. Others may read, write and replace it meanwhile.
class InputFile {
public:
    /// A pipe that nobody writes to: either it is waited for, or it is open at once and has no bytes.
    enum class Wait { no, yes };
    static Result<InputFile> open(const std::string& path, Wait wait = Wait::no);
    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&&) = delete;
    ~InputFile();

    FileKind kind() const { return kind_; }
    /// In bytes; 0 where the system does not say.
    std::uint64_t size() const { return size_; }
    /// The number of bytes read; 0 at the end.
    Result<std::size_t> read(std::span<char> buffer);

private:
    explicit InputFile(std::intptr_t handle) : handle_(handle) {}

    std::intptr_t handle_;
    FileKind kind_ = FileKind::none;
    std::uint64_t size_ = 0;
};

} // namespace xpbd::system
