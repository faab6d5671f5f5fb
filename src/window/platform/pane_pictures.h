#pragma once

#include "window/state/app_state.h"
#include "window/state/automatic_quality.h"
#include "window/state/layout.h"

#include <array>
#include <memory>

namespace xpbd::window {

/// Draws what the panes show into the window, beneath the interface. A picture that would come out as the last one is
/// only copied: without a graphics card a paused window answers several times as fast. Needs the GL context.
class PanePictures {
public:
    explicit PanePictures(render::Renderer& renderer) : renderer_(renderer), automatic_(renderer.driver()) {}

    /// What is chosen where the preferences leave the quality to the machine.
    const AutomaticQuality& automatic() const { return automatic_; }

    /// In the quality that the preferences ask for; where that is automatic, pictures are timed now and then.
    /// `height`: of the framebuffer [px]; `ratio`: its pixels per unit of the layout. `shared`: something else wants
    /// the cores; then the interface comes before the pictures, which are drawn anew only now and then.
    void draw(const AppState& state, const std::shared_ptr<const lab::Snapshot>& snapshot, const Layout& layout,
              int height, float ratio, bool shared);

private:
    /// What decides how a picture comes out.
    struct Content {
        std::shared_ptr<const lab::Snapshot> snapshot;
        picture::PictureOptions options;
        lab::Camera camera;

        bool operator==(const Content&) const = default;
    };
    void draw_panes(const AppState& state, const picture::PictureOptions& options,
                    const std::shared_ptr<const lab::Snapshot>& snapshot, const Layout& layout, int height, float ratio,
                    bool shared);

    render::Renderer& renderer_;
    AutomaticQuality automatic_;
    double pixels_ = 0; ///< that were drawn in this frame
    picture::SceneViews views_;
    std::array<Content, render::Renderer::kSlots> shown_; ///< by each pane
    double drawn_ = 0;                                    ///< when the panes were drawn last [s]
};

} // namespace xpbd::window
