// Pictures on the clipboard: on Wayland through wl-copy, on X11 as the owner of the selection.
#include "system/clipboard.h"

#include "system/child.h"
#include "system/folders.h"
#include "system/linux/library.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#if __has_include(<xcb/xcb.h>)
#include <xcb/xcb.h>
#endif

namespace xpbd::system {
namespace {

Status copy_through(const std::vector<std::string>& words, const std::string& png) {
    Result<Child> child = Child::start(words, Child::Input::pipe);
    if (!child) {
        return child.error();
    }
    if (Status written = child->write(png); !written) {
        return written;
    }
    const int code = child->wait(); // wl-copy returns at once and leaves a process that serves the clipboard
    return code == 0 ? ok() : Status(Error{words.front() + " failed", Error::Kind::display});
}

#if __has_include(<xcb/xcb.h>)

/// libxcb is loaded at run time, so that the program also runs without it. Unlike Xlib, it has no error handler that is
/// shared by the whole process: a request to a closed window simply gives an event.
struct Xcb {
    Library library{"libxcb.so.1"};
    decltype(&::xcb_connect) connect = library.get("xcb_connect");
    decltype(&::xcb_disconnect) disconnect = library.get("xcb_disconnect");
    decltype(&::xcb_connection_has_error) has_error = library.get("xcb_connection_has_error");
    decltype(&::xcb_get_setup) setup = library.get("xcb_get_setup");
    decltype(&::xcb_setup_roots_iterator) roots = library.get("xcb_setup_roots_iterator");
    decltype(&::xcb_generate_id) new_id = library.get("xcb_generate_id");
    decltype(&::xcb_create_window) create_window = library.get("xcb_create_window");
    decltype(&::xcb_intern_atom) intern = library.get("xcb_intern_atom");
    decltype(&::xcb_intern_atom_reply) intern_reply = library.get("xcb_intern_atom_reply");
    decltype(&::xcb_set_selection_owner) set_owner = library.get("xcb_set_selection_owner");
    decltype(&::xcb_get_selection_owner) get_owner = library.get("xcb_get_selection_owner");
    decltype(&::xcb_get_selection_owner_reply) get_owner_reply = library.get("xcb_get_selection_owner_reply");
    decltype(&::xcb_change_property) change_property = library.get("xcb_change_property");
    decltype(&::xcb_send_event) send_event = library.get("xcb_send_event");
    decltype(&::xcb_wait_for_event) wait_for_event = library.get("xcb_wait_for_event");
    decltype(&::xcb_get_maximum_request_length) longest_request = library.get("xcb_get_maximum_request_length");
    decltype(&::xcb_flush) flush = library.get("xcb_flush");
};

struct Free {
    void operator()(void* reply) const { std::free(reply); }
};

/// Owns the selection CLIPBOARD with a window, and answers requests until another program becomes the owner.
class SelectionOwner {
public:
    explicit SelectionOwner(std::string png) : png_(std::move(png)) {}
    SelectionOwner(const SelectionOwner&) = delete;
    SelectionOwner& operator=(const SelectionOwner&) = delete;
    ~SelectionOwner() {
        if (connection_ != nullptr) {
            xcb_.disconnect(connection_);
        }
    }

    Status begin() {
        if (!xcb_.library.complete()) {
            return Error{"a picture on the clipboard needs libxcb, which is not installed", Error::Kind::display};
        }
        connection_ = xcb_.connect(nullptr, nullptr);
        if (xcb_.has_error(connection_) != 0) {
            return Error{"the clipboard's X server does not answer", Error::Kind::display};
        }
        // xcb_get_maximum_request_length() returns units of four bytes.
        constexpr std::size_t kHead = 64; // bytes of the request besides the picture
        if (const std::size_t most = std::size_t{4} * xcb_.longest_request(connection_); png_.size() + kHead > most) {
            return Error{"the picture is too large for the clipboard, which takes up to " + std::to_string(most >> 20) +
                         " MB; take a smaller one"};
        }
        window_ = xcb_.new_id(connection_);
        const xcb_screen_t* screen = xcb_.roots(xcb_.setup(connection_)).data;
        xcb_.create_window(connection_, XCB_COPY_FROM_PARENT, window_, screen->root, 0, 0, 1, 1, 0,
                           XCB_WINDOW_CLASS_INPUT_ONLY, XCB_COPY_FROM_PARENT, 0, nullptr);
        clipboard_ = atom("CLIPBOARD");
        targets_ = atom("TARGETS");
        picture_ = atom("image/png");
        xcb_.set_owner(connection_, window_, clipboard_, XCB_CURRENT_TIME);
        const auto asked = xcb_.get_owner(connection_, clipboard_);
        const std::unique_ptr<xcb_get_selection_owner_reply_t, Free> owner(
            xcb_.get_owner_reply(connection_, asked, nullptr));
        return owner != nullptr && owner->owner == window_
                   ? ok()
                   : Status(Error{"another program holds the clipboard", Error::Kind::display});
    }

    /// Returns when another program has become the owner, or the X server has ended.
    void serve() {
        for (;;) {
            const std::unique_ptr<xcb_generic_event_t, Free> event(xcb_.wait_for_event(connection_));
            const int type = event == nullptr ? int{XCB_SELECTION_CLEAR} : event->response_type & 0x7f;
            if (type == XCB_SELECTION_CLEAR) {
                return;
            }
            if (type == XCB_SELECTION_REQUEST) {
                answer(reinterpret_cast<const xcb_selection_request_event_t&>(*event));
            }
        }
    }

private:
    xcb_atom_t atom(std::string_view name) {
        const auto asked = xcb_.intern(connection_, 0, static_cast<std::uint16_t>(name.size()), name.data());
        const std::unique_ptr<xcb_intern_atom_reply_t, Free> reply(xcb_.intern_reply(connection_, asked, nullptr));
        return reply == nullptr ? xcb_atom_t{XCB_ATOM_NONE} : reply->atom;
    }

    void answer(const xcb_selection_request_event_t& asked) {
        // Old programs name no property. By the ICCCM the target's name is used then.
        xcb_atom_t property = asked.property == XCB_ATOM_NONE ? asked.target : asked.property;
        if (asked.target == targets_) {
            const std::array<xcb_atom_t, 2> offered = {targets_, picture_};
            xcb_.change_property(connection_, XCB_PROP_MODE_REPLACE, asked.requestor, property, XCB_ATOM_ATOM, 32,
                                 static_cast<std::uint32_t>(offered.size()), offered.data());
        } else if (asked.target == picture_) {
            xcb_.change_property(connection_, XCB_PROP_MODE_REPLACE, asked.requestor, property, picture_, 8,
                                 static_cast<std::uint32_t>(png_.size()), png_.data());
        } else {
            property = XCB_ATOM_NONE; // refuses the request
        }
        xcb_selection_notify_event_t told{};
        told.response_type = XCB_SELECTION_NOTIFY;
        told.time = asked.time;
        told.requestor = asked.requestor;
        told.selection = asked.selection;
        told.target = asked.target;
        told.property = property;
        std::array<char, 32> event{}; // all events have this size
        static_assert(sizeof(told) <= event.size());
        std::memcpy(event.data(), &told, sizeof(told));
        xcb_.send_event(connection_, 0, asked.requestor, XCB_EVENT_MASK_NO_EVENT, event.data());
        xcb_.flush(connection_);
    }

    std::string png_;
    Xcb xcb_;
    xcb_connection_t* connection_ = nullptr;
    xcb_window_t window_ = 0;
    xcb_atom_t clipboard_ = 0, targets_ = 0, picture_ = 0;
};

Status own_selection(const std::string& png) {
    auto owner = std::make_unique<SelectionOwner>(png);
    if (Status begun = owner->begin(); !begun) {
        return begun;
    }
    std::thread([running = std::move(owner)] { running->serve(); }).detach();
    return ok();
}

#else

Status own_selection(const std::string& png) {
    return copy_through({"xclip", "-selection", "clipboard", "-t", "image/png"}, png);
}

#endif

} // namespace

Status copy_picture(const ClipboardPicture& picture) {
    if (!environment("WAYLAND_DISPLAY").empty()) {
        if (has_program("wl-copy")) {
            return copy_through({"wl-copy", "--type", "image/png"}, picture.png);
        }
        if (environment("DISPLAY").empty()) {
            return Error{"a picture on this desktop's clipboard needs wl-copy, of the package wl-clipboard",
                         Error::Kind::display};
        }
    }
    return own_selection(picture.png);
}

} // namespace xpbd::system
