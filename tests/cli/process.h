#pragma once

#include "program.h"

#include <csignal>
#include <unistd.h>

namespace xpbd::test {

/// The running program, in a process group of its own.
class Process final : public RunningProgram {
public:
    Process() = default;
    explicit Process(const std::string& arguments) { start(arguments); }
    /// `before` are commands that the shell runs first (`trap '' HUP;`), `environment` is as in run_program().
    void start(const std::string& arguments, const std::string& before = "", const std::string& environment = "") {
        const std::string line = "cd '" + folder_.path().string() + "' && " + before +
                                 " exec env -u DISPLAY -u WAYLAND_DISPLAY " + environment + " '" XPBD_LAB_PROGRAM "' " +
                                 arguments + " >>out 2>>error </dev/null";
        pid_ = fork();
        if (pid_ == 0) {
            setpgid(0, 0);
            execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
            _exit(127);
        }
    }
    ~Process() {
        if (pid_ > 0) {
            kill(-pid_, SIGKILL);
            waitpid(pid_, nullptr, 0);
        }
    }

    void send(int signal) const { kill(pid_, signal); }
    /// Signals the program and its children, as Ctrl+C in a terminal does.
    void send_to_group(int signal) const { kill(-pid_, signal); }

    /// Waits until the program has used `seconds` more of processor time.
    bool let_it_work(double seconds) {
        const double start = processor_time();
        return wait_until([&] { return processor_time() >= start + seconds; });
    }
    /// Waits until all threads of the program are blocked.
    bool let_it_wait() {
        int looks = 0;
        double before = -1;
        return wait_until([&] {
            const double now = processor_time();
            looks = sleeps() && now == before ? looks + 1 : 0;
            before = now;
            return looks > 50;
        });
    }

    /// Waits until the program ends; exit code -1 if a signal ended it, -2 if it hangs.
    Outcome finish() {
        wait_until([this] { return ended(); });
        const bool hangs = !ended();
        const int code = hangs ? -2 : WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
        return {code, read_text(folder_ / "out"), read_text(folder_ / "error") + (hangs ? where_it_hangs() : "")};
    }

private:
    bool ended() override {
        if (pid_ > 0 && waitpid(pid_, &status_, WNOHANG) == pid_) {
            pid_ = -1;
        }
        return pid_ < 0;
    }
    /// The fields of /proc/PID/stat from the state on; none before the shell has become the program.
    std::vector<std::string> stat() const {
        const std::string text = read_text("/proc/" + std::to_string(pid_) + "/stat");
        const auto name_end = text.rfind(')');
        const bool ours = name_end != std::string::npos && text.find("(xpbd-lab)") != std::string::npos;
        std::istringstream stream(ours ? text.substr(name_end + 1) : "");
        std::vector<std::string> fields;
        for (std::string field; stream >> field;) {
            fields.push_back(field);
        }
        return fields;
    }
    /// Name, state and system call of each thread of the program, and the kernel's stack where it may be read. Only
    /// this explains a hang that comes once in fifty runs.
    std::string where_it_hangs() const {
        std::string text = "\nit hangs; pid " + std::to_string(pid_) + "\n";
        std::error_code code;
        for (const auto& thread :
             std::filesystem::directory_iterator("/proc/" + std::to_string(pid_) + "/task", code)) {
            for (const char* file : {"stat", "syscall", "wchan", "stack"}) {
                text += std::string(file) + ": " + read_text(thread.path() / file) + "\n";
            }
        }
        return text;
    }
    /// True if the program runs and every one of its threads waits.
    bool sleeps() const {
        if (stat().empty()) {
            return false;
        }
        std::error_code code;
        for (const auto& thread :
             std::filesystem::directory_iterator("/proc/" + std::to_string(pid_) + "/task", code)) {
            const std::string text = read_text(thread.path() / "stat");
            if (text.find(") S ") == std::string::npos) {
                return false;
            }
        }
        return !code;
    }
    double processor_time() const {
        const auto fields = stat();
        return fields.size() < 13
                   ? 0
                   : (std::stod(fields[11]) + std::stod(fields[12])) / static_cast<double>(sysconf(_SC_CLK_TCK));
    }

    pid_t pid_ = -1;
    int status_ = 0;
};

} // namespace xpbd::test
