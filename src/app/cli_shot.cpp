#include "app/cli.h"
#include "app/outputs.h"
#include "app/picture.h"

#include "lab/output.h"
#include "lab/runner.h"
#include "render/headless.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace xpbd::app {
namespace {

constexpr int kDefaultFrame = 240;

PictureOptions picture_options(const ShotOptions& options, const glm::ivec2& size) {
    PictureOptions picture;
    picture.width = size.x;
    picture.height = size.y;
    picture.supersampling = options.supersampling;
    picture.stamp = !options.no_stamp;
    picture.transparent = options.transparent;
    picture.look.theme = options.theme == "light" ? render::Theme::light : render::Theme::dark;
    picture.look.style = options.style == "wireframe"     ? render::BodyStyle::wireframe
                         : options.style == "constraints" ? render::BodyStyle::constraints
                                                          : render::BodyStyle::shaded;
    picture.mode = options.view == "single"  ? ViewMode::single
                   : options.view == "ghost" ? ViewMode::ghost
                                             : ViewMode::side_by_side;
    picture.active_pane = options.pane[0] - 'a';
    return picture;
}

/// Found out now, not after a long run. "-" is standard output.
Status check_out(const ShotOptions& options) {
    std::string extension = std::filesystem::path(options.out).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (options.out != "-" && extension != ".png") {
        return Error{"--out " + options.out + ": a picture is a PNG; name it " +
                     (options.out.empty() ? "picture" : options.out) + ".png"};
    }
    std::error_code code;
    if (!options.force && options.out != "-" && std::filesystem::exists(options.out, code)) {
        return Error{options.out + ": exists already; choose another name, or --force"};
    }
    return check_outputs({{"--out", options.out}}, "");
}

} // namespace

int take_shot(const ShotOptions& options) {
    const Result<glm::ivec2> size = parse_size(options.size);
    if (!size) {
        return report(size.error());
    }
    const Status writable = check_out(options);
    if (!writable) {
        return report(writable.error());
    }
    Result<lab::Session> session = options.session.load();
    if (!session) {
        return report(session.error());
    }
    const PictureOptions picture = picture_options(options, *size);
    if (static_cast<std::size_t>(picture.active_pane) >= session->panes.size()) {
        return report(
            {"--pane " + options.pane + ": the session has " + std::to_string(session->panes.size()) + " panes"});
    }
    const Result<render::HeadlessContext> context = render::HeadlessContext::create();
    if (!context) {
        return report(context.error());
    }
    Result<render::Renderer> renderer = render::Renderer::create();
    if (!renderer) {
        return report(renderer.error());
    }

    if (options.frame) {
        session->frame = *options.frame;
    } else if (session->frame == 0) {
        session->frame = kDefaultFrame;
    }
    lab::Session start = *session;
    start.frame = 0; // advanced to below, with a progress bar
    Result<std::unique_ptr<lab::InlineRunner>> runner =
        lab::InlineRunner::create(start, thread_count(options.session.threads));
    if (!runner) {
        return report(runner.error());
    }
    {
        ProgressBar progress("simulating", options.quiet);
        for (std::int64_t frame = 0; frame < session->frame && !(*runner)->experiment().any_diverged(); ++frame) {
            (*runner)->advance(1);
            progress.show(static_cast<double>(frame + 1) / static_cast<double>(session->frame));
        }
    }
    const std::shared_ptr<const lab::Snapshot> snapshot = (*runner)->latest();
    SceneViews views;
    const Result<render::Image> image = take_picture(*renderer, views, *snapshot, {session->camera}, picture);
    if (!image) {
        return report(image.error());
    }
    const std::int64_t asked = session->frame;
    session->frame = snapshot->frame; // where a pane diverged, all stop: this session gives the same picture
    const Status saved = save_picture(*image, *session, options.out);
    if (!saved) {
        return report(saved.error());
    }
    for (std::size_t i = 0; i < snapshot->panes.size(); ++i) {
        if (snapshot->panes[i].diverged) {
            return report({"pane " + lab::pane_name(static_cast<int>(i)) + " diverged on the way to frame " +
                               std::to_string(asked) + "; the picture shows its last good one",
                           Error::Kind::diverged});
        }
    }
    return kDone;
}

} // namespace xpbd::app
