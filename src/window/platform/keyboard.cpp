#include "window/platform/keyboard.h"

#include <GLFW/glfw3.h>
#include <cctype>
#include <cstring>

namespace xpbd::window {
namespace {

int special_key(int key) {
    switch (key) {
    case GLFW_KEY_TAB:
        return kKeyTab;
    case GLFW_KEY_BACKSPACE:
        return kKeyBackspace;
    case GLFW_KEY_LEFT:
        return kKeyLeft;
    case GLFW_KEY_RIGHT:
        return kKeyRight;
    case GLFW_KEY_HOME:
        return kKeyHome;
    case GLFW_KEY_UP:
        return kKeyUp;
    case GLFW_KEY_DOWN:
        return kKeyDown;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
        return kKeyEnter;
    case GLFW_KEY_MENU:
        return kKeyMenu;
    case GLFW_KEY_F1:
        return kKeyF1;
    case GLFW_KEY_F2:
        return kKeyF2;
    case GLFW_KEY_F3:
        return kKeyF3;
    case GLFW_KEY_F4:
        return kKeyF4;
    case GLFW_KEY_F5:
        return kKeyF5;
    case GLFW_KEY_F6:
        return kKeyF6;
    case GLFW_KEY_F9:
        return kKeyF9;
    case GLFW_KEY_F10:
        return kKeyF10;
    case GLFW_KEY_F11:
        return kKeyF11;
    case GLFW_KEY_F12:
        return kKeyF12;
    case GLFW_KEY_KP_ADD:
        return '=';
    case GLFW_KEY_KP_SUBTRACT:
        return '-';
    default:
        return key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9 ? '0' + (key - GLFW_KEY_KP_0) : kKeyNone;
    }
}

int printed_key(int key, int scancode) {
    // The digits' row by its place: on some layouts it prints signs without Shift.
    if (key == GLFW_KEY_SPACE || (key >= GLFW_KEY_0 && key <= GLFW_KEY_9)) {
        return key;
    }
    const char* name = glfwGetKeyName(key, scancode);
    if (name != nullptr && name[0] != '\0' && name[1] == '\0') {
        const auto sign = static_cast<unsigned char>(name[0]);
        if (std::isalpha(sign) != 0) {
            return std::toupper(sign);
        }
        if (std::strchr("-=[],.", sign) != nullptr) {
            return sign;
        }
        return sign == '+' ? '=' : static_cast<int>(kKeyNone);
    }
    return key > ' ' && key < 127 ? key : kKeyNone;
}

} // namespace

Chord to_chord(int glfw_key, int scancode, int glfw_mods) {
    const int special = special_key(glfw_key);
    Chord chord;
    if ((glfw_mods & (GLFW_MOD_ALT | GLFW_MOD_SUPER)) == 0) {
        chord.key = special != kKeyNone ? special : printed_key(glfw_key, scancode);
    }
    chord.ctrl = (glfw_mods & GLFW_MOD_CONTROL) != 0;
    chord.shift = (glfw_mods & GLFW_MOD_SHIFT) != 0;
    return chord;
}

} // namespace xpbd::window
