// Output to pipes and devices; a watching thread cancels blocked writes.
#include "system/stream.h"

#include "system/windows/api.h"

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

namespace xpbd::system {
namespace {

constexpr std::chrono::milliseconds kPatience(100); ///< time for the reader to take the rest after a stop request
constexpr std::size_t kPortion = 4096;              ///< bytes that are passed to a pipe at once

Error stream_error(const std::string& name, const std::string& why) {
    return Error{name + ": cannot write: " + why, Error::Kind::file};
}

/// Cancels a write that waits for a reader, after a stop was requested and the reader has taken nothing for kPatience.
class Watch {
public:
    explicit Watch(const StopToken& stop) : thread_([this, stop] { watch(stop); }) {}
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;
    ~Watch() {
        {
            const std::lock_guard lock(mutex_);
            ending_ = true;
        }
        change_.notify_all();
        thread_.join();
    }

    /// Marks the beginning of a write by the calling thread.
    void begin() {
        const std::lock_guard lock(mutex_);
        DuplicateHandle(::GetCurrentProcess(), ::GetCurrentThread(), ::GetCurrentProcess(), &writer_, 0, FALSE,
                        DUPLICATE_SAME_ACCESS);
    }
    void end() {
        const std::lock_guard lock(mutex_);
        ++writes_;
        const Handle closes(std::exchange(writer_, nullptr));
    }

private:
    void watch(const StopToken& stop) {
        std::unique_lock lock(mutex_);
        (void)change_.wait(lock, stop, [this] { return ending_; });
        while (!ending_) {
            const long long before = writes_;
            change_.wait_for(lock, kPatience, [this] { return ending_; });
            if (writer_ != nullptr && writes_ == before) {
                (void)::CancelSynchronousIo(writer_);
            }
        }
    }

    std::mutex mutex_;
    std::condition_variable_any change_;
    bool ending_ = false;
    long long writes_ = 0;
    HANDLE writer_ = nullptr; ///< thread that is writing; null if no thread is
    std::thread thread_;
};

} // namespace

struct Stream::Target {
    Target(std::string shown, Handle&& opened, HANDLE standard, const StopToken& stop)
        : name(std::move(shown)), ours(std::move(opened)), handle(ours ? ours.get() : standard) {
        if (stop.stop_possible() && ::GetFileType(handle) != FILE_TYPE_DISK) {
            watch = std::make_unique<Watch>(stop);
        }
    }

    std::string name;
    Handle ours;   ///< empty for standard output, which is not closed
    HANDLE handle; ///< destination of the writes
    std::unique_ptr<Watch> watch;
};

Stream::Stream(std::unique_ptr<Target> target) : target_(std::move(target)) {}
Stream::Stream(Stream&&) noexcept = default;
Stream::~Stream() = default;

Result<Stream> Stream::open(const std::string& path, const StopToken& stop) {
    if (path == "-") {
        std::fflush(stdout); // earlier output comes first
        return Stream(std::make_unique<Target>("standard output", Handle(), ::GetStdHandle(STD_OUTPUT_HANDLE), stop));
    }
    for (;;) {
        Handle handle = open_shared(path, GENERIC_WRITE);
        if (handle) {
            return Stream(std::make_unique<Target>(path, std::move(handle), nullptr, stop));
        }
        const DWORD code = ::GetLastError();
        if (code != ERROR_PIPE_BUSY) { // a busy pipe has another writer
            return stream_error(path, reason(code).message);
        }
        if (stop.stop_requested()) {
            return stream_error(path, "nobody reads this pipe");
        }
        (void)::WaitNamedPipeW(wide_name(path).c_str(), static_cast<DWORD>(kPatience.count()));
    }
}

Status Stream::write(std::string_view content) {
    while (!content.empty()) {
        if (target_->watch) {
            target_->watch->begin();
        }
        const DWORD written = write_part(target_->handle, content.substr(0, kPortion));
        const DWORD code = ::GetLastError();
        if (target_->watch) {
            target_->watch->end();
        }
        if (written == 0) {
            return stream_error(target_->name,
                                code == ERROR_OPERATION_ABORTED ? "its reader does not read" : reason(code).message);
        }
        content.remove_prefix(written);
    }
    return ok();
}

} // namespace xpbd::system
