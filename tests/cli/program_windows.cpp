#include "process_windows.h"

#include "system/windows/api.h"

#include <optional>

namespace xpbd::test {
namespace {

using system::Handle;

/// Splits a line as a shell does: blanks separate words, quotes of either kind join them. A backslash is a letter.
std::vector<std::string> words_of(const std::string& line) {
    std::vector<std::string> words;
    std::optional<std::string> word;
    char quote = 0;
    for (const char letter : line) {
        if (quote != 0 ? letter == quote : letter == '\'' || letter == '"') {
            quote = quote != 0 ? '\0' : letter;
            word = word.value_or("");
        } else if (quote == 0 && letter == ' ') {
            if (word) {
                words.push_back(*word);
            }
            word.reset();
        } else {
            word = word.value_or("") + letter;
        }
    }
    if (word) {
        words.push_back(*word);
    }
    return words;
}

/// Opens a file whose handle a child process inherits.
Handle inherited(const std::filesystem::path& path, DWORD access, DWORD creation) {
    SECURITY_ATTRIBUTES inheritable{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    return Handle(::CreateFileW(path.c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                &inheritable, creation, 0, nullptr));
}

/// Sets variables of the environment until it is destroyed: `NAME=value`, or `-u NAME`.
class Environment {
public:
    explicit Environment(const std::string& line) {
        const std::vector<std::string> words = words_of(line);
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::size_t equals = words[i].find('=');
            if (words[i] == "-u" && i + 1 < words.size()) {
                set(words[++i], nullptr);
            } else if (equals != std::string::npos) {
                set(words[i].substr(0, equals), words[i].substr(equals + 1).c_str());
            }
        }
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    ~Environment() {
        for (const auto& [name, value] : before_) {
            ::SetEnvironmentVariableW(name.c_str(), value ? value->c_str() : nullptr);
        }
    }

private:
    void set(const std::string& name, const char* value) {
        const std::wstring variable = system::wide(name);
        wchar_t old[4096];
        const DWORD length = ::GetEnvironmentVariableW(variable.c_str(), old, static_cast<DWORD>(std::size(old)));
        before_.emplace_back(variable, length > 0 ? std::optional<std::wstring>(old) : std::nullopt);
        ::SetEnvironmentVariableW(variable.c_str(), value == nullptr ? nullptr : system::wide(value).c_str());
    }

    std::vector<std::pair<std::wstring, std::optional<std::wstring>>> before_;
};

} // namespace

Process::Process(const std::string& arguments, const std::string& environment) {
    const Environment variables(environment);
    std::wstring line = L"\"" + system::wide(XPBD_LAB_PROGRAM) + L"\"";
    for (const std::string& word : words_of(arguments)) {
        std::wstring quoted; // a quote in a word becomes \" for the program
        for (const wchar_t letter : system::wide(word)) {
            quoted += letter == L'"' ? std::wstring(L"\\\"") : std::wstring(1, letter);
        }
        line += L" \"" + quoted + L"\"";
    }
    const Handle in = inherited(L"NUL", GENERIC_READ, OPEN_EXISTING);
    const Handle out = inherited(folder_ / "out", GENERIC_WRITE, CREATE_ALWAYS);
    const Handle error = inherited(folder_ / "error", GENERIC_WRITE, CREATE_ALWAYS);
    STARTUPINFOW start{};
    start.cb = sizeof(start);
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdInput = in.get();
    start.hStdOutput = out.get();
    start.hStdError = error.get();
    PROCESS_INFORMATION process{};
    const std::filesystem::path program = std::filesystem::absolute(XPBD_LAB_PROGRAM);
    if (::CreateProcessW(program.c_str(), line.data(), nullptr, nullptr, TRUE, 0, nullptr, folder_.path().c_str(),
                         &start, &process) != 0) {
        const Handle thread(process.hThread);
        process_ = Handle(process.hProcess).release();
    } else {
        const std::string why = system::reason().message;
        ADD_FAILURE() << "cannot start " << system::text_of(program) << ": " << why;
    }
}

Process::~Process() {
    const Handle process(process_);
    if (process) {
        ::TerminateProcess(process.get(), 99);
        ::WaitForSingleObject(process.get(), INFINITE);
    }
}

bool Process::ended() {
    return ::WaitForSingleObject(system::handle_of(process_), 0) != WAIT_TIMEOUT;
}

Outcome Process::finish() {
    DWORD code = 0;
    const HANDLE process = system::handle_of(process_);
    const bool over = ::WaitForSingleObject(process, static_cast<DWORD>(kHang.count()) * 1000) == WAIT_OBJECT_0 &&
                      ::GetExitCodeProcess(process, &code) != 0;
    if (!over && process_ != kNone) {
        ADD_FAILURE() << "the program has not ended after " << kHang.count() << " s";
    }
    return {over ? static_cast<int>(code) : -2, read_text(folder_ / "out"), read_text(folder_ / "error")};
}

Outcome run_program(const std::string& arguments, const std::string& environment) {
    SCOPED_TRACE(arguments);
    return Process(arguments, environment).finish();
}

} // namespace xpbd::test
