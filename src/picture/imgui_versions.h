#pragma once

// What differs between the versions of Dear ImGui that we build with, 1.86 to 1.92, and nowhere else:
//   1.87  keys and mouse come as events; keys have names of their own
//   1.92  fonts are rasterised when they are drawn, in any size; the back end keeps several textures up to date

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

/// True in the frame in which the key goes down, and while it repeats.
inline bool key_pressed(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
    return ImGui::IsKeyPressed(key);
#else
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
#endif
}

/// Sets what the next frame reads of a key; `native` is the back end's name of it. Does nothing where keys are events.
inline void hold_key([[maybe_unused]] int native, [[maybe_unused]] bool down) {
#if IMGUI_VERSION_NUM < 18700
    ImGui::GetIO().KeysDown[native] = down;
#endif
}

/// Passes on to the back end for GLFW where the mouse is. Does nothing where it asks GLFW itself.
inline void tell_mouse([[maybe_unused]] GLFWwindow* window, [[maybe_unused]] double x, [[maybe_unused]] double y) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui_ImplGlfw_CursorPosCallback(window, x, y);
#endif
}

/// Events of mouse and keyboard that are kept for frames to come: from 1.87 on, a text that is typed fast is spread
/// over several. `context` is ImGui's, of its internal header.
template <class Context>
int events_waiting([[maybe_unused]] const Context& context) {
#if IMGUI_VERSION_NUM >= 18700
    return context.InputEventsQueue.Size;
#else
    return 0;
#endif
}

/// The bytes of the first font of the atlas, a TrueType file.
inline std::string_view first_font_file(const ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM >= 19190
    const ImFontConfig& source = atlas.Sources[0];
#else
    const ImFontConfig& source = atlas.ConfigData[0];
#endif
    return {static_cast<const char*>(source.FontData), static_cast<std::size_t>(source.FontDataSize)};
}

/// The size that the font was added with [px].
inline float size_of(const ImFont& font) {
#if IMGUI_VERSION_NUM >= 19200
    return font.LegacySize;
#else
    return font.FontSize;
#endif
}

/// True where the font has a glyph of its own for the sign.
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

/// Brings the atlas of a changed set of fonts to the graphics card. From 1.92 on, the back end does it when it draws.
inline void upload_fonts() {
#if IMGUI_VERSION_NUM < 19200
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

/// True where a texture of the interface is still to be made or changed, by the next drawing.
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

/// @name Without a screen, for tests and benchmarks: a back end that draws nothing, and a hand
/// @{

/// Stands in for the back end's texture of the fonts. After fonts were loaded, before the first frame.
inline void draw_nowhere() {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 19200
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#else
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    // As in the real window the atlas has a texture id. With the id 0, ImGui does not notice a font that is pushed in
    // one window and popped in another.
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
    constexpr int kIndex = 13; // ours: there is no back end that has one
    ImGui::GetIO().KeyMap[ImGuiKey_Enter] = kIndex;
    ImGui::GetIO().KeysDown[kIndex] = down;
#endif
}

/// Of a key that has a name: an arrow.
inline void set_key(ImGuiKey key, bool down) {
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().AddKeyEvent(key, down);
#else
    const int index = 64 + key; // ours, as above
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
/// @}

} // namespace xpbd::imgui
