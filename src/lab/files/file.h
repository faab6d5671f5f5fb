#pragma once

#include "core/result.h"
#include "core/stop.h"
#include "system/locked_file.h"
#include "system/stream.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace xpbd::lab {

/// @name Size limits of files that are read
/// A file from an unknown source must not use up the memory. A session's text grows about tenfold while it is read (a
/// tree of values), and 64 MiB hold a custom scene of a million constraints; meshes of more triangles than anyone steps
/// at once, and pictures of the largest size that is written, fit into 256 MiB.
/// @{
inline constexpr std::size_t kLargestSession = std::size_t{64} << 20;
inline constexpr std::size_t kLargestInput = std::size_t{256} << 20;
/// @}

/// The bytes of a regular file of at most `largest` bytes. Pipes, devices, sockets and folders are refused at once. The
/// error names the file and the reason (kind: file).
Result<std::string> read_file(const std::string& path, std::size_t largest = kLargestInput);

/// The same, but a pipe that the caller's shell handed over (/dev/stdin, /dev/fd/N) is read to its end. For paths from
/// the command line only: one that a file names could wait for ever.
Result<std::string> read_handed_file(const std::string& path, std::size_t largest = kLargestInput);

/// "PATH: larger than 64 MiB, ..." (kind: file).
Error too_large(const std::string& path, std::size_t largest);
/// "PATH: cannot write: REASON" (kind: file).
Error write_error(const std::string& path, const std::string& reason);

/// "PATH: exists already; choose another name, or --force" (kind: bad_input).
Error exists_already(const std::string& path);

/// The file that a name leads to through links, also where no file is there yet; the name itself where it is no link.
std::string link_target(const std::string& path);
/// True where both names lead to one file: through links and "..", or as two names of it (hard links). It need not
/// exist yet.
bool same_file(const std::string& a, const std::string& b);

/// The folder that the paths in a file are relative to; "./" where the file's name is all there is.
std::string folder_of(const std::string& path);

/// Writes beside `path`, flushes, then renames: an existing file is replaced whole or not at all (full disk, no
/// permission, missing folder). "-" writes to standard output. That, pipes and devices are written to directly, and
/// waited for until `stop` is requested (system::Stream). With Existing::kept it fails with exists_already() instead of
/// replacing a file, also one that another process has just made.
Status write_file(const std::string& path, std::string_view content, const StopToken& stop = {},
                  system::Existing existing = system::Existing::replaced);

/// The first of `stem.ext`, `stem_2.ext`, ... that does not exist.
std::string unused_path(const std::string& stem, const std::string& extension);

} // namespace xpbd::lab
