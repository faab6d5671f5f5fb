// The command `shot`: renders a session to a picture, a film, or numbered pictures or shapes.
#include "cli/cli.h"
#include "cli/command_list.h"
#include "core/base/decimal.h"
#include "core/base/excerpt.h"
#include "core/base/find_key.h"
#include "lab/files/file.h"
#include "lab/files/result_files.h"
#include "picture/picture.h"
#include "picture/recorder.h"
#include "picture/view/framing.h"
#include "system/files.h"
#include "system/names.h"
#include "system/signals.h"
#include "system/standard_streams.h"

#include "lab/run/runner.h"
#include "lab/study/output.h"
#include "render/gl/headless.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace xpbd::cli {
namespace {

/// The value that the command line gives for one row of lab::looks().
struct GivenLook {
    std::string choice;   ///< "" = not given
    bool toggled = false; ///< the option of a toggle is given: the look is the opposite of the row's default
};

struct ShotOptions {
    SessionOptions session;
    std::string out;
    std::string size = "1920x1080";
    std::optional<int> frame; ///< default: the session's frame, or 240 if that is 0
    /// One per row of lab::looks(); a look that is not given stays the session's.
    std::vector<GivenLook> looks{lab::looks().size()};
    std::string style;  ///< "" = the session's
    std::string camera; ///< "" = the session's camera
    std::string quality = "high";
    std::string colour_range;  ///< "LOW:HIGH" in the unit of the colour bar; "" = the session's range, else the scene's
    std::optional<int> frames; ///< last frame of a recording from frame 0 on; if empty, one picture
    double fps = 30;
    int supersampling = 2;
    bool transparent = false;
    bool force = false;
    bool quiet = false;
};

constexpr int kDefaultFrame = 240;

/// Parses "LOW:HIGH", in the unit of the colour bar.
Result<picture::ColourRange> parse_range(const std::string& text, const picture::ColouringInfo& row) {
    double low = 0;
    double high = 0;
    const char* const end = text.data() + text.size();
    const char* const colon = read_decimal(text.data(), end, low);
    const bool parted = colon != nullptr && colon != end && *colon == ':';
    const bool whole = parted && read_decimal(colon + 1, end, high) == end;
    const bool read = whole && std::isfinite(low) && std::isfinite(high);
    if (!read || !(low < high) || (row.logarithmic && !(low > 0))) {
        return Error{"--colour-range " + excerpt(text) + ": give LOW:HIGH in " +
                     (row.unit.empty() ? "numbers" : std::string(row.unit)) + ", LOW below HIGH" +
                     (row.logarithmic ? " and above 0" : "") + ", e.g. " + (row.logarithmic ? "10:1e5" : "0:20")};
    }
    if (!lab::is_range(row, {low, high})) {
        return Error{"--colour-range " + excerpt(text) + ": give -X:X for " + std::string(row.key) +
                     ", which has 0 in the middle, e.g. -20:20"};
    }
    return picture::ColourRange{low / row.factor, high / row.factor};
}

/// The session's look with the options of the command line.
Result<lab::Looks> look_of(const ShotOptions& options, const lab::Session& session) {
    lab::Looks look = session.look.value_or(lab::Looks{});
    for (std::size_t i = 0; i < lab::looks().size(); ++i) {
        const lab::LookRow& row = lab::looks()[i];
        if (!options.looks[i].choice.empty()) {
            row.set(look, *parse_value(row.info, options.looks[i].choice));
        } else if (options.looks[i].toggled) {
            row.set(look, {1 - row.info.default_value[0], 0, 0});
        }
    }
    look.paper = options.style.empty() ? look.paper : options.style == "paper";
    if (const Status right = lab::validate_look(look, session.panes.size()); !right) {
        return right.error();
    }
    if (!options.colour_range.empty()) {
        const picture::Colouring colouring = picture::colouring_of(session.scene, look);
        const Result<picture::ColourRange> range =
            parse_range(options.colour_range, picture::colouring_info(colouring));
        if (!range) {
            return range.error();
        }
        look.own_range[static_cast<std::size_t>(colouring)] = *range;
    }
    return look;
}

picture::PictureOptions picture_options(const ShotOptions& options, const lab::Looks& look, const glm::ivec2& size) {
    picture::PictureOptions picture;
    static_cast<lab::Looks&>(picture) = look;
    picture.quality = options.quality == "low"      ? render::Quality::low
                      : options.quality == "medium" ? render::Quality::medium
                                                    : render::Quality::high;
    picture.width = size.x;
    picture.height = size.y;
    picture.supersampling = options.supersampling;
    picture.transparent = options.transparent;
    return picture;
}

/// Checks the output before a long run. "-" is standard output.
Status check_out(const ShotOptions& options, const lab::Session& session) {
    if (options.frames) {
        return picture::record_format(options.out)
                   ? ok()
                   : Status(Error{"--out " + excerpt(options.out) +
                                  ": a recording is a .mp4 or .gif film, or numbered .png or .obj"});
    }
    std::string extension = system::text_of(system::path_of(options.out).extension());
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (options.out != "-" && extension != ".png") {
        return Error{"--out " + excerpt(options.out) + ": a picture is a PNG; name it " +
                     (options.out.empty() ? "picture" : excerpt(options.out)) + ".png"};
    }
    if (!options.force && options.out != "-" && system::exists(options.out)) {
        return lab::exists_already(options.out);
    }
    return lab::check_outputs({{"--out", options.out}}, lab::inputs_of(options.session.path, session));
}

/// Records every stride-th frame from 0 to options.frames.
int record(const ShotOptions& options, lab::Session session, const picture::PictureOptions& picture,
           render::Renderer& renderer, const system::Signals& signals) {
    std::optional<system::NothingToSave> early(std::in_place, signals,
                                               "interrupted before frame 0; nothing is written");
    session.frame = 0;
    Result<std::unique_ptr<lab::InlineRunner>> runner =
        lab::InlineRunner::create(session, thread_count(options.session.threads));
    if (!runner) {
        return report(runner.error());
    }
    (*runner)->post(lab::SetDetail{false, picture::needs_forces(session.scene, picture)});
    const picture::FilmRate rate = picture::film_rate(options.fps, session.world.dt);
    picture::Recorder::Options recording;
    recording.format = *picture::record_format(options.out);
    recording.path = options.out;
    recording.pictures_per_second = rate.pictures_per_second;
    recording.replace = options.force;
    recording.inputs = lab::inputs_of(options.session.path, session);
    Result<std::unique_ptr<picture::Recorder>> recorder = picture::Recorder::create(recording);
    if (!recorder) {
        return report(recorder.error());
    }
    early.reset();
    const StopToken stop = signals.stop();
    (*runner)->set_interrupt(stop);
    picture::SceneViews views;
    {
        ProgressBar progress("recording", options.quiet);
        for (std::int64_t frame = 0; frame <= *options.frames && (*recorder)->fault().empty(); frame += rate.stride) {
            (*runner)->advance(frame == 0 ? 0 : rate.stride);
            if ((*runner)->experiment().any_diverged() || stop.stop_requested()) {
                break;
            }
            const auto snapshot = (*runner)->latest();
            picture::RecordedFrame taken;
            taken.session = lab::session_of(*snapshot);
            taken.session.camera = session.camera;
            taken.session.look = session.look;
            if (recording.format == picture::RecordFormat::obj) {
                taken.shapes = lab::obj_text((*runner)->experiment());
            } else {
                Result<render::Image> image =
                    picture::take_picture(renderer, views, *snapshot, {session.camera}, picture);
                if (!image) {
                    return report(image.error());
                }
                taken.image = std::move(*image);
            }
            while (!(*recorder)->ready() && !stop.stop_requested()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
            if (stop.stop_requested()) {
                break;
            }
            (*recorder)->add(std::move(taken));
            progress.show(static_cast<double>(frame) / *options.frames);
        }
    }
    const Status written = (*recorder)->finish();
    if (signals.received() != 0) {
        const std::int64_t pictures = (*recorder)->written();
        system::say("interrupted; " + (!written ? written.error().message
                                       : pictures == 0
                                           ? "nothing is written"
                                           : "the recording ends after " +
                                                 counted(static_cast<std::size_t>(pictures), "frame") + ", whole"));
        return signals.exit_code();
    }
    if (!written) {
        return report(written.error());
    }
    if ((*runner)->experiment().any_diverged()) {
        return report({"a pane diverged at frame " + std::to_string((*runner)->experiment().frame()) +
                           "; the recording ends before it",
                       Error::Kind::diverged});
    }
    return kDone;
}

/// The exit code for a picture of frame `asked`: kDiverged, with a message, if a pane diverged before it.
int report_diverged(const lab::Snapshot& snapshot, std::int64_t asked) {
    for (std::size_t i = 0; i < snapshot.panes.size(); ++i) {
        if (snapshot.panes[i].diverged) {
            return report({"pane " + lab::pane_name(static_cast<int>(i)) + " diverged on the way to frame " +
                               std::to_string(asked) + "; the picture shows its last good one",
                           Error::Kind::diverged});
        }
    }
    return kDone;
}

/// Applies --camera: the view direction of a preset, framing the scene.
void turn_camera(const ShotOptions& options, lab::Session& session) {
    if (const picture::CameraPreset* preset = find_key(picture::camera_presets(), options.camera)) {
        session.camera = {};
        session.camera.yaw = preset->yaw;
        session.camera.pitch = preset->pitch;
    }
}

int take_shot(const ShotOptions& options) {
    const Result<glm::ivec2> size = parse_size(options.size);
    if (!size) {
        return report(size.error());
    }
    const system::Signals signals;
    std::optional<system::NothingToSave> unwritten(std::in_place, signals,
                                                   "interrupted before the first picture was done; nothing is written");
    Result<lab::Session> session = options.session.load();
    if (!session) {
        return report(session.error());
    }
    turn_camera(options, *session);
    const Status writable = check_out(options, *session);
    if (!writable) {
        return report(writable.error());
    }
    const Result<lab::Looks> look = look_of(options, *session);
    if (!look) {
        return report(look.error());
    }
    session->look = *look;
    const picture::PictureOptions picture = picture_options(options, *look, *size);
    std::optional<system::LibrarySilence> silence(std::in_place);
    const Result<render::HeadlessContext> context = render::HeadlessContext::create();
    if (!context) {
        return report(context.error());
    }
    Result<render::Renderer> renderer = render::Renderer::create();
    silence.reset();
    if (!renderer) {
        return report(renderer.error());
    }

    if (options.frames) {
        unwritten.reset();
        return record(options, *session, picture, *renderer, signals);
    }
    if (options.frame) {
        session->frame = *options.frame;
    } else if (session->frame == 0) {
        session->frame = kDefaultFrame;
    }
    lab::Session start = *session;
    start.frame = 0; // the runner is advanced below, with a progress bar
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
    (*runner)->post(lab::SetDetail{false, picture::needs_forces(session->scene, picture)});
    const std::shared_ptr<const lab::Snapshot> snapshot = (*runner)->latest();
    picture::SceneViews views;
    const Result<render::Image> image = picture::take_picture(*renderer, views, *snapshot, {session->camera}, picture);
    if (!image) {
        return report(image.error());
    }
    const std::int64_t asked = session->frame;
    lab::Session reached = lab::session_of(*snapshot); // has the frame that was reached: all panes stop if one
                                                       // diverges. The session in the PNG must give the same picture
    reached.camera = session->camera;
    reached.look = session->look;
    unwritten.reset();
    const Status saved = picture::save_picture(*image, reached, options.out, signals.stop(),
                                               options.force ? system::Existing::replaced : system::Existing::kept);
    if (signals.received() != 0) {
        system::say("interrupted; " + (saved ? "the picture is written" : saved.error().message));
        return signals.exit_code();
    }
    if (!saved) {
        return report(saved.error());
    }
    return report_diverged(*snapshot, asked);
}

/// Adds an option for each row of lab::looks(). The option of a toggle turns it to the opposite of its default.
void declare_looks(Options& options, ShotOptions& shot) {
    for (std::size_t i = 0; i < lab::looks().size(); ++i) {
        const lab::LookRow& row = lab::looks()[i];
        if (!row.is_option) {
            continue;
        }
        std::string name(row.info.key);
        std::replace(name.begin(), name.end(), '_', '-');
        std::string about(row.info.tooltip.substr(0, row.info.tooltip.size() - 1)); // without the full stop
        const bool toggle = row.info.scale == Scale::toggle;
        if (toggle && row.info.default_value[0] != 0) {
            about[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(about[0])));
            about.insert(0, "Without ");
            name.insert(0, "no-");
        }
        name.insert(0, "--");
        if (toggle) {
            options.flag(name.c_str(), shot.looks[i].toggled, about);
        } else {
            options.choice(name.c_str(), shot.looks[i].choice, {row.info.choices.begin(), row.info.choices.end()},
                           about + " [the session's, else " + format_value(row.info, row.info.default_value) + "]");
        }
    }
}

} // namespace

Action declare_shot(Options& options) {
    const auto shot = std::make_shared<ShotOptions>();
    shot->session.declare(options);
    options.text("--out", shot->out, "FILE", "PNG to write; with --frames a film or numbered files",
                 Options::Need::required);
    options.text("--size", shot->size, "WxH", "Width x height in pixels [1920x1080]");
    options.whole("--frame", shot->frame, 0, 100000000, nullptr, "Frame to show [the session's frame, or 240]");
    declare_looks(options, *shot);
    options.choice("--style", shot->style, {"screen", "paper"},
                   "screen, or paper: white, black letters, no grid, for print [the session's, else screen]");
    std::vector<std::string> cameras;
    std::string camera_help;
    for (const picture::CameraPreset& preset : picture::camera_presets()) {
        cameras.emplace_back(preset.key);
        camera_help += std::string(preset.key) + ", ";
    }
    camera_help.replace(camera_help.size() - 2, 2, ": frames the scene from there [the session's camera]");
    options.choice("--camera", shot->camera, cameras, camera_help);
    options.text(
        "--colour-range", shot->colour_range, "LOW:HIGH",
        "Where the colours begin and end, in the unit beside the bar [the session's, else as the scene suggests]");
    options.choice("--quality", shot->quality, {"low", "medium", "high"}, "low, medium or high [high]");
    options.whole("--frames", shot->frames, 1, 10000000, nullptr,
                  "Record that many frames of the simulation: FILE.mp4 or .gif (needs ffmpeg), or numbered .png or "
                  ".obj");
    options.number("--fps", shot->fps, 1, 1000, nullptr, "Pictures per simulated second of a recording [30]");
    options.whole("--supersampling", shot->supersampling, 1, 4, nullptr, "1 to 4 [2]");
    options.flag("--transparent", shot->transparent, "Transparent background, no stamp");
    options.flag("--force", shot->force, "Replace FILE.png where it exists");
    options.flag("--quiet", shot->quiet, "No progress bar");
    options.verbose();
    return [shot] { return take_shot(*shot); };
}

} // namespace xpbd::cli
