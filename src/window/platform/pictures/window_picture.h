#pragma once

#include "render/gpu.h"
#include "window/platform/pictures/pane_pictures.h"

#include <glm/vec2.hpp>
#include <memory>

namespace xpbd::window {

/// The window's content: the pictures of the panes, and the interface over them. Only changed areas are drawn again;
/// the rest stays. Needs the GL context, with the OpenGL back end of Dear ImGui.
class WindowPicture {
public:
    explicit WindowPicture(render::Renderer& renderer) : panes_(renderer) {}

    const AutomaticQuality& automatic() const { return panes_.automatic(); }

    /// See PanePictures.
    void draw_still(double now, double seconds) { panes_.draw_still(now, seconds); }
    double still_due() const { return panes_.still_due(); }

    /// Takes in the next content of a window of this size [px], after ImGui::Render(). `shared`: PanePictures::plan().
    void take(const AppState& state, const std::shared_ptr<const lab::Snapshot>& snapshot, const Layout& layout,
              glm::ivec2 size, bool shared);
    /// Marks the whole window to be drawn again.
    void add_all() { repaint_.add_all(); }
    /// True where something has changed since it was drawn.
    bool wanted() const { return repaint_.wanted(); }
    /// Draws the frame of the last take(), and copies it whole into a framebuffer, which stays bound; 0 = the window's.
    void draw(const AppState& state, unsigned target);

private:
    PanePictures panes_;
    render::KeptPicture screen_;
    Repaint repaint_;
};

} // namespace xpbd::window
