// Keys of the browser as GLFW's keys.
#include "web/keys.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace xpbd::web {
namespace {

constexpr std::pair<std::string_view, int> kNamed[] = {{"Space", GLFW_KEY_SPACE},
                                                       {"Quote", GLFW_KEY_APOSTROPHE},
                                                       {"Comma", GLFW_KEY_COMMA},
                                                       {"Minus", GLFW_KEY_MINUS},
                                                       {"Period", GLFW_KEY_PERIOD},
                                                       {"Slash", GLFW_KEY_SLASH},
                                                       {"Semicolon", GLFW_KEY_SEMICOLON},
                                                       {"Equal", GLFW_KEY_EQUAL},
                                                       {"BracketLeft", GLFW_KEY_LEFT_BRACKET},
                                                       {"Backslash", GLFW_KEY_BACKSLASH},
                                                       {"BracketRight", GLFW_KEY_RIGHT_BRACKET},
                                                       {"Backquote", GLFW_KEY_GRAVE_ACCENT},
                                                       {"Escape", GLFW_KEY_ESCAPE},
                                                       {"Enter", GLFW_KEY_ENTER},
                                                       {"Tab", GLFW_KEY_TAB},
                                                       {"Backspace", GLFW_KEY_BACKSPACE},
                                                       {"Insert", GLFW_KEY_INSERT},
                                                       {"Delete", GLFW_KEY_DELETE},
                                                       {"ArrowRight", GLFW_KEY_RIGHT},
                                                       {"ArrowLeft", GLFW_KEY_LEFT},
                                                       {"ArrowDown", GLFW_KEY_DOWN},
                                                       {"ArrowUp", GLFW_KEY_UP},
                                                       {"PageUp", GLFW_KEY_PAGE_UP},
                                                       {"PageDown", GLFW_KEY_PAGE_DOWN},
                                                       {"Home", GLFW_KEY_HOME},
                                                       {"End", GLFW_KEY_END},
                                                       {"NumpadDecimal", GLFW_KEY_KP_DECIMAL},
                                                       {"NumpadDivide", GLFW_KEY_KP_DIVIDE},
                                                       {"NumpadMultiply", GLFW_KEY_KP_MULTIPLY},
                                                       {"NumpadSubtract", GLFW_KEY_KP_SUBTRACT},
                                                       {"NumpadAdd", GLFW_KEY_KP_ADD},
                                                       {"NumpadEnter", GLFW_KEY_KP_ENTER},
                                                       {"ShiftLeft", GLFW_KEY_LEFT_SHIFT},
                                                       {"ShiftRight", GLFW_KEY_RIGHT_SHIFT},
                                                       {"ControlLeft", GLFW_KEY_LEFT_CONTROL},
                                                       {"ControlRight", GLFW_KEY_RIGHT_CONTROL},
                                                       {"AltLeft", GLFW_KEY_LEFT_ALT},
                                                       {"AltRight", GLFW_KEY_RIGHT_ALT},
                                                       {"MetaLeft", GLFW_KEY_LEFT_SUPER},
                                                       {"MetaRight", GLFW_KEY_RIGHT_SUPER}};

/// Keys that browsers use with Ctrl: close, open and search tabs and windows, address, reload, print, source, zoom.
constexpr std::string_view kCtrlOfBrowser = "NTWRLPUFDJHG-=0123456789";

} // namespace

int key_of(std::string_view code) {
    if (code.size() == 4 && code.starts_with("Key")) {
        return GLFW_KEY_A + (code[3] - 'A');
    }
    if (code.size() == 6 && code.starts_with("Digit")) {
        return GLFW_KEY_0 + (code[5] - '0');
    }
    if (code.size() == 7 && code.starts_with("Numpad") && code[6] >= '0' && code[6] <= '9') {
        return GLFW_KEY_KP_0 + (code[6] - '0');
    }
    if ((code.size() == 2 || code.size() == 3) && code[0] == 'F' && code[1] >= '1' && code[1] <= '9') {
        return GLFW_KEY_F1 - 1 + std::stoi(std::string(code.substr(1)));
    }
    const auto* row =
        std::find_if(std::begin(kNamed), std::end(kNamed), [&](const auto& r) { return r.first == code; });
    return row == std::end(kNamed) ? -1 : row->second;
}

bool is_of_browser(int key, bool ctrl, bool shift, bool alt, bool meta) {
    if (alt || meta || key == GLFW_KEY_F5 || key == GLFW_KEY_F6 || key == GLFW_KEY_F7 || key == GLFW_KEY_F11 ||
        key == GLFW_KEY_F12) {
        return true;
    }
    if (!ctrl) {
        return false;
    }
    const bool of_letters = key < 128 && kCtrlOfBrowser.find(static_cast<char>(key)) != std::string_view::npos;
    return of_letters || key == GLFW_KEY_TAB || (shift && (key == GLFW_KEY_I || key == GLFW_KEY_C));
}

unsigned typed_sign(std::string_view key) {
    if (key.empty()) {
        return 0;
    }
    const auto first = static_cast<unsigned char>(key[0]);
    const std::size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (key.size() != length || first < ' ') { // a key's name, such as Enter
        return 0;
    }
    unsigned sign = length == 1 ? first : first & (0xffu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        sign = sign << 6 | (static_cast<unsigned char>(key[i]) & 0x3fu);
    }
    return sign;
}

} // namespace xpbd::web
