// Libraries that are loaded at run time.
#pragma once

#include <dlfcn.h>

namespace xpbd::system {

/// A shared library that is loaded when it is needed, so that the program also runs on systems without it.
class Library {
public:
    /// An address in the library; it becomes a pointer to a function of any type.
    struct Address {
        void* address;

        template <class Function>
        operator Function*() const {
            return reinterpret_cast<Function*>(address);
        }
    };

    explicit Library(const char* name) : handle_(::dlopen(name, RTLD_NOW)), complete_(handle_ != nullptr) {}

    /// The function with this name; null if library or function are missing.
    Address get(const char* name) {
        void* const address = handle_ == nullptr ? nullptr : ::dlsym(handle_, name);
        complete_ = complete_ && address != nullptr;
        return {address};
    }
    /// True if the library has been loaded, and get() has found all functions.
    bool complete() const { return complete_; }

private:
    void* handle_; ///< never closed, as its functions stay in use
    bool complete_;
};

} // namespace xpbd::system
