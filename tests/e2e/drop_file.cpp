// Drops a file on a window as a file manager would (XDND 5): drop_file TITLE_PART PATH. Exit 0 where the window took
// it.
#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <cstdio>
#include <cstring>
#include <string>

namespace {

struct Drop {
    Display* display = nullptr;
    Window source = 0;
    Window target = 0;

    Atom atom(const char* name) const { return XInternAtom(display, name, False); }

    void send(const char* type, long a, long b, long c, long d) const {
        XEvent event{};
        event.xclient.type = ClientMessage;
        event.xclient.display = display;
        event.xclient.window = target;
        event.xclient.message_type = atom(type);
        event.xclient.format = 32;
        event.xclient.data.l[0] = static_cast<long>(source);
        event.xclient.data.l[1] = a;
        event.xclient.data.l[2] = b;
        event.xclient.data.l[3] = c;
        event.xclient.data.l[4] = d;
        XSendEvent(display, target, False, NoEventMask, &event);
        XFlush(display);
    }

    /// The window whose title holds the word, looked for in the whole tree.
    Window find(Window root, const char* word) const {
        char* name = nullptr;
        const bool here = XFetchName(display, root, &name) != 0 && std::strstr(name, word) != nullptr;
        if (name != nullptr) {
            XFree(name);
        }
        if (here) {
            return root;
        }
        Window parent = 0;
        Window* children = nullptr;
        unsigned count = 0;
        Window found = 0;
        if (XQueryTree(display, root, &root, &parent, &children, &count) != 0) {
            for (unsigned i = 0; i < count && found == 0; ++i) {
                found = find(children[i], word);
            }
            if (children != nullptr) {
                XFree(children);
            }
        }
        return found;
    }

    /// Answers the target's events until it has taken the file; false if it refuses the file.
    bool serve(const std::string& uri) const {
        for (;;) {
            XEvent event;
            XNextEvent(display, &event);
            if (event.type == ClientMessage && event.xclient.message_type == atom("XdndStatus")) {
                if ((event.xclient.data.l[1] & 1) == 0) {
                    return false;
                }
                send("XdndDrop", 0, CurrentTime, 0, 0);
            } else if (event.type == SelectionRequest) {
                const XSelectionRequestEvent& asked = event.xselectionrequest;
                XChangeProperty(display, asked.requestor, asked.property, asked.target, 8, PropModeReplace,
                                reinterpret_cast<const unsigned char*>(uri.data()), static_cast<int>(uri.size()));
                XEvent answer{};
                answer.xselection.type = SelectionNotify;
                answer.xselection.requestor = asked.requestor;
                answer.xselection.selection = asked.selection;
                answer.xselection.target = asked.target;
                answer.xselection.property = asked.property;
                answer.xselection.time = asked.time;
                XSendEvent(display, asked.requestor, False, NoEventMask, &answer);
                XFlush(display);
            } else if (event.type == ClientMessage && event.xclient.message_type == atom("XdndFinished")) {
                return true;
            }
        }
    }
};

} // namespace

int main(int argc, char** argv) {
    Drop drop;
    drop.display = argc == 3 ? XOpenDisplay(nullptr) : nullptr;
    if (drop.display == nullptr) {
        std::fprintf(stderr, "usage: drop_file TITLE_PART PATH, with a display\n");
        return 2;
    }
    const Window root = DefaultRootWindow(drop.display);
    drop.target = drop.find(root, argv[1]);
    if (drop.target == 0) {
        std::fprintf(stderr, "no window has the title %s\n", argv[1]);
        return 1;
    }
    drop.source = XCreateSimpleWindow(drop.display, root, 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(drop.display, drop.atom("XdndSelection"), drop.source, CurrentTime);
    const auto list = static_cast<long>(drop.atom("text/uri-list"));
    drop.send("XdndEnter", 5L << 24, list, 0, 0);
    drop.send("XdndPosition", 0, (400L << 16) | 300L, CurrentTime, static_cast<long>(drop.atom("XdndActionCopy")));
    return drop.serve("file://" + std::string(argv[2]) + "\r\n") ? 0 : 1;
}
