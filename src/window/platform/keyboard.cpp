#include "window/platform/keyboard.h"

#include <GLFW/glfw3.h>
#include <cctype>
#include <cstring>
#include <utility>

namespace xpbd::window {
namespace {

/// Keys that mean the same in every layout: GLFW's and ours.
constexpr std::pair<int, int> kSpecialKeys[] = {
    {GLFW_KEY_TAB, kKeyTab},        {GLFW_KEY_BACKSPACE, kKeyBackspace},
    {GLFW_KEY_LEFT, kKeyLeft},      {GLFW_KEY_RIGHT, kKeyRight},
    {GLFW_KEY_HOME, kKeyHome},      {GLFW_KEY_UP, kKeyUp},
    {GLFW_KEY_DOWN, kKeyDown},      {GLFW_KEY_ENTER, kKeyEnter},
    {GLFW_KEY_KP_ENTER, kKeyEnter}, {GLFW_KEY_MENU, kKeyMenu},
    {GLFW_KEY_F1, kKeyF1},          {GLFW_KEY_F2, kKeyF2},
    {GLFW_KEY_F3, kKeyF3},          {GLFW_KEY_F4, kKeyF4},
    {GLFW_KEY_F5, kKeyF5},          {GLFW_KEY_F6, kKeyF6},
    {GLFW_KEY_F9, kKeyF9},          {GLFW_KEY_F10, kKeyF10},
    {GLFW_KEY_F11, kKeyF11},        {GLFW_KEY_F12, kKeyF12},
    {GLFW_KEY_KP_ADD, '='},         {GLFW_KEY_KP_SUBTRACT, '-'},
};

int special_key(int key) {
    for (const auto& [special, named] : kSpecialKeys) {
        if (special == key) {
            return named;
        }
    }
    return key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9 ? '0' + (key - GLFW_KEY_KP_0) : kKeyNone;
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
