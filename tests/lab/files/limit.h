#pragma once

#include "lab/files/memory.h"

namespace xpbd::lab::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true; // the sanitizers have an allocator of their own
#else
inline constexpr bool kSanitized = false;
#endif

/// Sets another limit on memory; the destructor restores the one before.
class Limit {
public:
    explicit Limit(double bytes) : before_(memory_limit()) { set_memory_limit(static_cast<std::size_t>(bytes)); }
    Limit(const Limit&) = delete;
    Limit& operator=(const Limit&) = delete;
    ~Limit() { set_memory_limit(before_); }

private:
    std::size_t before_;
};

inline constexpr double kMiB = 1 << 20;

} // namespace xpbd::lab::test
