#pragma once

#include "picture/view/scene_views.h"
#include "window/platform/pictures/repaint.h"
#include "window/platform/pictures/settled.h"
#include "window/stage/layout.h"
#include "window/state/app_state.h"
#include "window/state/automatic_quality.h"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace xpbd::window {

/// Draws the pictures of the panes off screen, and copies them into the window, beneath the interface. A picture that
/// would not change is not drawn again: without a graphics card a paused window answers several times as fast.
/// Needs the GL context.
class PanePictures {
public:
    /// Seconds without a change after which a picture is drawn in the best quality.
    static constexpr double kUnchanged = 0.3;
    /// Largest distance between a settled body and its picture [px].
    static constexpr double kBehind = 2;
    /// Largest age of the picture of a settled body during play [s]: its colours may have changed.
    static constexpr double kRenewal = 2;
    explicit PanePictures(render::Renderer& renderer) : renderer_(renderer), automatic_(renderer.driver()) {}

    /// Chooses the quality where Preferences::quality is automatic.
    const AutomaticQuality& automatic() const { return automatic_; }

    /// Takes in what the panes are to show, in the quality of the preferences. Adds to `repaint` the parts of the
    /// window that have to change. `height`: of the framebuffer [px]. `shared`: other work needs the cores; then a
    /// picture whose size is the same is drawn at most every 0.5 s, so that the interface answers.
    void plan(const AppState& state, const std::shared_ptr<const lab::Snapshot>& snapshot, const Layout& layout,
              int height, bool shared, Repaint& repaint);
    /// Draws the pictures that have changed. Where the quality is automatic, pictures are timed now and then.
    void draw(const AppState& state);
    /// Copies the part of the pictures inside `area` into a framebuffer.
    void show(const render::Rect& area, unsigned target);
    /// Draws pictures that have not changed for 0.3 s once more in high quality, while nothing plays or the bodies have
    /// settled: about `seconds` of the work per call. A finished picture is shown in the next frame; a change drops an
    /// unfinished one.
    void draw_still(double now, double seconds);
    /// AppState::now from which on draw_still() has work, or its picture waits to be shown [s]; infinity: never.
    double still_due() const;
    /// Counts of the pictures that draw() has drawn, and that draw_still() has begun and finished.
    std::size_t drawn_pictures() const { return drawn_pictures_; }
    std::size_t begun_stills() const { return begun_stills_; }
    std::size_t drawn_stills() const { return drawn_stills_; }

private:
    /// Everything that a picture depends on.
    struct Content {
        std::shared_ptr<const lab::Snapshot> snapshot;
        picture::PictureOptions options;
        lab::Camera camera;
        int pane = 0;

        /// True where both are the same picture.
        bool operator==(const Content& other) const;
    };
    struct Place {
        int pane = 0;
        render::Rect rect;

        bool operator==(const Place& other) const;
    };
    void draw_planned();
    /// Slot of the next picture to draw in high quality.
    std::optional<std::size_t> next_still() const;
    Status begin_still(std::size_t slot);
    /// Compares the planned content of a slot with its picture, once per plan: a body has up to a million particles.
    void see(std::size_t slot);
    /// Size of a pixel at a pane's body [m].
    double pixel_size(std::size_t slot) const;

    render::Renderer& renderer_;
    AutomaticQuality automatic_;
    double pixels_ = 0; ///< drawn in this frame
    std::size_t drawn_pictures_ = 0;
    picture::SceneViews views_;
    std::vector<Place> places_, drawn_places_;              ///< of this plan, and of the plan before
    std::array<Content, render::Renderer::kSlots> planned_; ///< by pane
    std::array<Content, render::Renderer::kSlots> shown_;
    bool keep_ = false; ///< keeps pictures of the same size, even if their content has changed
    bool shared_ = false;
    Settled settled_;
    bool creeps_ = false;  ///< the bodies have settled during play
    bool at_rest_ = false; ///< nothing plays or moves, and no background work runs
    double changed_ = 0;   ///< when a picture last changed [s]
    double now_ = 0;       ///< time of the plan [s]
    struct Still {
        std::size_t slot = 0;
        Content content; ///< whose arrays the capture reads
        render::Capture capture;
    };
    std::optional<Still> still_;                              ///< the unfinished picture in high quality
    std::array<bool, render::Renderer::kSlots> is_still_{};   ///< the slot holds a picture in high quality
    std::array<bool, render::Renderer::kSlots> is_shown_{};   ///< the slot's picture serves for the planned content
    std::array<bool, render::Renderer::kSlots> is_old_{};     ///< a newer picture in high quality is to be drawn
    std::array<bool, render::Renderer::kSlots> renewed_{};    ///< a finished picture in high quality is not shown yet
    std::array<double, render::Renderer::kSlots> still_at_{}; ///< when the last one in high quality was begun [s]
    std::size_t begun_stills_ = 0, drawn_stills_ = 0;
    double drawn_ = 0; ///< when the panes were drawn last [s]
};

} // namespace xpbd::window
