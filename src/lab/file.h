#pragma once

#include "core/result.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace xpbd::lab {

/// The bytes of a file. The error names the file and the system's reason (kind: file).
Result<std::string> read_file(const std::string& path);

/// Writes beside `path`, flushes, then renames: an existing file is replaced whole or not at all (full disk, no
/// permission, missing folder). "-" writes to standard output. That, pipes and devices are written to directly, and
/// waited for until `stop` is requested (Stream).
Status write_file(const std::string& path, std::string_view content, const std::stop_token& stop = {});

/// The first of `stem.ext`, `stem_2.ext`, ... that does not exist.
std::string unused_path(const std::string& stem, const std::string& extension);

} // namespace xpbd::lab
