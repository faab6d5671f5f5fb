#include "window/platform/pictures/window_picture.h"

#include "picture/text/imgui_versions.h"
#include "window/widgets/style.h"

#include <algorithm>
#include <backends/imgui_impl_opengl3.h>
#include <cstddef>
#include <glad/gl.h>
#include <vector>

namespace xpbd::window {
namespace {

/// Appends the triangles of a command that overlap its clip rectangle to `seen`.
void append_seen(const ImDrawList& list, const ImVector<ImDrawIdx>& indices, const ImDrawCmd& command,
                 ImVector<ImDrawIdx>& seen) {
    const ImVec4& clip = command.ClipRect;
    for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
        const ImDrawIdx* corner = &indices[static_cast<int>(command.IdxOffset + i)];
        const auto place = [&](int k) -> const ImVec2& {
            return list.VtxBuffer[static_cast<int>(command.VtxOffset + corner[k])].pos;
        };
        const ImVec2 &a = place(0), &b = place(1), &c = place(2);
        if (std::max({a.x, b.x, c.x}) > clip.x && std::min({a.x, b.x, c.x}) < clip.z &&
            std::max({a.y, b.y, c.y}) > clip.y && std::min({a.y, b.y, c.y}) < clip.w) {
            seen.push_back(corner[0]);
            seen.push_back(corner[1]);
            seen.push_back(corner[2]);
        }
    }
}

/// Draws the interface inside `area` into the bound framebuffer.
void draw_triangles(const ScreenRect& area) {
    ImDrawData& data = *ImGui::GetDrawData();
    std::vector<ImVector<ImDrawIdx>> indices(static_cast<std::size_t>(data.CmdListsCount));
    std::vector<ImVector<ImDrawCmd>> commands(indices.size());
    for (std::size_t i = 0; i < indices.size(); ++i) {
        ImDrawList& list = *data.CmdLists[static_cast<int>(i)];
        indices[i].swap(list.IdxBuffer);
        commands[i].swap(list.CmdBuffer);
        for (ImDrawCmd command : commands[i]) {
            ImVec4& clip = command.ClipRect;
            clip = {std::max(clip.x, area.min.x), std::max(clip.y, area.min.y), std::min(clip.z, area.max.x),
                    std::min(clip.w, area.max.y)};
            const int begin = list.IdxBuffer.Size;
            if (clip.x < clip.z && clip.y < clip.w && command.UserCallback == nullptr) {
                append_seen(list, indices[i], command, list.IdxBuffer);
            }
            command.IdxOffset = static_cast<unsigned>(begin);
            command.ElemCount = static_cast<unsigned>(list.IdxBuffer.Size - begin);
            if (command.ElemCount > 0 || command.UserCallback != nullptr) {
                list.CmdBuffer.push_back(command);
            }
        }
    }
    for (int i = 0; i < data.CmdListsCount; ++i) {
        if (data.CmdLists[i]->IdxBuffer.empty()) {
            data.CmdLists[i]->IdxBuffer.push_back(0); // WebGL reads length 0 as the whole of the buffer
        }
    }
    ImGui_ImplOpenGL3_RenderDrawData(&data);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        ImDrawList& list = *data.CmdLists[static_cast<int>(i)];
        indices[i].swap(list.IdxBuffer);
        commands[i].swap(list.CmdBuffer);
    }
}

} // namespace

void WindowPicture::take(const AppState& state, const std::shared_ptr<const lab::Snapshot>& snapshot,
                         const Layout& layout, glm::ivec2 size, bool shared) {
    repaint_.take(*ImGui::GetDrawData());
    panes_.plan(state, snapshot, layout, size.y, shared, repaint_);
    if (screen_.width != size.x || screen_.height != size.y) {
        screen_.fit(size.x, size.y);
        repaint_.add_all();
    }
}

void WindowPicture::draw(const AppState& state, unsigned target) {
    panes_.draw(state);
    // This colour shows between the regions, as lines; in a presentation around them.
    const Palette& colours = palette(state.theme());
    const ImVec4 back = ImGui::ColorConvertU32ToFloat4(state.presentation.on ? colours.background : colours.line);
    for (const ScreenRect& area : repaint_.areas()) {
        const render::Rect rect{static_cast<int>(area.min.x), screen_.height - static_cast<int>(area.max.y),
                                static_cast<int>(area.width()), static_cast<int>(area.height())};
        glBindFramebuffer(GL_FRAMEBUFFER, screen_.buffer.name());
        glEnable(GL_SCISSOR_TEST);
        glScissor(rect.x, rect.y, rect.width, rect.height);
        glClearColor(back.x, back.y, back.z, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        glDisable(GL_SCISSOR_TEST);
        panes_.show(rect, screen_.buffer.name());
        draw_triangles(area);
    }
    repaint_.drawn();
    const render::Rect all{0, 0, screen_.width, screen_.height};
    screen_.copy(all, all, target);
    glBindFramebuffer(GL_FRAMEBUFFER, target);
}

} // namespace xpbd::window
