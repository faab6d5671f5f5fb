#pragma once

// Errors without exceptions: Result<T> and Status.

#include <string>
#include <utility>
#include <variant>

namespace xpbd {

/// An error, in one line that a user can act on: the place, the text found there, and a valid example.
struct Error {
    /// Decides the exit code of the command line: 2, 3, 4 and 5, in this order.
    enum class Kind { bad_input, file, display, diverged };

    std::string message;
    Kind kind = Kind::bad_input;
};

/// A value or an Error; the project's `expected` until C++23.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : content_(std::move(value)) {}
    Result(Error error) : content_(std::move(error)) {}

    /// True if it holds a value.
    explicit operator bool() const { return content_.index() == 0; }
    /// The value; `*this` must be true.
    T& value() { return std::get<0>(content_); }
    const T& value() const { return std::get<0>(content_); }
    T& operator*() { return value(); }
    const T& operator*() const { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    /// The error; `*this` must be false.
    const Error& error() const { return std::get<1>(content_); }

private:
    std::variant<T, Error> content_;
};

/// Result of an action that returns nothing.
using Status = Result<std::monostate>;
inline Status ok() {
    return Status(std::monostate{});
}

} // namespace xpbd
