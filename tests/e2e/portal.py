# A stand-in for the desktop's portal on the session bus. Its dialog to open chooses OPENED at once; the first one to save
# is cancelled, the others choose SAVED. It prints a line for each dialog to save: the folder and the suggested name.
#   portal.py OPENED SAVED
import sys
import urllib.parse

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.portal."
PATH = "/org/freedesktop/portal/desktop"


class Request(dbus.service.Object):
    @dbus.service.signal(NAME + "Request", signature="ua{sv}")
    def Response(self, code, results):
        pass


class Portal(dbus.service.Object):
    saves = 0

    def answer(self, sender, options, code, path):
        place = PATH + "/request/" + sender[1:].replace(".", "_") + "/" + options["handle_token"]
        request = Request(bus, place)
        results = {"choices": dbus.Array([], signature="(ss)"),
                   "uris": dbus.Array(["file://" + urllib.parse.quote(path)] if code == 0 else [], signature="s")}
        GLib.timeout_add(500, lambda: request.Response(dbus.UInt32(code), results))
        return dbus.ObjectPath(place)

    @dbus.service.method(NAME + "FileChooser", in_signature="ssa{sv}", out_signature="o", sender_keyword="sender")
    def OpenFile(self, parent, title, options, sender=None):
        return self.answer(sender, options, 0, sys.argv[1])

    @dbus.service.method(NAME + "FileChooser", in_signature="ssa{sv}", out_signature="o", sender_keyword="sender")
    def SaveFile(self, parent, title, options, sender=None):
        folder = bytes(options["current_folder"])
        assert folder.endswith(b"\0") and options["filters"][0][0] == "Sessions"
        print(folder[:-1].decode() + "/" + options["current_name"], flush=True)
        self.saves += 1
        return self.answer(sender, options, 1 if self.saves == 1 else 0, sys.argv[2])


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName(NAME + "Desktop", bus)
portal = Portal(bus, PATH)
GLib.MainLoop().run()
