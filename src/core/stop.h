#pragma once

#include <version>

#ifdef __cpp_lib_jthread
#include <stop_token>
#else
#include <atomic>
#include <memory>
#include <utility>
#endif

namespace xpbd {

/// How a step is asked to end early: std::stop_token, and where the standard library has none (libc++ before 18, that
/// of Emscripten), what the core needs of it.
#ifdef __cpp_lib_jthread
using StopToken = std::stop_token;
using StopSource = std::stop_source;
#else
class StopToken {
public:
    StopToken() = default;
    bool stop_requested() const { return flag_ && flag_->load(std::memory_order_acquire); }
    bool stop_possible() const { return flag_ != nullptr; }

private:
    friend class StopSource;
    explicit StopToken(std::shared_ptr<std::atomic<bool>> flag) : flag_(std::move(flag)) {}
    std::shared_ptr<std::atomic<bool>> flag_;
};

class StopSource {
public:
    bool request_stop() { return !flag_->exchange(true, std::memory_order_acq_rel); }
    bool stop_requested() const { return flag_->load(std::memory_order_acquire); }
    StopToken get_token() const { return StopToken(flag_); }

private:
    std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};
#endif

} // namespace xpbd
