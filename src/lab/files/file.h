// Whole files: reading with a size limit, atomic writing, names and links.
#pragma once

#include "core/base/result.h"
#include "core/base/stop.h"
#include "system/locked_file.h"
#include "system/stream.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace xpbd::lab {

/// @name Size limits of files that are read
/// They keep a file from an unknown source from using up the memory. A session's text grows about tenfold while it is
/// parsed, and 64 MiB contain a custom scene of a million constraints. 256 MiB contain meshes of more triangles than a
/// simulation can handle, and pictures of the largest size that this program writes.
/// @{
inline constexpr std::size_t kLargestSession = std::size_t{64} << 20;
inline constexpr std::size_t kLargestInput = std::size_t{256} << 20;
/// @}

/// The content of a regular file of at most `largest` bytes. Pipes, devices, sockets and folders are refused at once.
/// The error names the file and the reason (kind: file).
Result<std::string> read_file(const std::string& path, std::size_t largest = kLargestInput);

/// Reads a file like read_file(), but also a pipe that the user's shell passes (/dev/stdin, /dev/fd/N), to its end. For
/// paths from the command line only: a pipe named in a file could block the program.
Result<std::string> read_handed_file(const std::string& path, std::size_t largest = kLargestInput);

/// The error "PATH: larger than 64 MiB, ..." (kind: file).
Error too_large(const std::string& path, std::size_t largest);
/// The error "PATH: cannot write: REASON" (kind: file).
Error write_error(const std::string& path, const std::string& reason);

/// The error "PATH: exists already; choose another name, or --force" (kind: bad_input).
Error exists_already(const std::string& path);

/// The file that a name leads to through links, even if no such file exists; the name itself if it is not a link.
std::string link_target(const std::string& path);
/// True if both names refer to the same file, directly, through links and "..", or as hard links. The file need not
/// exist.
bool same_file(const std::string& a, const std::string& b);

/// The folder to which paths in a file are relative; "./" if the file's name contains no folder.
std::string folder_of(const std::string& path);

/// Writes a temporary file beside `path`, flushes it and renames it, so that an existing file is replaced as a whole or
/// not at all (full disk, no permission, missing folder). "-" is standard output. Standard output, pipes and devices
/// are written directly; the function waits for their readers until `stop` is requested (system::Stream). With
/// Existing::kept it fails with exists_already() if the file exists, even if another process has just created it.
Status write_file(const std::string& path, std::string_view content, const StopToken& stop = {},
                  system::Existing existing = system::Existing::replaced);

/// The first name among `stem.ext`, `stem_2.ext`, ... that does not exist.
std::string unused_path(const std::string& stem, const std::string& extension);

} // namespace xpbd::lab
