#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>

namespace xpbd::system {

/// Standard output, a named pipe or a device: what is written to as it is, and cannot be replaced by a rename. Waits
/// for a pipe's reader, but not once `stop` is requested: then what is not taken at once fails (kind: file).
class Stream {
public:
    /// "-" is standard output. Waits until somebody opens a named pipe for reading.
    static Result<Stream> open(const std::string& path, const std::stop_token& stop = {});
    Stream(Stream&& other) noexcept;
    Stream& operator=(Stream&&) = delete;
    ~Stream();

    /// Writes everything; fails with the system's reason.
    Status write(std::string_view content);

private:
    Stream(std::string name, std::intptr_t handle, const std::stop_token& stop);

    std::string name_;
    std::intptr_t handle_;
    bool ours_;           ///< to close; standard output is not
    std::size_t portion_; ///< that a write takes without blocking, once there is room [bytes]
    std::stop_token stop_;
};

} // namespace xpbd::system
