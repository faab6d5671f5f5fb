#include "window/platform/pictures/recordings.h"

#include "core/base/excerpt.h"
#include "lab/files/file.h"
#include "lab/study/output.h"
#include "system/machine.h"
#include "system/names.h"
#include "system/screen_film.h"
#include "window/stage/cameras.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace xpbd::window {

void Recordings::start(AppState& state, const lab::Snapshot& snapshot, int width, int height) {
    RecordingState& panel = state.recording;
    const lab::Session session = screen_session(state, snapshot);
    const picture::FilmRate rate = picture::film_rate(panel.pictures_per_second, snapshot.world.dt);
    const std::string extension = "." + std::string(picture::kRecordFormats[static_cast<std::size_t>(panel.format)]);
    picture_ = shot_options(state, CaptureKind::panes, width, height);
    picture_.quality = chosen_quality(state.preferences, state.stage.film_quality);
    if (const Status fits = check_picture_size(picture_); !fits && panel.format != picture::RecordFormat::obj) {
        add_toast(state, Toast::Kind::error, fits.error().message);
        return;
    }
    picture::Recorder::Options options;
    options.format = panel.format;
    options.path = picture::recording_path(output_folder(state.preferences), session, extension);
    options.pictures_per_second = rate.pictures_per_second;
    options.csv_path = system::text_of(system::path_of(options.path).replace_extension(".csv"));
    options.csv_header = lab::csv_header();
    Result<std::unique_ptr<picture::Recorder>> recorder = picture::Recorder::create(options);
    if (!recorder) {
        add_toast(state, Toast::Kind::error, recorder.error().message);
        return;
    }
    recorder_ = std::move(*recorder);
    format_ = panel.format;
    stride_ = rate.stride;
    taking_.reset();
    views_.emplace();
    last_frame_ = -1;
    step_command_ = 0;
    was_playing_ = snapshot.playing;
    panel.active = true;
    panel.frames = 0;
}

/// Begins to take this frame: its numbers or shapes, and the job that draws its picture.
void Recordings::begin_frame(AppState& state, const std::shared_ptr<const lab::Snapshot>& snapshot) {
    Taking taking;
    taking.number = snapshot->frame;
    taking.frame.session = screen_session(state, *snapshot);
    for (std::size_t i = 0; i < snapshot->panes.size(); ++i) {
        const lab::PaneSnapshot& pane = snapshot->panes[i];
        taking.frame.csv += lab::csv_row(snapshot->measured_frame, snapshot->measured_time, static_cast<int>(i),
                                         pane.measured_method, pane.readings);
    }
    if (format_ == picture::RecordFormat::obj) {
        taking.frame.shapes = lab::obj_text(*snapshot);
    } else {
        const std::vector<lab::Camera> cameras = picture_cameras(state);
        Result<picture::PictureJob> job = picture::PictureJob::begin(renderer_, *views_, snapshot, cameras, picture_);
        if (!job) {
            add_toast(state, Toast::Kind::error, job.error().message);
            state.recording.wanted = false;
            return;
        }
        taking.job.emplace(std::move(*job));
    }
    taking_.emplace(std::move(taking));
}

/// Draws a part of the picture; after the last part the frame is recorded, and the simulation takes its next step.
void Recordings::draw_on(AppState& state, lab::Runner& runner, double seconds) {
    RecordingState& panel = state.recording;
    panel.picture.reset();
    if (taking_->job) {
        if (const Status drawn = taking_->job->step(seconds); !drawn) {
            add_toast(state, Toast::Kind::error, drawn.error().message);
            panel.wanted = false;
            taking_.reset();
            return;
        }
        if (!taking_->job->done()) {
            panel.picture = taking_->job->progress();
            return;
        }
        taking_->frame.image = taking_->job->take();
        taking_->job.reset(); // frees its memory before the encoder takes as much
    }
    recorder_->add(std::move(taking_->frame));
    last_frame_ = taking_->number;
    taking_.reset();
    ++panel.frames;
    step(state, runner, stride_);
}

void Recordings::step(AppState& state, lab::Runner& runner, std::int64_t frames) {
    step_command_ = state.link.last_command = runner.post(lab::StepFrames{static_cast<int>(frames)});
}

Status Recordings::stop(AppState& state, lab::Runner* runner) {
    const bool drawing = taking_.has_value();
    if (runner != nullptr) { // else the display may be lost, and GL objects must not be freed
        taking_.reset();
        views_.reset();
    }
    Status status = recorder_->finish();
    if (status && recorder_->written() > 0) {
        const std::string whole = system::absolute_name(recorder_->place());
        add_toast(state, Toast::Kind::info,
                  "Recorded " + counted(static_cast<std::size_t>(recorder_->written()), "frame") + ": " + whole, whole);
    } else if (!status) {
        add_toast(state, Toast::Kind::error, status.error().message);
    } else if (drawing) {
        add_toast(state, Toast::Kind::info, "Nothing is recorded: stopped before the first picture was drawn");
    }
    recorder_.reset();
    state.recording.active = false;
    state.recording.picture.reset();
    system::give_back_memory();
    if (runner != nullptr) {
        runner->post(lab::Play{was_playing_}); // as before the recording, whatever was pressed during it
    }
    return status;
}

bool Recordings::must_end(const AppState& state, const lab::Snapshot& snapshot) const {
    const RecordingState& panel = state.recording;
    const bool diverged = std::any_of(snapshot.panes.begin(), snapshot.panes.end(),
                                      [](const lab::PaneSnapshot& pane) { return pane.diverged; });
    const bool full = panel.seconds > 0 && panel.frames >= panel.seconds * panel.pictures_per_second;
    return !panel.wanted || diverged || full || !recorder_->fault().empty();
}

void Recordings::follow(AppState& state, const std::shared_ptr<const lab::Snapshot>& snapshot, lab::Runner& runner,
                        int width, int height, double seconds) {
    if (system::films_screen()) {
        return follow_screen_film(state);
    }
    RecordingState& panel = state.recording;
    if (panel.wanted && recorder_ == nullptr) {
        start(state, *snapshot, width, height);
        panel.wanted = recorder_ != nullptr;
        if (!panel.wanted) {
            return;
        }
        step_command_ = state.link.last_command = runner.post(lab::Play{false}); // a paused run measures each frame
    }
    if (recorder_ == nullptr) {
        return;
    }
    if (must_end(state, *snapshot)) {
        panel.wanted = false;
        static_cast<void>(stop(state, &runner)); // stop() has shown a toast for the fault
        return;
    }
    if (!taking_ && snapshot->commands_done >= step_command_ && recorder_->ready()) {
        // The key X, which cancels long jobs, may have ended StepFrames before its last frame.
        const std::int64_t missing = last_frame_ + stride_ - snapshot->frame;
        if (last_frame_ >= 0 && snapshot->frame >= last_frame_ && missing > 0) {
            step(state, runner, missing);
        } else {
            begin_frame(state, snapshot);
        }
    }
    if (taking_ && seconds > 0) {
        draw_on(state, runner, seconds);
    }
}

void Recordings::follow_screen_film(AppState& state) {
    RecordingState& panel = state.recording;
    if (panel.wanted == films_screen_) {
        return;
    }
    if (panel.wanted) {
        films_screen_ = panel.wanted = system::begin_screen_film();
        add_toast(state, films_screen_ ? Toast::Kind::info : Toast::Kind::error,
                  films_screen_ ? "Films what this page shows, until it is stopped"
                                : "No film: this browser takes none");
    } else {
        system::end_screen_film();
        films_screen_ = false;
    }
    panel.active = films_screen_;
}

Status Recordings::finish(AppState& state) {
    return recorder_ != nullptr ? stop(state, nullptr) : ok();
}

} // namespace xpbd::window
