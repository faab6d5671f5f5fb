// Libraries that are loaded at run time.
#pragma once

#include <type_traits>

#include <dlfcn.h>

namespace xpbd::system {

/// A shared library that is loaded when it is needed, so that the program also runs on systems without it.
class Library {
public:
    explicit Library(const char* name) : handle_(::dlopen(name, RTLD_NOW)) {}

    /// Sets a pointer to the function with this name. Returns false if library or function are missing.
    template <class Function>
    bool get(Function& function, const char* name) const {
        function = handle_ == nullptr ? nullptr : reinterpret_cast<Function>(::dlsym(handle_, name));
        return function != nullptr;
    }

private:
    void* handle_; ///< never closed, as its functions stay in use
};

} // namespace xpbd::system
