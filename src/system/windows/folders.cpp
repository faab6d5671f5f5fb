// Known folders of Windows.
#include "system/folders.h"

#include "system/windows/api.h"

#include <cstddef>

#include <shellapi.h>
#include <shlobj.h>

namespace xpbd::system {
namespace {

std::string known_folder(const KNOWNFOLDERID& folder) {
    wchar_t* path = nullptr;
    const std::string result = ::SHGetKnownFolderPath(folder, 0, nullptr, &path) == S_OK ? narrow(path) : "";
    ::CoTaskMemFree(path);
    return result;
}

/// The environment variable has priority: a user who sets it does so on purpose.
std::string user_folder(const char* variable, const KNOWNFOLDERID& folder) {
    const std::string given = environment(variable);
    return given.empty() ? known_folder(folder) : given;
}

} // namespace

std::string environment(const char* name) {
    const std::wstring variable = wide(name);
    std::wstring value(::GetEnvironmentVariableW(variable.c_str(), nullptr, 0), L'\0');
    value.resize(::GetEnvironmentVariableW(variable.c_str(), value.data(), static_cast<DWORD>(value.size())));
    return narrow(value);
}

std::string program_file() {
    std::wstring path(MAX_PATH, L'\0');
    for (;;) {
        const DWORD length = ::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
        if (length < path.size()) {
            return narrow(std::wstring_view(path).substr(0, length));
        }
        path.resize(2 * path.size());
    }
}

std::string config_folder() {
    return user_folder("APPDATA", FOLDERID_RoamingAppData);
}

std::string cache_folder() {
    return user_folder("LOCALAPPDATA", FOLDERID_LocalAppData);
}

std::string home_folder() {
    return known_folder(FOLDERID_Profile);
}

std::string pictures_folder() {
    return known_folder(FOLDERID_Pictures);
}

void show_folder(const std::string& path) {
    ::ShellExecuteW(nullptr, L"explore", wide(path).c_str(), nullptr, nullptr, SW_SHOWNORMAL);
}

void show_file(const std::string& path) {
    ::ShellExecuteW(nullptr, L"open", wide(path).c_str(), nullptr, nullptr, SW_SHOWNORMAL);
}

bool shows_files() {
    return true;
}

} // namespace xpbd::system
