// The file dialog of Windows.
#include "system/opened_files.h"

#include "system/dialog_thread.h"
#include "system/windows/api.h"

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

/// Shows the dialog, modal to the program's window. Returns std::nullopt if the system cannot show it.
std::optional<std::string> show(HWND owner) {
    Held<IFileOpenDialog> dialog;
    if (FAILED(::CoCreateInstance(CLSID_FileOpenDialog, nullptr, CLSCTX_INPROC_SERVER, IID_IFileOpenDialog,
                                  reinterpret_cast<void**>(&dialog.object)))) {
        return std::nullopt;
    }
    constexpr COMDLG_FILTERSPEC kKinds[] = {{L"Sessions, pictures, meshes", L"*.json;*.xpbd;*.png;*.obj"},
                                            {L"All files", L"*.*"}};
    (void)dialog->SetTitle(L"Open a session, a picture or a mesh");
    (void)dialog->SetFileTypes(2, kKinds);
    const HRESULT shown = dialog->Show(owner);
    Held<IShellItem> chosen;
    if (shown == HRESULT_FROM_WIN32(ERROR_CANCELLED)) {
        return "";
    }
    if (FAILED(shown) || FAILED(dialog->GetResult(&chosen.object))) {
        return std::nullopt;
    }
    wchar_t* path = nullptr;
    const bool named = SUCCEEDED(chosen->GetDisplayName(SIGDN_FILESYSPATH, &path));
    const std::string result = named ? narrow(path) : "";
    ::CoTaskMemFree(path);
    return result;
}

} // namespace

bool choose_file() {
    return run_dialog([owner = ::GetActiveWindow()]() -> std::optional<std::string> {
        if (FAILED(::CoInitializeEx(nullptr, COINIT_APARTMENTTHREADED))) {
            return std::nullopt;
        }
        std::optional<std::string> path = show(owner);
        ::CoUninitialize();
        return path;
    });
}

} // namespace xpbd::system
