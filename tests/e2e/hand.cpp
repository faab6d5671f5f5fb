#include "hand.h"

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace xpbd::test {
namespace {

constexpr std::chrono::seconds kHang{120};             ///< no wait lasts as long where the program works
constexpr std::chrono::milliseconds kBetweenLooks{10}; ///< at a file that another process writes

std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Starts a program in a folder; its outputs go to `said`. `display`, where not empty: its descriptor 3 is that file.
pid_t spawn(const std::vector<std::string>& words, const std::filesystem::path& folder,
            const std::filesystem::path& said, const std::filesystem::path& display = {}) {
    std::vector<char*> arguments;
    for (const std::string& word : words) {
        arguments.push_back(const_cast<char*>(word.c_str()));
    }
    arguments.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // a test that is killed takes its server and its window along
        const int out = open(said.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(out, 1);
        dup2(out, 2);
        if (!display.empty()) {
            dup2(open(display.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), 3);
        }
        if (chdir(folder.c_str()) == 0) {
            execvp(arguments[0], arguments.data());
        }
        _exit(127);
    }
    return child;
}

void end(pid_t& child) {
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        child = -1;
    }
}

/// Looks again and again until the answer is yes; false where that takes as long as a hang.
bool wait_until(const std::function<bool()>& answer) {
    const auto limit = std::chrono::steady_clock::now() + kHang;
    while (!answer()) {
        if (std::chrono::steady_clock::now() > limit) {
            return false;
        }
        std::this_thread::sleep_for(kBetweenLooks);
    }
    return true;
}

} // namespace

bool has_program(const std::string& name) {
    return std::system(("command -v " + name + " > /dev/null 2>&1").c_str()) == 0;
}

Hand::Hand(std::string program) : program_(std::move(program)) {
    std::string pattern = (std::filesystem::temp_directory_path() / "xpbd-lab-hand-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    std::filesystem::create_directories(folder_ / "work");
    std::filesystem::create_directories(folder_ / "config/xpbd-lab");
    std::signal(SIGPIPE, SIG_IGN);
    // -noreset: else it starts over when its last client goes, and refuses whoever comes meanwhile. -r: a key that is
    // held does not repeat, so that a slow machine gets as many presses as a fast one.
    server_ = spawn({"Xvfb", "-displayfd", "3", "-noreset", "-r", "-screen", "0", "1280x720x24"}, folder_,
                    folder_ / "xvfb", folder_ / "display");
    std::string display;
    const bool up =
        wait_until([&] { return !(display = read_text(folder_ / "display")).empty() && display.back() == '\n'; });
    if (!up) {
        throw Failure("Xvfb does not start: " + read_text(folder_ / "xvfb"));
    }
    display.pop_back();
    setenv("DISPLAY", (":" + display).c_str(), 1);
    unsetenv("WAYLAND_DISPLAY");
    setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
    setenv("XPBD_LAB_UI_MAP", (folder_ / "map.json").c_str(), 1);
    xdotool_ = popen("xdotool -", "w"); // one process for all: it reads a command per line
}

Hand::~Hand() {
    end(window_);
    if (xdotool_ != nullptr) {
        pclose(xdotool_);
    }
    end(server_);
    std::error_code code;
    std::filesystem::remove_all(folder_, code);
}

void Hand::start(const std::vector<std::string>& arguments) {
    std::filesystem::remove(folder_ / "map.json");
    map_ = {};
    std::vector<std::string> words = {program_};
    words.insert(words.end(), arguments.begin(), arguments.end());
    window_ = spawn(words, folder_ / "work", folder_ / "said");
    wait("the window", [](const auto& map) { return map.contains("widgets") && map["widgets"].contains("view_A"); });
    send("mousemove 5 5"); // the pointer may stand where the first move is to go: then no event would come
    move(6, 6);
}

void Hand::quit() {
    send("keydown ctrl keydown q");
    int status = 0;
    if (!wait_until([&] { return waitpid(window_, &status, WNOHANG) == window_; })) {
        throw Failure("Ctrl+Q does not quit");
    }
    window_ = -1;
    send("keyup q keyup ctrl");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        throw Failure("the program did not end with exit code 0 after Ctrl+Q: " + said());
    }
}

std::string Hand::said() const {
    return read_text(folder_ / "said");
}

std::string Hand::last_map() const {
    nlohmann::json map = map_;
    if (map.is_object()) {
        map.erase("widgets");
    }
    return map.dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void Hand::keep_picture() {
    const char* place = std::getenv("XPBD_LAB_TEST_PICTURES");
    if (place == nullptr || window_ < 0) {
        return;
    }
    key("shift+F12");
    frames(10);
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / "work")) {
        if (entry.path().extension() == ".png") {
            std::filesystem::copy(entry.path(), place, std::filesystem::copy_options::overwrite_existing);
        }
    }
}

void Hand::check_alive() {
    int status = 0;
    if (waitpid(window_, &status, WNOHANG) == window_) {
        window_ = -1;
        throw Failure("the program ended " + (WIFSIGNALED(status)
                                                  ? std::string("by signal ") + strsignal(WTERMSIG(status))
                                                  : "with exit code " + std::to_string(WEXITSTATUS(status))));
    }
}

void Hand::read_map() {
    // Each map is renamed whole: what opens is complete.
    const std::string text = read_text(folder_ / "map.json");
    if (!text.empty()) {
        map_ = nlohmann::json::parse(text);
    }
}

const nlohmann::json& Hand::look() {
    check_alive();
    read_map();
    return map_;
}

void Hand::wait(const std::string& what, const std::function<bool(const nlohmann::json&)>& seen) {
    if (!wait_until([&] { return seen(look()); })) {
        throw Failure("waited in vain for: " + what);
    }
}

void Hand::frames(int count) {
    const long long goal = look().at("drawn").get<long long>() + count;
    wait("the next frames: the window hangs", [&](const auto& map) { return map["drawn"] >= goal; });
}

bool Hand::shows(const std::string& widget) {
    return look().at("widgets").contains(widget);
}

Hand::Place Hand::place(const std::string& widget) {
    wait(widget + " on screen", [&](const auto& map) { return map["widgets"].contains(widget); });
    const auto& at = map_["widgets"][widget];
    const auto whole = [&](std::size_t i) { return static_cast<int>(std::floor(at[i].get<double>())); };
    return {whole(0), whole(1), whole(2), whole(3)};
}

void Hand::send(const std::string& command) {
    std::fprintf(xdotool_, "%s\n", command.c_str());
    std::fflush(xdotool_);
}

void Hand::move(int x, int y) {
    send("mousemove " + std::to_string(x) + " " + std::to_string(y));
    wait("the mouse at " + std::to_string(x) + ", " + std::to_string(y),
         [&](const auto& map) { return map["mouse"][0] == x && map["mouse"][1] == y; });
    frames(1); // what the mouse is over now shows
}

void Hand::press() {
    send("mousedown 1");
    wait("the press", [](const auto& map) { return map["mouse_down"] == true; });
}

void Hand::release() {
    send("mouseup 1");
    wait("the release", [](const auto& map) { return map["mouse_down"] == false; });
    frames(1);
}

void Hand::click(const std::string& widget) {
    const Place at = place(widget);
    move(at.x, at.y);
    press();
    frames(2); // as long as a finger holds it
    release();
}

void Hand::double_click(const std::string& widget) {
    const Place at = place(widget);
    move(at.x, at.y);
    for (int i = 0; i < 2; ++i) {
        press();
        send("mouseup 1");
        wait("the release", [](const auto& map) { return map["mouse_down"] == false; });
    }
    frames(1);
}

void Hand::wheel(int notches) {
    send("click --repeat " + std::to_string(std::abs(notches)) + " --delay 20 " + (notches > 0 ? "4" : "5"));
    frames(2);
}

void Hand::drag(const std::string& widget, double from, double to) {
    const Place at = place(widget);
    const auto x = [&](double share) { return at.x + static_cast<int>(std::lround(at.width * (share - 0.5))); };
    move(x(from), at.y);
    press();
    for (int step = 1; step <= 5; ++step) {
        move(x(from + (to - from) * step / 5), at.y);
    }
    release();
}

void Hand::key(const std::string& name) {
    std::vector<std::string> keys;
    std::istringstream parts(name);
    for (std::string part; std::getline(parts, part, '+');) {
        keys.push_back(part);
        hold_key(part);
    }
    frames(1); // as long as a finger holds it
    for (auto each = keys.rbegin(); each != keys.rend(); ++each) {
        send("keyup " + *each);
    }
    frames(1);
}

void Hand::type(const std::string& text) {
    wait("a box that takes text", [](const auto& map) { return map["typing"] == true; });
    frames(2); // the box takes the keyboard in the frame after it appears
    for (const char sign : text) {
        const std::string name = sign == '-' ? "minus" : sign == '.' ? "period" : std::string(1, sign);
        hold_key(name);
        send("keyup " + name);
    }
    frames(2);
}

void Hand::hold_key(const std::string& name) {
    const long long presses = look().at("key_presses").get<long long>();
    send("keydown " + name);
    wait("the key " + name, [&](const auto& map) { return map["key_presses"] > presses; });
}

void Hand::let_go_key(const std::string& name) {
    send("keyup " + name);
    frames(2);
}

} // namespace xpbd::test
