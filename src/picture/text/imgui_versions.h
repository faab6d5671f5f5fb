#pragma once

// All differences between the versions of Dear ImGui that we build with, 1.86 to 1.92:
//   1.87  keys and mouse are passed as events; keys have names of their own
//   1.92  fonts are rasterised when drawn, in any size; the back end keeps several textures up to date

#include <imgui.h>

#include <string_view>

#if IMGUI_VERSION_NUM >= 18700
#include <backends/imgui_impl_glfw.h>
#endif

#if IMGUI_VERSION_NUM < 19200
#include <backends/imgui_impl_opengl3.h>
#endif

struct GLFWwindow;

namespace xpbd::imgui {

/// True in the frame in which the key is pressed, and when it repeats.
inline bool key_pressed(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
    return ImGui::IsKeyPressed(key);
#else
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
#endif
}

/// Sets the key's state for the next frame; `native` is the key's number in the back end. Does nothing in versions
/// where keys are events.
inline void hold_key([[maybe_unused]] int native, [[maybe_unused]] bool down) {
#if IMGUI_VERSION_NUM < 18700
    ImGui::GetIO().KeysDown[native] = down;
#endif
}

/// Passes the mouse position to the GLFW back end. Does nothing in versions whose back end polls GLFW for it.
inline void tell_mouse([[maybe_unused]] GLFWwindow* window, [[maybe_unused]] double x, [[maybe_unused]] double y) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui_ImplGlfw_CursorPosCallback(window, x, y);
#endif
}

/// Number of mouse and keyboard events queued for later frames. From 1.87 on, fast typing is spread over several
/// frames. `context` is ImGui's internal context.
template <class Context>
int events_waiting([[maybe_unused]] const Context& context) {
#if IMGUI_VERSION_NUM >= 18700
    return context.InputEventsQueue.Size;
#else
    return 0;
#endif
}

/// The bytes of the atlas' first font, a TrueType file.
inline std::string_view first_font_file(const ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM >= 19190
    const ImFontConfig& source = atlas.Sources[0];
#else
    const ImFontConfig& source = atlas.ConfigData[0];
#endif
    return {static_cast<const char*>(source.FontData), static_cast<std::size_t>(source.FontDataSize)};
}

/// The size with which the font was added [px].
inline float size_of(const ImFont& font) {
#if IMGUI_VERSION_NUM >= 19200
    return font.LegacySize;
#else
    return font.FontSize;
#endif
}

/// True if the font itself contains a glyph for the character.
inline bool has_glyph(ImFont& font, ImWchar sign) {
#if IMGUI_VERSION_NUM >= 19200
    return font.IsGlyphInFont(sign);
#else
    return font.FindGlyphNoFallback(sign) != nullptr;
#endif
}

/// Pushes a font in its own size.
inline void push_font(ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
    ImGui::PushFont(font, font->LegacySize);
#else
    ImGui::PushFont(font);
#endif
}

/// Uploads the font atlas after the set of fonts has changed. From 1.92 on, the back end does this when it draws.
inline void upload_fonts() {
#if IMGUI_VERSION_NUM < 19200
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

/// True if a texture of the interface must still be created or updated by the next drawing.
inline bool textures_wait() {
#if IMGUI_VERSION_NUM >= 19200
    for (const ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
        if (texture->Status != ImTextureStatus_OK) {
            return true;
        }
    }
#endif
    return false;
}

/// @name For tests and benchmarks without a screen: a back end that draws nothing, and simulated input
/// @{

/// Replaces the back end's font texture. Call it after fonts were loaded and before the first frame.
inline void draw_nowhere() {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 19200
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#else
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    // The atlas needs a texture id other than 0, as in the real window: with 0, ImGui does not notice a font that is
    // pushed in one window and popped in another.
    io.Fonts->SetTexID((ImTextureID)1);
#endif
}

inline void move_mouse(float x, float y) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMousePosEvent(x, y);
#else
    ImGui::GetIO().MousePos = {x, y};
#endif
}

inline void set_button(int which, bool down) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddMouseButtonEvent(which, down);
#else
    ImGui::GetIO().MouseDown[which] = down;
#endif
}

inline void set_enter(bool down) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddKeyEvent(ImGuiKey_Enter, down);
#else
    constexpr int kIndex = 13; // any free index will do, as no back end defines one
    ImGui::GetIO().KeyMap[ImGuiKey_Enter] = kIndex;
    ImGui::GetIO().KeysDown[kIndex] = down;
#endif
}

/// Presses or releases a key with a name in ImGui, such as an arrow key.
inline void set_key(ImGuiKey key, bool down) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddKeyEvent(key, down);
#else
    const int index = 64 + key; // any free index will do, as no back end defines one
    ImGui::GetIO().KeyMap[key] = index;
    ImGui::GetIO().KeysDown[index] = down;
#endif
}

inline void set_ctrl(bool down) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, down);
#else
    ImGui::GetIO().KeyCtrl = down;
    ImGui::GetIO().KeyMods = down ? ImGuiKeyModFlags_Ctrl : ImGuiKeyModFlags_None;
#endif
}

inline void set_shift(bool down) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, down);
#else
    ImGui::GetIO().KeyShift = down;
    ImGui::GetIO().KeyMods = down ? ImGuiKeyModFlags_Shift : ImGuiKeyModFlags_None;
#endif
}
/// @}

} // namespace xpbd::imgui
