// The file dialog of Windows.
#include "system/opened_files.h"

#include "system/dialog_thread.h"
#include "system/windows/api.h"

#include <functional>
#include <optional>
#include <utility>

#include <shlobj.h>
#include <shobjidl.h>

namespace xpbd::system {
namespace {

/// Releases its COM object when destroyed.
template <class Object>
struct Held {
    Object* object = nullptr;

    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() {
        if (object != nullptr) {
            object->Release();
        }
    }
    Object* operator->() const { return object; }
};

/// Shows a dialog, modal to the program's window. Returns the chosen path; "" if the user chose no file, std::nullopt
/// if the system cannot show the dialog.
std::optional<std::string> show(IFileDialog& dialog, HWND owner) {
    const HRESULT shown = dialog.Show(owner);
    Held<IShellItem> chosen;
    if (shown == HRESULT_FROM_WIN32(ERROR_CANCELLED)) {
        return "";
    }
    if (FAILED(shown) || FAILED(dialog.GetResult(&chosen.object))) {
        return std::nullopt;
    }
    wchar_t* path = nullptr;
    const bool named = SUCCEEDED(chosen->GetDisplayName(SIGDN_FILESYSPATH, &path));
    const std::string result = named ? narrow(path) : "";
    ::CoTaskMemFree(path);
    return result;
}

std::optional<std::string> show_open(HWND owner) {
    Held<IFileDialog> dialog;
    if (FAILED(::CoCreateInstance(CLSID_FileOpenDialog, nullptr, CLSCTX_INPROC_SERVER, IID_IFileDialog,
                                  reinterpret_cast<void**>(&dialog.object)))) {
        return std::nullopt;
    }
    constexpr COMDLG_FILTERSPEC kKinds[] = {{L"Sessions, pictures, meshes", L"*.json;*.xpbd;*.png;*.obj"},
                                            {L"All files", L"*.*"}};
    (void)dialog->SetTitle(L"Open a session, a picture or a mesh");
    (void)dialog->SetFileTypes(2, kKinds);
    return show(*dialog.object, owner);
}

std::optional<std::string> show_save(HWND owner, const std::wstring& folder, const std::wstring& name) {
    Held<IFileDialog> dialog;
    if (FAILED(::CoCreateInstance(CLSID_FileSaveDialog, nullptr, CLSCTX_INPROC_SERVER, IID_IFileDialog,
                                  reinterpret_cast<void**>(&dialog.object)))) {
        return std::nullopt;
    }
    constexpr COMDLG_FILTERSPEC kKinds[] = {{L"Sessions", L"*.json;*.xpbd"}, {L"All files", L"*.*"}};
    (void)dialog->SetTitle(L"Save the session");
    (void)dialog->SetFileTypes(2, kKinds);
    (void)dialog->SetDefaultExtension(L"json");
    (void)dialog->SetFileName(name.c_str());
    Held<IShellItem> place;
    if (SUCCEEDED(::SHCreateItemFromParsingName(folder.c_str(), nullptr, IID_IShellItem,
                                                reinterpret_cast<void**>(&place.object)))) {
        (void)dialog->SetFolder(place.object);
    }
    return show(*dialog.object, owner); // the dialog itself confirms that a file is replaced
}

/// Runs `dialog` on a thread with COM, which the dialogs need.
bool run(FileUse use, std::function<std::optional<std::string>(HWND owner)> dialog) {
    return run_dialog(use, [owner = ::GetActiveWindow(), wait = std::move(dialog)]() -> std::optional<std::string> {
        if (FAILED(::CoInitializeEx(nullptr, COINIT_APARTMENTTHREADED))) {
            return std::nullopt;
        }
        std::optional<std::string> path = wait(owner);
        ::CoUninitialize();
        return path;
    });
}

} // namespace

bool choose_file() {
    return run(FileUse::open, &show_open);
}

bool choose_new_file(const std::string& folder, const std::string& name) {
    return run(FileUse::save,
               [at = wide(folder), suggested = wide(name)](HWND owner) { return show_save(owner, at, suggested); });
}

} // namespace xpbd::system
