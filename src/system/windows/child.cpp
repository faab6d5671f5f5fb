// Child processes by CreateProcess().
#include "system/child.h"

#include "system/files.h"
#include "system/folders.h"
#include "system/windows/api.h"

#include <algorithm>
#include <memory>

namespace xpbd::system {
namespace {

/// Searches a program in the folders of PATH; "" if it is not found. Unlike the system's search it omits the current
/// folder, whose files must not be executed by accident.
std::string find_program(const std::string& name) {
    const std::string folders = environment("PATH");
    std::size_t begin = 0;
    while (begin <= folders.size()) {
        const std::size_t end = std::min(folders.find(';', begin), folders.size());
        const std::string file = folders.substr(begin, end - begin) + "\\" + name + ".exe";
        if (end > begin && kind_of(file) == FileKind::regular) {
            return file;
        }
        begin = end + 1;
    }
    return "";
}

/// Quotes a word so that the child's parsing of its command line returns it unchanged.
std::wstring quoted(const std::string& word) {
    std::wstring result = L"\"";
    std::size_t slashes = 0;
    for (const wchar_t letter : wide(word)) {
        if (letter == L'"') {
            result.append(slashes + 1, L'\\'); // backslashes before a quote must be doubled
        }
        slashes = letter == L'\\' ? slashes + 1 : 0;
        result += letter;
    }
    return result.append(slashes, L'\\') + L'"';
}

/// The handles that a child inherits; no others are inherited.
class Inherited {
public:
    explicit Inherited(std::vector<HANDLE> handles) : handles_(std::move(handles)) {
        SIZE_T size = 0;
        (void)::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
        memory_ = std::make_unique<std::byte[]>(size);
        valid_ = ::InitializeProcThreadAttributeList(list(), 1, 0, &size) != 0 &&
                 ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                                             handles_.size() * sizeof(HANDLE), nullptr, nullptr) != 0;
    }
    Inherited(const Inherited&) = delete;
    Inherited& operator=(const Inherited&) = delete;
    ~Inherited() { ::DeleteProcThreadAttributeList(list()); }
    bool valid() const { return valid_; }
    LPPROC_THREAD_ATTRIBUTE_LIST list() const { return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.get()); }

private:
    std::vector<HANDLE> handles_;
    std::unique_ptr<std::byte[]> memory_;
    bool valid_ = false;
};

} // namespace

Result<Child> Child::start(const std::vector<std::string>& words, Input input) {
    const bool named = words.front().find_first_of("/\\") != std::string::npos;
    const std::string program = named ? words.front() : find_program(words.front());
    if (program.empty()) {
        return reason(ERROR_FILE_NOT_FOUND);
    }
    SECURITY_ATTRIBUTES inheritable{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    HANDLE ends[2] = {INVALID_HANDLE_VALUE, INVALID_HANDLE_VALUE};
    if (input == Input::pipe && ::CreatePipe(&ends[0], &ends[1], &inheritable, 0) == 0) {
        return reason();
    }
    const Handle reads(ends[0]);
    Handle writes(ends[1]);
    const Handle nothing(::CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                       &inheritable, OPEN_EXISTING, 0, nullptr));
    const HANDLE given = reads ? reads.get() : nothing.get();
    const Inherited inherited(reads ? std::vector{reads.get(), nothing.get()} : std::vector{nothing.get()});
    if (!nothing || !inherited.valid()) {
        return reason();
    }
    std::wstring line;
    for (const std::string& word : words) {
        line += (line.empty() ? L"" : L" ") + quoted(word);
    }
    STARTUPINFOEXW start{};
    start.StartupInfo.cb = sizeof(start);
    start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    start.StartupInfo.hStdInput = given;
    start.StartupInfo.hStdOutput = nothing.get();
    start.StartupInfo.hStdError = nothing.get();
    start.lpAttributeList = inherited.list();
    PROCESS_INFORMATION process{};
    constexpr DWORD kFlags = CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP | EXTENDED_STARTUPINFO_PRESENT;
    if (::CreateProcessW(wide_name(program).c_str(), line.data(), nullptr, nullptr, TRUE, kFlags, nullptr, nullptr,
                         &start.StartupInfo, &process) == 0) {
        return reason();
    }
    const Handle thread(process.hThread);
    return Child(Handle(process.hProcess).release(), writes.release());
}

Child::Child(Child&& other) noexcept
    : process_(std::exchange(other.process_, kNoHandle)), input_(std::exchange(other.input_, kNoHandle)) {}

Child::~Child() {
    (void)wait();
}

Status Child::write(std::string_view bytes) {
    return write_all(handle_of(input_), bytes) ? ok() : Status(reason());
}

int Child::wait() {
    { const Handle closes(std::exchange(input_, kNoHandle)); }
    const Handle process(std::exchange(process_, kNoHandle));
    DWORD code = 0;
    if (!process || ::WaitForSingleObject(process.get(), INFINITE) != WAIT_OBJECT_0 ||
        ::GetExitCodeProcess(process.get(), &code) == 0) {
        return -1;
    }
    return code > 255 ? -1 : static_cast<int>(code); // codes above 255 are exceptions or the end of the console
}

bool has_program(const std::string& name) {
    return !find_program(name).empty();
}

} // namespace xpbd::system
