#include "monkey_subject.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace monkey {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double kHangSeconds = 5;       ///< without a frame, less what the program waited for a core
constexpr double kLongestSeconds = 60;   ///< without a frame, however loaded the machine is
constexpr std::size_t kKeptActions = 30; ///< in the report of a failure

std::string content(const fs::path& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Seconds for which the threads of a process were ready to run and got no core, of the thread with the most. Linux
/// counts it; elsewhere 0.
double run_delay(pid_t process) {
    double most = 0;
    std::error_code code;
    for (const fs::directory_entry& task : fs::directory_iterator("/proc/" + std::to_string(process) + "/task", code)) {
        std::ifstream file(task.path() / "schedstat");
        double ran = 0, waited = 0;
        if (file >> ran >> waited) {
            most = std::max(most, waited * 1e-9);
        }
    }
    return most;
}

std::string end_text(int status) {
    return WIFSIGNALED(status)
               ? "by signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")"
               : "with exit code " + std::to_string(WEXITSTATUS(status));
}

} // namespace

const Widget* View::find(const std::string& name) const {
    for (const Widget& widget : widgets) {
        if (widget.name == name) {
            return &widget;
        }
    }
    return nullptr;
}

Subject::Subject(const Options& options) : options_(options) {
    std::string pattern = (fs::temp_directory_path() / "xpbd-monkey-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
        throw Failure("no temporary folder " + pattern + ": " + std::strerror(errno));
    }
    folder_ = pattern;
    prepare();
    start_server();
    hand_ = std::make_unique<Hand>();
    if (!hand_->ok()) {
        throw Failure("Xvfb runs, but its display does not open or has no XTEST extension");
    }
    child_ = start({options_.program, "--set", "scene.resolution=6x6"}, "said", -1);
    const Clock::time_point begin = Clock::now();
    while (!fs::exists(folder_ / "map.json") || !hand_->find_window()) {
        check_alive();
        if (seconds_since(begin) > kLongestSeconds) {
            throw Failure("no window after 60 s");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    frames(3);
}

Subject::~Subject() {
    hand_.reset(); // before its server: Xlib ends a program whose server is gone
    for (const pid_t process : {child_, server_}) {
        if (process > 0) {
            kill(process, SIGKILL);
            waitpid(process, nullptr, 0);
        }
    }
    std::error_code code;
    if (!keep_) {
        fs::remove_all(folder_, code);
    }
}

/// Folders, preferences, and a stand-in for the program that opens a folder on the desktop.
void Subject::prepare() {
    fs::create_directories(folder_ / "work");
    fs::create_directories(folder_ / "bin");
    fs::create_directories(folder_ / "config" / "xpbd-lab");
    std::ofstream(folder_ / "config" / "xpbd-lab" / "preferences.json")
        << "{\"window_width\": " << options_.width << ", \"window_height\": " << options_.height
        << ", \"scale\": " << options_.scale << ", \"screenshot_size\": \"window\", \"supersampling\": 1}\n";
    std::ofstream(folder_ / "bin" / "xdg-open") << "#!/bin/sh\nexit 0\n";
    fs::permissions(folder_ / "bin" / "xdg-open", fs::perms::owner_all);
    const char* path = std::getenv("PATH");
    setenv("PATH", ((folder_ / "bin").string() + ":" + (path == nullptr ? "/usr/bin:/bin" : path)).c_str(), 1);
    setenv("HOME", folder_.c_str(), 1);
    setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
    setenv("XPBD_LAB_UI_MAP", (folder_ / "map.json").c_str(), 1);
    unsetenv("XPBD_LAB_DUMP_SESSION");
    unsetenv("WAYLAND_DISPLAY");
}

/// Starts a program in the work folder; it ends with us, whatever ends us. `pass`: a file descriptor that it keeps.
pid_t Subject::start(const std::vector<std::string>& words, const char* output, int pass) {
    const pid_t child = fork();
    if (child != 0) {
        return child;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int file = open((folder_ / output).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    if (pass >= 0) {
        fcntl(pass, F_SETFD, 0);
    }
    std::vector<std::string> copy = words;
    std::vector<char*> arguments;
    for (std::string& word : copy) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    if (chdir((folder_ / "work").c_str()) == 0) {
        execvp(arguments[0], arguments.data());
    }
    _exit(127);
}

void Subject::start_server() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        throw Failure(std::string("no pipe: ") + std::strerror(errno));
    }
    server_ = start({"Xvfb", "-displayfd", std::to_string(ends[1]), "-noreset", "-screen", "0", "1600x1000x24"}, "xvfb",
                    ends[1]);
    close(ends[1]);
    std::string display;
    char sign = 0;
    while (read(ends[0], &sign, 1) == 1 && sign != '\n') {
        display += sign;
    }
    close(ends[0]);
    if (display.empty()) {
        int status = 0;
        waitpid(std::exchange(server_, -1), &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
            throw Missing("Xvfb is not installed (apt-get install xvfb)");
        }
        throw Failure("Xvfb does not start: " + content(folder_ / "xvfb"));
    }
    setenv("DISPLAY", (":" + display).c_str(), 1);
}

void Subject::check_alive() {
    int status = 0;
    if (child_ > 0 && waitpid(child_, &status, WNOHANG) == child_) {
        child_ = -1;
        throw Failure("the program ended " + end_text(status) + "; it said: " + said());
    }
}

double Subject::resident_mb() const {
    const std::string text = content("/proc/" + std::to_string(child_) + "/status");
    const std::size_t at = text.find("VmRSS:");
    return at == std::string::npos ? 0 : std::strtod(text.c_str() + at + 6, nullptr) / 1024;
}

void Subject::check_memory() {
    const std::string text = content("/proc/" + std::to_string(child_) + "/status");
    const std::size_t at = text.find("VmHWM:");
    if (at != std::string::npos) {
        peak_mb_ = std::strtod(text.c_str() + at + 6, nullptr) / 1024;
        if (peak_mb_ > options_.memory_cap_mb) {
            throw Failure("the program took " + std::to_string(static_cast<int>(peak_mb_)) +
                          " MB of memory, more than " + std::to_string(static_cast<int>(options_.memory_cap_mb)));
        }
    }
}

/// Frames shown so far: the first number of the map.
long long Subject::drawn() const {
    std::ifstream file(folder_ / "map.json");
    std::string brace, key;
    long long number = 0;
    file >> brace >> key >> number;
    return number;
}

double Subject::waited_for_core() const {
    return run_delay(child_) + run_delay(server_);
}

void Subject::frames(int count) {
    const long long start = drawn();
    long long seen = start;
    Clock::time_point since = Clock::now();
    double waited = waited_for_core();
    while (seen < start + count) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        const long long now = drawn();
        if (now > seen) {
            seen = now;
            since = Clock::now();
            waited = waited_for_core();
            continue;
        }
        const double quiet = seconds_since(since);
        if (quiet < 0.25) {
            continue;
        }
        check_alive();
        check_memory();
        // Time for which the program or the server was ready and had no core is the machine's, not the program's: a
        // deadlock and an endless loop are found in 5 s on an idle machine, and slow frames on a busy one are not.
        if (quiet > kHangSeconds && (quiet - (waited_for_core() - waited) > kHangSeconds || quiet > kLongestSeconds)) {
            throw Failure("the window hangs: no frame for " + std::to_string(static_cast<int>(quiet)) + " s");
        }
    }
}

void Subject::tap(KeySym sym, KeySym modifier, KeySym second) {
    for (const KeySym held : {modifier, second}) {
        if (held != 0) {
            hand_->key(held, true);
        }
    }
    hand_->key(sym, true);
    frames(2);
    hand_->key(sym, false);
    for (const KeySym held : {second, modifier}) {
        if (held != 0) {
            hand_->key(held, false);
        }
    }
}

void Subject::sleep_minimised(int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    check_alive();
}

const View& Subject::look() {
    const nlohmann::json map = nlohmann::json::parse(content(folder_ / "map.json"), nullptr, false);
    if (map.is_discarded()) {
        throw Failure("the map of widgets is no JSON");
    }
    view_ = {};
    view_.drawn = map["drawn"];
    view_.frame = map["frame"];
    view_.panes = map["panes"];
    view_.popups = map["popups"];
    view_.mode = map["view"];
    view_.typing = map["typing"];
    view_.busy = map["busy"];
    view_.recording = map["recording"];
    view_.sweeping = map["sweeping"];
    view_.playing = map["playing"];
    view_.particles = map["particles"];
    view_.scene = map["scene"];
    view_.hovered = map["hovered"].get<std::vector<std::string>>();
    for (const auto& [name, value] : map["widgets"].items()) {
        const bool same = value.is_array() && value.size() == 12;
        if (!same) {
            throw Failure("the map of widgets has another form than this test knows");
        }
        view_.widgets.push_back({name, value[11], value[0], value[1], value[2], value[3], value[4], value[5], value[6],
                                 value[7], value[8], value[9], value[10]});
    }
    check_alive();
    check_memory();
    if (const std::string unnamed = map["unnamed"]; !unnamed.empty()) {
        throw Failure("the mouse is on a widget that the map has no name for, in " + unnamed);
    }
    if (!map["odd_texts"].empty()) {
        throw Failure("the window shows what is no number: " + map["odd_texts"].dump());
    }
    if (map["bad_numbers"] != 0) {
        throw Failure("positions or strains are not finite, and no badge says diverged: " + map["bad_numbers"].dump());
    }
    if (map["gl_error"] != 0) {
        throw Failure("OpenGL reports error " + map["gl_error"].dump());
    }
    return view_;
}

void Subject::note(const std::string& action) {
    actions_.push_back(action);
    if (actions_.size() > kKeptActions) {
        actions_.pop_front();
    }
}

void Subject::wait_for_end() {
    const Clock::time_point begin = Clock::now();
    int status = 0;
    while (waitpid(child_, &status, WNOHANG) == 0) {
        if (seconds_since(begin) > kLongestSeconds) {
            throw Failure("the program does not end when it is asked to");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    child_ = -1;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        throw Failure("asked to quit, the program ended " + end_text(status) + "; it said: " + said());
    }
}

std::string Subject::said() const {
    const std::string text = content(folder_ / "said");
    return text.size() > 2000 ? text.substr(text.size() - 2000) : text;
}

} // namespace monkey
