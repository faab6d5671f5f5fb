#pragma once

#include "window/state/app_state.h"
#include "window/state/automatic_quality.h"
#include "window/state/layout.h"

#include <array>
#include <memory>
#include <vector>

namespace xpbd::window {

/// Draws what the panes show into the window, beneath the interface. A picture that would come out as the last one is
/// only copied: without a graphics card a paused window answers several times as fast. Needs the GL context.
class PanePictures {
public:
    explicit PanePictures(render::Renderer& renderer) : renderer_(renderer), automatic_(renderer.driver()) {}

    /// What is chosen where the preferences leave the quality to the machine.
    const AutomaticQuality& automatic() const { return automatic_; }

    /// Takes in what the panes are to show. True where the window does not show just that already.
    /// In the quality that the preferences ask for. `height`: of the framebuffer [px]. `shared`: something else wants
    /// the cores; then the interface comes before the pictures, which are drawn anew only now and then.
    bool plan(const AppState& state, const std::shared_ptr<const lab::Snapshot>& snapshot, const Layout& layout,
              int height, bool shared);
    /// Draws it. Where the quality is automatic, pictures are timed now and then.
    void draw(const AppState& state);

private:
    /// What decides how a picture comes out.
    struct Content {
        std::shared_ptr<const lab::Snapshot> snapshot;
        picture::PictureOptions options;
        lab::Camera camera;

        bool operator==(const Content&) const = default;
    };
    struct Place {
        int pane = 0;
        render::Rect rect;

        bool operator==(const Place& other) const;
    };
    void draw_planned();

    render::Renderer& renderer_;
    AutomaticQuality automatic_;
    double pixels_ = 0; ///< that were drawn in this frame
    picture::SceneViews views_;
    std::vector<Place> places_, drawn_places_;              ///< planned, and as the window shows them
    std::array<Content, render::Renderer::kSlots> planned_; ///< by pane
    std::array<Content, render::Renderer::kSlots> shown_;
    bool keep_ = false; ///< pictures of the same size, whatever they show
    bool shared_ = false;
    double drawn_ = 0; ///< when the panes were drawn last [s]
};

} // namespace xpbd::window
