#pragma once

// Stop tokens for long computations, with a replacement for standard libraries without std::jthread.

#include <version>

#include <functional>

#ifdef __cpp_lib_jthread
#include <stop_token>
#else
#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <utility>
#endif

namespace xpbd {

/// Cooperative interruption: std::stop_token and its companions. If the standard library lacks them (libc++ before 18,
/// as in Emscripten), the classes below implement the parts that this program uses.
#ifdef __cpp_lib_jthread
using StopToken = std::stop_token;
using StopSource = std::stop_source;
using StopCallback = std::stop_callback<std::function<void()>>;
#else
namespace detail {
struct StopState {
    std::atomic<bool> requested{false};
    std::mutex mutex; ///< protects `calls`
    std::list<std::function<void()>> calls;
};
} // namespace detail

class StopToken {
public:
    StopToken() = default;
    bool stop_requested() const { return state_ && state_->requested.load(std::memory_order_acquire); }
    bool stop_possible() const { return state_ != nullptr; }

private:
    friend class StopSource;
    friend class StopCallback;
    explicit StopToken(std::shared_ptr<detail::StopState> state) : state_(std::move(state)) {}
    std::shared_ptr<detail::StopState> state_;
};

class StopSource {
public:
    bool request_stop() {
        if (!state_ || state_->requested.exchange(true, std::memory_order_acq_rel)) {
            return false;
        }
        const std::lock_guard lock(state_->mutex);
        for (const std::function<void()>& call : state_->calls) {
            call();
        }
        return true;
    }
    bool stop_requested() const { return state_ && state_->requested.load(std::memory_order_acquire); }
    StopToken get_token() const { return StopToken(state_); }

private:
    std::shared_ptr<detail::StopState> state_ = std::make_shared<detail::StopState>(); ///< null after a move
};

/// Unlike with std::stop_callback, `call` must not create or destroy a StopCallback of the same source: a deadlock.
class StopCallback {
public:
    StopCallback(const StopToken& token, std::function<void()> call) : state_(token.state_) {
        if (token.stop_requested()) {
            call();
            state_.reset();
        } else if (state_) {
            const std::lock_guard lock(state_->mutex);
            place_ = state_->calls.insert(state_->calls.end(), std::move(call));
        }
    }
    StopCallback(const StopCallback&) = delete;
    StopCallback& operator=(const StopCallback&) = delete;
    ~StopCallback() {
        if (state_) {
            const std::lock_guard lock(state_->mutex);
            state_->calls.erase(place_);
        }
    }

private:
    std::shared_ptr<detail::StopState> state_;
    std::list<std::function<void()>>::iterator place_;
};
#endif

} // namespace xpbd
