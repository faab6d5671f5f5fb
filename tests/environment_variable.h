// POSIX only.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace xpbd::test {

/// Sets a variable of the environment; the destructor restores the old value.
class EnvironmentVariable {
public:
    EnvironmentVariable(const char* name, const std::string& value) : name_(name) {
        if (const char* now = std::getenv(name)) {
            before_ = now;
        }
        ::setenv(name, value.c_str(), 1);
    }
    EnvironmentVariable(const EnvironmentVariable&) = delete;
    EnvironmentVariable& operator=(const EnvironmentVariable&) = delete;
    ~EnvironmentVariable() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }

private:
    const char* name_;
    std::optional<std::string> before_;
};

} // namespace xpbd::test
