#include "window/widgets/style.h"

#include "picture/text/font.h"
#include "picture/text/imgui_versions.h"
#include "render/colour/colour.h"

#include <cmath>

namespace xpbd::window {
namespace {

constexpr float kBodySize = 15; ///< [px] at scale 1
constexpr float kLargeSize = 17;
constexpr float kSmallSize = 12.5f; // 13 at scale 1

/// Latin, marks over a letter, Greek, super- and subscripts, arrows, mathematics, geometric and other signs.
constexpr ImWchar kGlyphs[] = {0x0020, 0x00FF, 0x0300, 0x036F, 0x0370, 0x03FF, 0x2010, 0x2027, 0x2070, 0x209F,
                               0x2190, 0x21FF, 0x2200, 0x22FF, 0x25A0, 0x25FF, 0x2600, 0x27BF, 0};

/// Numbers and their units: large glyphs take much of the atlas.
constexpr ImWchar kValueGlyphs[] = {0x0020, 0x00FF, 0x2010, 0x2027, 0};

constexpr ImU32 rgb(unsigned hex) {
    return IM_COL32((hex >> 16) & 0xff, (hex >> 8) & 0xff, hex & 0xff, 255);
}

// The themes differ in their layers: on dark, higher layers are lighter; on light, cards are white on grey. The tests
// check the contrast of texts.
constexpr Palette kDark = {
    .background = rgb(0x0d1014),
    .panel = rgb(0x161a20),
    .raised = rgb(0x1e242c),
    .line = rgb(0x343d49),
    .text = rgb(0xe9edf3),
    .text_dim = rgb(0xabb6c4),
    .text_faint = rgb(0x929dac),
    .accent = rgb(0x52c0af),
    .track = rgb(0x2a323d),
    .track_hover = rgb(0x36414e),
    .fill = rgb(0x2c625d),
    .fill_hover = rgb(0x34716b),
    .good = rgb(0x5cccb6),
    .warn = rgb(0xf2bd53),
    .bad = rgb(0xfb9a76),
};
constexpr Palette kLight = {
    .background = rgb(0xe3e8ee),
    .panel = rgb(0xf2f4f7),
    .raised = rgb(0xffffff),
    .line = rgb(0xbcc5d0),
    .text = rgb(0x10161d),
    .text_dim = rgb(0x3d4754),
    .text_faint = rgb(0x566070),
    .accent = rgb(0x096e63),
    .track = rgb(0xdbe1e9),
    .track_hover = rgb(0xcbd4df),
    .fill = rgb(0xa6ddd2),
    .fill_hover = rgb(0x8fd2c5),
    .good = rgb(0x07594c),
    .warn = rgb(0x744a00),
    .bad = rgb(0x9f2f00),
};

ImVec4 vec(ImU32 colour, float alpha = 1) {
    ImVec4 result = ImGui::ColorConvertU32ToFloat4(colour);
    result.w *= alpha;
    return result;
}

void apply_colours(const Palette& p, ImVec4* c) {
    c[ImGuiCol_Text] = vec(p.text);
    c[ImGuiCol_TextDisabled] = vec(p.text_faint);
    c[ImGuiCol_WindowBg] = vec(p.panel);
    c[ImGuiCol_ChildBg] = {0, 0, 0, 0};
    c[ImGuiCol_PopupBg] = vec(p.raised);
    c[ImGuiCol_Border] = vec(p.line);
    c[ImGuiCol_BorderShadow] = {0, 0, 0, 0};
    c[ImGuiCol_FrameBg] = vec(p.track);
    c[ImGuiCol_FrameBgHovered] = vec(p.track_hover);
    c[ImGuiCol_FrameBgActive] = vec(p.track_hover);
    c[ImGuiCol_TitleBg] = vec(p.raised);
    c[ImGuiCol_TitleBgActive] = vec(p.raised);
    c[ImGuiCol_TitleBgCollapsed] = vec(p.raised);
    c[ImGuiCol_MenuBarBg] = vec(p.panel);
    c[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0};
    c[ImGuiCol_ScrollbarGrab] = vec(p.line);
    c[ImGuiCol_ScrollbarGrabHovered] = vec(p.text_faint);
    c[ImGuiCol_ScrollbarGrabActive] = vec(p.text_dim);
    c[ImGuiCol_CheckMark] = vec(p.accent);
    c[ImGuiCol_SliderGrab] = vec(p.accent);
    c[ImGuiCol_SliderGrabActive] = vec(p.accent);
    c[ImGuiCol_Button] = vec(p.track);
    c[ImGuiCol_ButtonHovered] = vec(p.track_hover);
    c[ImGuiCol_ButtonActive] = vec(p.accent, 0.5f);
    c[ImGuiCol_Header] = vec(p.accent, kChosenFill);
    c[ImGuiCol_HeaderHovered] = vec(p.accent, 0.30f);
    c[ImGuiCol_HeaderActive] = vec(p.accent, kChosenFillHot);
    c[ImGuiCol_PlotHistogram] = vec(p.fill); // progress bars
    c[ImGuiCol_Separator] = vec(p.line);
    c[ImGuiCol_SeparatorHovered] = vec(p.accent, 0.6f);
    c[ImGuiCol_SeparatorActive] = vec(p.accent);
    c[ImGuiCol_Tab] = vec(p.panel);
    c[ImGuiCol_TabHovered] = vec(p.accent, 0.30f);
    c[ImGuiCol_TabActive] = vec(p.accent, 0.24f);
    c[ImGuiCol_TabUnfocused] = vec(p.panel);
    c[ImGuiCol_TabUnfocusedActive] = vec(p.accent, 0.24f);
    c[ImGuiCol_TextSelectedBg] = vec(p.accent, 0.35f);
    c[ImGuiCol_ModalWindowDimBg] = {0, 0, 0, 0.45f};
}

} // namespace

const Palette& palette(render::Theme theme) {
    return theme == render::Theme::dark ? kDark : kLight;
}

void apply_style(render::Theme theme, float scale, bool fingers) {
    ImGuiStyle style;
    style.WindowPadding = {12, 10};
    style.FramePadding = {8, 4};
    style.TouchExtraPadding = fingers ? ImVec2(3, 7) : ImVec2(0, 0); // a button of 26 px takes a press within 40
    style.ItemSpacing = {8, 6};
    style.ItemInnerSpacing = {6, 4};
    style.IndentSpacing = 16;
    style.ScrollbarSize = 10;
    style.GrabMinSize = 12;
    style.WindowRounding = 0;
    style.ChildRounding = 6;
    style.FrameRounding = 5;
    style.PopupRounding = 8;
    style.ScrollbarRounding = 6;
    style.GrabRounding = 5;
    style.TabRounding = 5;
    style.WindowBorderSize = 0;
    style.PopupBorderSize = 1;
    style.FrameBorderSize = 0;
    style.TabBorderSize = 0;
    style.WindowTitleAlign = {0, 0.5f};
    style.DisabledAlpha = 0.55f;
    apply_colours(palette(theme), style.Colors);
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

Fonts load_fonts(float scale) {
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    Fonts fonts;
    const system::Typeface typeface = picture::find_typeface();
    const std::string& regular = typeface.regular;
    if (regular.empty()) {
        ImFontConfig config;
        config.SizePixels = 13 * scale;
        io.Fonts->AddFontDefault(&config);
        fonts.warnings.emplace_back(
            "font DejaVuSans.ttf was not found (install fonts-dejavu-core); signs like α may miss");
        return fonts;
    }
    const auto add = [&](const std::string& path, float size, const ImWchar* glyphs = kGlyphs) {
        ImFontConfig config;
        config.OversampleH = 2;
        config.OversampleV = 1;
        ImFont* font = io.Fonts->AddFontFromFileTTF(path.c_str(), std::round(size * scale), &config, glyphs);
        if (!typeface.signs.empty()) {
            config.MergeMode = true;
            io.Fonts->AddFontFromFileTTF(typeface.signs.c_str(), std::round(size * scale), &config, glyphs);
        }
        return font;
    };
    const std::string& heavy = typeface.bold.empty() ? regular : typeface.bold;
    fonts.body = add(regular, kBodySize);
    fonts.bold = add(heavy, kBodySize);
    fonts.large = add(heavy, kLargeSize);
    fonts.small = add(regular, kSmallSize);
    for (std::size_t i = 0; i < kValueSizes.size(); ++i) {
        fonts.values[i] = add(heavy, kValueSizes[i], kValueGlyphs);
    }
    return fonts;
}

void push_font(ImFont* font) {
    imgui::push_font(font == nullptr ? ImGui::GetFont() : font);
}

void pop_font() {
    ImGui::PopFont();
}

float line_height(ImFont* font) {
    push_font(font);
    const float height = ImGui::GetTextLineHeight();
    pop_font();
    return height;
}

float text_width(ImFont* font, std::string_view text) {
    push_font(font);
    const float width = ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
    pop_font();
    return width;
}

ImU32 with_alpha(ImU32 colour, float alpha) {
    return (colour & ~IM_COL32_A_MASK) | (static_cast<ImU32>(std::lround(alpha * 255.0f)) << IM_COL32_A_SHIFT);
}

ImU32 to_colour(const glm::vec3& colour) {
    return ImGui::ColorConvertFloat4ToU32({colour.x, colour.y, colour.z, 1});
}

glm::vec3 to_code(ImU32 colour) {
    const ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
    return {c.x, c.y, c.z};
}

ImU32 ink_on(ImU32 background) {
    const glm::vec3 back = to_code(background);
    return render::contrast(glm::vec3(0), back) >= render::contrast(glm::vec3(1), back) ? IM_COL32_BLACK
                                                                                        : IM_COL32_WHITE;
}

} // namespace xpbd::window
