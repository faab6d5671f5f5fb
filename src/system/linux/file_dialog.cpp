// The desktop's own dialogs, through org.freedesktop.portal.FileChooser on the session bus.
#include "system/opened_files.h"

#include "system/dialog_thread.h"
#include "system/files.h"
#include "system/folders.h"
#include "system/linux/library.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

#include <unistd.h>

#if __has_include(<systemd/sd-bus.h>)
#include <systemd/sd-bus.h>
#endif

namespace xpbd::system {
namespace {

#if __has_include(<systemd/sd-bus.h>)

constexpr const char* kDesktop = "org.freedesktop.portal.Desktop";

/// libsystemd is loaded at run time, so that the program also runs without it.
struct Bus {
    Library library{"libsystemd.so.0"};
    decltype(&::sd_bus_open_user) open = library.get("sd_bus_open_user");
    decltype(&::sd_bus_flush_close_unref) close = library.get("sd_bus_flush_close_unref");
    decltype(&::sd_bus_get_unique_name) name = library.get("sd_bus_get_unique_name");
    decltype(&::sd_bus_match_signal) match = library.get("sd_bus_match_signal");
    decltype(&::sd_bus_message_new_method_call) new_call = library.get("sd_bus_message_new_method_call");
    decltype(&::sd_bus_call) call = library.get("sd_bus_call");
    decltype(&::sd_bus_process) process = library.get("sd_bus_process");
    decltype(&::sd_bus_wait) wait = library.get("sd_bus_wait");
    decltype(&::sd_bus_message_read) read = library.get("sd_bus_message_read");
    decltype(&::sd_bus_message_skip) skip = library.get("sd_bus_message_skip");
    decltype(&::sd_bus_message_enter_container) enter = library.get("sd_bus_message_enter_container");
    decltype(&::sd_bus_message_exit_container) leave = library.get("sd_bus_message_exit_container");
    decltype(&::sd_bus_message_append) append = library.get("sd_bus_message_append");
    decltype(&::sd_bus_message_append_array) append_array = library.get("sd_bus_message_append_array");
    decltype(&::sd_bus_message_open_container) begin = library.get("sd_bus_message_open_container");
    decltype(&::sd_bus_message_close_container) end = library.get("sd_bus_message_close_container");
    decltype(&::sd_bus_message_unref) release = library.get("sd_bus_message_unref");
};

/// Converts "file:///home/a%20b" to a path; "" for other addresses.
std::string path_of_address(std::string_view address) {
    constexpr std::string_view kFile = "file://";
    std::string path;
    if (!address.starts_with(kFile)) {
        return path;
    }
    for (std::size_t i = kFile.size(); i < address.size(); ++i) {
        unsigned code = 0;
        const char* digits = address.data() + i + 1;
        if (address[i] == '%' && i + 2 < address.size() &&
            std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2) {
            path += static_cast<char>(code);
            i += 2;
        } else {
            path += address[i];
        }
    }
    return path;
}

/// One dialog of the portal.
struct Request {
    Bus bus;
    bool ended = false;
    std::string chosen;

    /// Handler of the signal Response: a code, 0 if the user has chosen a file, and a dictionary with the addresses
    /// under "uris".
    static int take(sd_bus_message* message, void* data, sd_bus_error*) {
        auto& request = *static_cast<Request*>(data);
        const Bus& bus = request.bus;
        request.ended = true;
        std::uint32_t code = 0;
        if (bus.read(message, "u", &code) < 0 || code != 0 || bus.enter(message, 'a', "{sv}") < 0) {
            return 0;
        }
        while (bus.enter(message, 'e', "sv") > 0) {
            const char* key = nullptr;
            const char* address = nullptr;
            if (bus.read(message, "s", &key) < 0) {
                return 0;
            }
            if (std::string_view(key) != "uris") {
                if (bus.skip(message, "v") < 0) {
                    return 0;
                }
            } else if (bus.enter(message, 'v', "as") > 0 && bus.enter(message, 'a', "s") > 0 &&
                       bus.read(message, "s", &address) > 0) {
                request.chosen = path_of_address(address);
                return 0;
            }
            if (bus.leave(message) < 0) {
                return 0;
            }
        }
        return 0;
    }
};

/// Parameters of a dialog.
struct Wish {
    FileUse use = FileUse::open;
    std::string folder; ///< folder of the file to be saved; unused for FileUse::open
    std::string name;   ///< suggested name of the file to be saved; unused for FileUse::open
};

/// Appends the dialog's options for the portal's methods OpenFile and SaveFile: a dictionary a{sv}. False on failure.
bool append_options(const Bus& bus, sd_bus_message* message, const Wish& wish, const std::string& token) {
    constexpr std::uint32_t kPattern = 0; // kind of a filter: 0 = pattern of names, 1 = MIME type
    bool good =
        bus.begin(message, 'a', "{sv}") >= 0 && bus.append(message, "{sv}", "handle_token", "s", token.c_str()) >= 0;
    if (wish.use == FileUse::open) {
        good = good && bus.append(message, "{sv}", "filters", "a(sa(us))", 2, "Sessions, pictures, meshes", 4, kPattern,
                                  "*.json", kPattern, "*.xpbd", kPattern, "*.[pP][nN][gG]", kPattern, "*.[oO][bB][jJ]",
                                  "All files", 1, kPattern, "*") >= 0;
        return good && bus.end(message) >= 0;
    }
    good =
        good && bus.append(message, "{sv}{sv}", "current_name", "s", wish.name.c_str(), "filters", "a(sa(us))", 2,
                           "Sessions", 2, kPattern, "*.json", kPattern, "*.xpbd", "All files", 1, kPattern, "*") >= 0;
    // The folder is a list of bytes, with the zero at its end.
    good = good && bus.begin(message, 'e', "sv") >= 0 && bus.append(message, "s", "current_folder") >= 0 &&
           bus.begin(message, 'v', "ay") >= 0 &&
           bus.append_array(message, 'y', wish.folder.c_str(), wish.folder.size() + 1) >= 0 && bus.end(message) >= 0 &&
           bus.end(message) >= 0;
    return good && bus.end(message) >= 0;
}

/// Asks the portal to show a dialog. Returns false if the call fails.
bool call_portal(const Bus& bus, sd_bus* connection, const Wish& wish, const std::string& token) {
    const bool opens = wish.use == FileUse::open;
    sd_bus_message* message = nullptr;
    const bool good =
        bus.new_call(connection, &message, kDesktop, "/org/freedesktop/portal/desktop",
                     "org.freedesktop.portal.FileChooser", opens ? "OpenFile" : "SaveFile") >= 0 &&
        bus.append(message, "ss", "", opens ? "Open a session, a picture or a mesh" : "Save the session") >= 0 &&
        append_options(bus, message, wish, token) && bus.call(connection, message, 0, nullptr, nullptr) >= 0;
    bus.release(message);
    return good;
}

/// Shows a dialog through the portal and returns the chosen path; "" if the user chose no file, std::nullopt if the
/// bus has no portal.
std::optional<std::string> ask_portal(const Wish& wish) {
    Request request;
    const Bus& bus = request.bus;
    sd_bus* connection = nullptr;
    if (!bus.library.complete() || bus.open(&connection) < 0) {
        return std::nullopt;
    }
    // The answer is a signal of an object whose name contains our bus name and the token. It is subscribed to before
    // the request, so that it cannot be missed.
    static int count = 0; // only one dialog is open at a time
    const std::string token = "xpbd_lab_" + std::to_string(::getpid()) + "_" + std::to_string(++count);
    const char* unique = nullptr;
    bool asked = bus.name(connection, &unique) >= 0;
    std::string sender = asked ? unique + 1 : "";
    std::replace(sender.begin(), sender.end(), '.', '_');
    const std::string object = "/org/freedesktop/portal/desktop/request/" + sender + "/" + token;
    asked = asked &&
            bus.match(connection, nullptr, kDesktop, object.c_str(), "org.freedesktop.portal.Request", "Response",
                      &Request::take, &request) >= 0 &&
            call_portal(bus, connection, wish, token);
    while (asked && !request.ended) {
        const int more = bus.process(connection, nullptr);
        asked = more > 0 || (more == 0 && bus.wait(connection, UINT64_MAX) >= 0);
    }
    bus.close(connection);
    return request.ended ? std::optional(request.chosen) : std::nullopt;
}

bool has_bus() {
    const std::string folder = environment("XDG_RUNTIME_DIR");
    return !environment("DBUS_SESSION_BUS_ADDRESS").empty() || (!folder.empty() && exists(folder + "/bus"));
}

bool show(Wish wish) {
    const FileUse use = wish.use;
    return has_bus() && run_dialog(use, [wanted = std::move(wish)] { return ask_portal(wanted); });
}

#endif

} // namespace

bool choose_file() {
#if __has_include(<systemd/sd-bus.h>)
    return show({});
#else
    return false;
#endif
}

bool choose_new_file([[maybe_unused]] const std::string& folder, [[maybe_unused]] const std::string& name) {
#if __has_include(<systemd/sd-bus.h>)
    return show({FileUse::save, folder, name});
#else
    return false;
#endif
}

} // namespace xpbd::system
