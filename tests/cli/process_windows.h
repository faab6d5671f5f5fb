#pragma once

#include "program.h"

#include <chrono>
#include <cstdint>
#include <thread>

namespace xpbd::test {

/// The running program, in the console of this process if there is one. Its output goes to `out` and `error` in its
/// folder.
class Process {
public:
    explicit Process(const std::string& arguments, const std::string& environment = "");
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    ~Process();

    /// Waits until `condition` holds; false where the program has ended before, or it takes too long.
    template <class Condition>
    bool wait_until(Condition condition) {
        const auto deadline = std::chrono::steady_clock::now() + kHang;
        while (!condition()) {
            if (ended() || std::chrono::steady_clock::now() > deadline) {
                return condition();
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return true;
    }
    /// Waits until the program ends; exit code -2 if it hangs.
    Outcome finish();

    std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }
    /// Files in the program's folder, except `out` and `error`.
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
            const std::string name = entry.path().filename().string();
            if (name != "out" && name != "error") {
                names.push_back(name);
            }
        }
        return names;
    }

private:
    static constexpr std::chrono::seconds kHang{100}; ///< far longer than a loaded machine needs

    bool ended() const;

    Folder folder_;
    std::intptr_t process_ = -1;
};

} // namespace xpbd::test
