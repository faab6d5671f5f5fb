// A page cannot start programs.
#include "system/child.h"

#include <utility>

namespace xpbd::system {

Result<Child> Child::start(const std::vector<std::string>&, Input) {
    return Error{"a browser starts no programs"};
}

Child::Child(Child&& other) noexcept
    : process_(std::exchange(other.process_, -1)), input_(std::exchange(other.input_, -1)) {}

Child::~Child() = default;

Status Child::write(std::string_view) {
    return Error{"a browser starts no programs"};
}

int Child::wait() {
    return -1;
}

bool has_program(const std::string&) {
    return false;
}

} // namespace xpbd::system
