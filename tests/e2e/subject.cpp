#include "subject.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <set>
#include <sstream>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace xpbd::test {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

constexpr double kQuietSeconds = 0.25;   ///< time without a frame after which the program is checked
constexpr double kHangSeconds = 5;       ///< time without a frame that counts as a hang; less waits for a core
constexpr double kLongestSeconds = 60;   ///< time without a frame that counts as a hang on any machine
constexpr double kInVain = 300;          ///< time that an expected state may take while frames come
constexpr int kLongestSleep = 50;        ///< [ms], while no new map comes
constexpr int kBetweenLooks = 2;         ///< [ms], where the system does not report a new map
constexpr std::size_t kKeptActions = 30; ///< in the report of a failure

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Time for which a thread was ready to run but got no processor [s]. 0 on systems other than Linux.
double run_delay(const fs::path& task) {
    std::ifstream file(task / "schedstat");
    double ran = 0, waited = 0;
    return file >> ran >> waited ? waited * 1e-9 : 0;
}

std::string end_text(int status) {
    return WIFSIGNALED(status)
               ? "by signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")"
               : "with exit code " + std::to_string(WEXITSTATUS(status));
}

} // namespace

std::string content(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

bool has_program(const std::string& name) {
    return std::system(("command -v " + name + " > /dev/null 2>&1").c_str()) == 0;
}

const Widget* View::find(const std::string& name) const {
    const auto found = std::find_if(widgets.begin(), widgets.end(), [&](const Widget& w) { return w.name == name; });
    return found == widgets.end() ? nullptr : &*found;
}

Subject::Subject(const Options& options) : options_(options) {
    std::string pattern = (fs::temp_directory_path() / "xpbd-lab-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
        throw Failure("no temporary folder " + pattern + ": " + std::strerror(errno));
    }
    folder_ = pattern;
    changes_ = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (changes_ >= 0 && inotify_add_watch(changes_, folder_.c_str(), IN_MOVED_TO) < 0) {
        close(std::exchange(changes_, -1));
    }
    prepare();
    start_server();
    if (options_.wayland_scale > 0) {
        start_weston();
    }
}

Subject::~Subject() {
    for (const pid_t process : {child_, beside_, desktop_, server_}) {
        if (process > 0) {
            kill(process, SIGKILL);
            waitpid(process, nullptr, 0);
        }
    }
    if (changes_ >= 0) {
        close(changes_);
    }
    std::error_code code;
    if (!keep_) {
        fs::remove_all(folder_, code);
    }
}

/// Makes the folders, and a stand-in for the program that opens a folder on the desktop.
void Subject::prepare() {
    fs::create_directories(work());
    fs::create_directories(folder_ / "bin");
    fs::create_directories(folder_ / "config" / "xpbd-lab");
    // Pictures go to xpbd-lab in the folder that the desktop names.
    fs::create_directory_symlink("work", folder_ / "xpbd-lab");
    std::ofstream(folder_ / "config" / "user-dirs.dirs") << "XDG_PICTURES_DIR=\"" << folder_.string() << "\"\n";
    std::ofstream(folder_ / "bin" / "xdg-open") << "#!/bin/sh\nexit 0\n";
    fs::permissions(folder_ / "bin" / "xdg-open", fs::perms::owner_all);
    const char* path = std::getenv("PATH");
    setenv("PATH", ((folder_ / "bin").string() + ":" + (path == nullptr ? "/usr/bin:/bin" : path)).c_str(), 1);
    setenv("HOME", folder_.c_str(), 1);
    setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
    setenv("XPBD_LAB_UI_MAP", (folder_ / "map.json").c_str(), 1);
    unsetenv("XPBD_LAB_DUMP_SESSION");
    unsetenv("WAYLAND_DISPLAY");
    setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", 1); // no dialogs of the desktop
}

/// Starts a program in the work folder. It is killed if this process ends. `pass`: a file descriptor that it inherits.
pid_t Subject::spawn(const std::vector<std::string>& words, const char* output, int pass) {
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
    arguments.reserve(copy.size() + 1);
    for (std::string& word : copy) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    if (chdir(work().c_str()) == 0) {
        execvp(arguments[0], arguments.data());
    }
    _exit(127);
}

void Subject::start_server() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        throw Failure(std::string("no pipe: ") + std::strerror(errno));
    }
    // Without -noreset the server resets when its last client leaves, and refuses clients meanwhile. -r: a held key
    // does not repeat, so that a slow machine gets as many presses as a fast one.
    server_ = spawn(
        {"Xvfb", "-displayfd", std::to_string(ends[1]), "-noreset", "-r", "-screen", "0", options_.screen + "x24"},
        "xvfb", ends[1]);
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

void Subject::start(const std::vector<std::string>& arguments) {
    fs::remove(folder_ / "map.json");
    view_ = {};
    std::vector<std::string> words = {options_.program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    child_ = spawn(words, "said", -1);
    const Clock::time_point begin = Clock::now();
    while (!fs::exists(folder_ / "map.json")) {
        check_alive();
        if (seconds_since(begin) > kInVain) {
            throw Failure("no window after " + std::to_string(static_cast<int>(kInVain)) + " s");
        }
        sleep_until_frame();
    }
    frames(3);
}

/// The program renames each new map to its place, which `changes_` reports. Returns after kLongestSleep without a map,
/// too, so that the caller can check the program.
void Subject::sleep_until_frame() {
    pollfd news{changes_, POLLIN, 0};
    poll(&news, changes_ >= 0 ? 1 : 0, changes_ >= 0 ? kLongestSleep : kBetweenLooks);
    char events[4096];
    while (changes_ >= 0 && read(changes_, events, sizeof events) > 0) {
    }
}

void Subject::wait_for_end(int expected) {
    const Clock::time_point begin = Clock::now();
    int status = 0;
    while (waitpid(child_, &status, WNOHANG) == 0) {
        if (seconds_since(begin) > kInVain) {
            throw Failure("the program does not end when it is asked to");
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    child_ = -1;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != expected) {
        throw Failure("asked to quit, the program ended " + end_text(status));
    }
}

void Subject::check_alive() {
    int status = 0;
    if (child_ > 0 && waitpid(child_, &status, WNOHANG) == child_) {
        child_ = -1;
        throw Failure("the program ended " + end_text(status));
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

/// The first lines of the map: reading all of it takes longer than drawing a frame may.
Input Subject::input() const {
    std::ifstream file(folder_ / "map.json");
    std::string word;
    char sign = 0;
    Input now;
    // { "drawn": 1, "key_presses": 2, "scrolls": 3, "mouse": [4.0,5.0], "mouse_buttons": 6, "double_clicks": 7,
    // "events_waiting": 8,
    file >> word >> word >> now.drawn >> sign >> word >> now.key_presses >> sign >> word >> now.scrolls >> sign >>
        word >> sign >> now.x >> sign >> now.y >> sign >> sign >> word >> now.buttons >> sign >> word >>
        now.double_clicks >> sign >> word >> now.events_waiting;
    return now;
}

/// Time for which the threads that draw a frame one after the other waited for a processor [s]: main thread, renderer
/// (its threads are parallel, so the longest counts) and X server. Frames do not need the simulation's threads.
double Subject::waited_for_core() const {
    const std::string process = "/proc/" + std::to_string(child_);
    double renderer = 0;
    std::error_code code;
    for (const fs::directory_entry& task : fs::directory_iterator(process + "/task", code)) {
        if (content(task.path() / "comm").rfind("llvmpipe", 0) == 0) {
            renderer = std::max(renderer, run_delay(task.path()));
        }
    }
    return run_delay(process) + renderer + run_delay("/proc/" + std::to_string(server_));
}

/// Compares `now`, the number of drawn frames, with the last one. True for a new frame; fails if too long without one.
bool Subject::watch(Quiet& quiet, long long now) {
    if (now > quiet.drawn) {
        quiet = {now, Clock::now(), -1};
        return true;
    }
    const double seconds = seconds_since(quiet.since) - kQuietSeconds;
    if (seconds < 0) {
        return false;
    }
    check_alive();
    check_memory();
    if (quiet.waited < 0) {
        quiet.waited = waited_for_core();
    }
    if (seconds > kHangSeconds &&
        (seconds - (waited_for_core() - quiet.waited) > kHangSeconds || seconds > kLongestSeconds)) {
        throw Failure("the window hangs: no frame for " + std::to_string(static_cast<int>(seconds)) + " s");
    }
    return false;
}

void Subject::frames(int count) {
    Quiet quiet;
    Input now = input();
    for (const long long goal = now.drawn + count; now.drawn < goal; now = input()) {
        watch(quiet, now.drawn);
        sleep_until_frame();
    }
}

void Subject::taken_in(const std::function<bool(const Input&)>& expected, int most) {
    Quiet quiet;
    long long goal = -1;
    while (true) {
        const Input now = input();
        if (goal < 0 || now.events_waiting > 0) {
            goal = now.drawn + most;
        }
        // While events wait, an earlier event, such as the click before, may have had this effect.
        if (now.drawn >= goal || (now.events_waiting == 0 && expected(now))) {
            return;
        }
        watch(quiet, now.drawn);
        sleep_until_frame();
    }
}

void Subject::wait(const std::string& what, const std::function<bool(const View&)>& seen) {
    const Clock::time_point begin = Clock::now();
    Quiet quiet;
    while (true) {
        if (watch(quiet, input().drawn) && seen(look())) {
            return;
        }
        if (seconds_since(begin) > kInVain) {
            throw Failure("waited in vain for: " + what);
        }
        sleep_until_frame();
    }
}

void Subject::sleep_minimised(int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    check_alive();
}

void Subject::check_map(const Json& map) const {
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
}

/// Fails if a menu has a line twice: two popups then share one window. Reads the text, because parsed JSON keeps one of
/// two equal names.
void Subject::check_menus(const std::string& text) const {
    std::set<std::string> lines;
    for (std::size_t at = text.find("\n\"menu."); at != std::string::npos; at = text.find("\n\"menu.", at + 1)) {
        const std::string name = text.substr(at + 2, text.find('"', at + 2) - at - 2);
        if (!lines.insert(name).second) {
            throw Failure("a menu has this line twice: " + name);
        }
    }
}

/// Notes the toasts that the last look did not show. A toast vanishes, and may be the reason of a failure.
void Subject::note_toasts(const std::vector<std::string>& toasts) {
    for (const std::string& toast : toasts) {
        if (std::find(toasts_.begin(), toasts_.end(), toast) == toasts_.end()) {
            note("a toast: " + toast);
        }
    }
    toasts_ = toasts;
}

const View& Subject::look() {
    check_alive();
    if (const long long now = input().drawn; now > 0 && now == view_.drawn) {
        return view_;
    }
    const std::string text = content(folder_ / "map.json");
    Json map = Json::parse(text, nullptr, false);
    if (map.is_discarded()) {
        throw Failure("the map of widgets is no JSON");
    }
    check_menus(text);
    view_ = {};
    view_.drawn = map["drawn"];
    view_.panes = map["panes"];
    view_.popups = map["popups"];
    view_.mode = map["view"];
    view_.typing = map["typing"];
    view_.busy = map["busy"];
    view_.recording = map["recording"];
    view_.drawing = map["drawing"];
    view_.sweeping = map["sweeping"];
    view_.playing = map["playing"];
    view_.particles = map["particles"];
    view_.scene = map["scene"];
    view_.hovered = map["hovered"].get<std::vector<std::string>>();
    note_toasts(map["toasts"].get<std::vector<std::string>>());
    for (const auto& [name, value] : map["widgets"].items()) {
        const bool same = value.is_array() && value.size() == 12;
        if (!same) {
            throw Failure("the map of widgets has another form than this test knows");
        }
        view_.widgets.push_back({name, value[11], value[0], value[1], value[2], value[3], value[4], value[5], value[6],
                                 value[7], value[8], value[9], value[10]});
    }
    view_.map = std::move(map);
    check_memory();
    check_map(view_.map);
    return view_;
}

void Subject::note(const std::string& action) {
    actions_.push_back(action);
    if (actions_.size() > kKeptActions) {
        actions_.pop_front();
    }
}

std::string Subject::last_state() const {
    Json map = view_.map;
    if (map.is_object()) {
        map.erase("widgets");
    }
    return map.dump(1, ' ', false, Json::error_handler_t::replace);
}

std::string Subject::said() const {
    const std::string text = content(folder_ / "said");
    return text.size() > 2000 ? text.substr(text.size() - 2000) : text;
}

} // namespace xpbd::test
