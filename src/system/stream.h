// Output to pipes and devices.
#pragma once

#include "core/base/result.h"
#include "core/base/stop.h"

#include <memory>
#include <string>
#include <string_view>

namespace xpbd::system {

/// Standard output, a named pipe or a device: written directly, because it cannot be replaced by a rename. Waits for a
/// pipe's reader until `stop` is requested; after that, data that is not accepted at once is an error (kind: file).
class Stream {
public:
    /// "-" is standard output. Waits until a program opens a named pipe for reading.
    static Result<Stream> open(const std::string& path, const StopToken& stop = {});
    Stream(Stream&& other) noexcept;
    Stream& operator=(Stream&&) = delete;
    ~Stream();

    /// Writes everything. Fails with the system's reason.
    Status write(std::string_view content);

private:
    struct Target;
    explicit Stream(std::unique_ptr<Target> target);

    std::unique_ptr<Target> target_;
};

} // namespace xpbd::system
