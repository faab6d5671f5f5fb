#pragma once

#include "render/gl/gpu.h"
#include "window/platform/pictures/pane_pictures.h"

#include <glm/vec2.hpp>
#include <memory>

namespace xpbd::window {

/// What the window shows: the pictures of the panes, and the interface over them. Only what has changed is drawn again;
/// the rest stays. Needs the GL context, with the OpenGL back end of Dear ImGui.
class WindowPicture {
public:
    explicit WindowPicture(render::Renderer& renderer) : panes_(renderer) {}

    const AutomaticQuality& automatic() const { return panes_.automatic(); }

    /// See PanePictures.
    void draw_still(double now, double seconds) { panes_.draw_still(now, seconds); }
    double still_due() const { return panes_.still_due(); }

    /// Takes in what a window of this size [px] is to show, after ImGui::Render(). `shared`: see PanePictures::plan().
    void take(const AppState& state, const std::shared_ptr<const lab::Snapshot>& snapshot, const Layout& layout,
              glm::ivec2 size, bool shared);
    /// Everything has changed, whatever else says.
    void add_all() { repaint_.add_all(); }
    /// True where something has changed since it was drawn.
    bool wanted() const { return repaint_.wanted(); }
    /// Draws what was taken in last, and copies all of it into a framebuffer, which stays bound; 0 is the window's.
    void draw(const AppState& state, unsigned target);

private:
    PanePictures panes_;
    render::KeptPicture screen_;
    Repaint repaint_;
};

} // namespace xpbd::window
