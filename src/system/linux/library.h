#pragma once

#include <type_traits>

#include <dlfcn.h>

namespace xpbd::system {

/// A shared library that is loaded when it is needed: the program runs on a system that lacks it.
class Library {
public:
    explicit Library(const char* name) : handle_(::dlopen(name, RTLD_NOW)) {}

    /// Sets a pointer to the function of this name. False where library or function are missing.
    template <class Function>
    bool get(Function& function, const char* name) const {
        function = handle_ == nullptr ? nullptr : reinterpret_cast<Function>(::dlsym(handle_, name));
        return function != nullptr;
    }

private:
    void* handle_; ///< never closed: its functions stay in use
};

} // namespace xpbd::system
