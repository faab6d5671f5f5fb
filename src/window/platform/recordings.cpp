#include "window/platform/recordings.h"

#include "lab/files/file.h"
#include "lab/study/output.h"

#include <filesystem>
#include <utility>

namespace xpbd::window {

void Recordings::start(AppState& state, const lab::Snapshot& snapshot, int width, int height) {
    RecordingState& desk = state.recording;
    const lab::Session session = screen_session(state, snapshot);
    const picture::FilmRate rate = picture::film_rate(desk.pictures_per_second, snapshot.world.dt);
    const std::string extension = "." + std::string(picture::kRecordFormats[static_cast<std::size_t>(desk.format)]);
    picture_ = shot_options(state, CaptureKind::panes, width, height);
    if (const Status fits = check_picture_size(picture_); !fits && desk.format != picture::RecordFormat::obj) {
        add_toast(state, Toast::Kind::error, fits.error().message);
        return;
    }
    picture::Recorder::Options options;
    options.format = desk.format;
    options.path = picture::recording_path(state.preferences.shot_folder, session, extension);
    options.pictures_per_second = rate.pictures_per_second;
    options.csv_path = std::filesystem::path(options.path).replace_extension(".csv").string();
    options.csv_header = lab::csv_header();
    Result<std::unique_ptr<picture::Recorder>> recorder = picture::Recorder::create(options);
    if (!recorder) {
        add_toast(state, Toast::Kind::error, recorder.error().message);
        return;
    }
    recorder_ = std::move(*recorder);
    format_ = desk.format;
    stride_ = rate.stride;
    last_frame_ = -1;
    step_command_ = 0;
    was_playing_ = snapshot.playing;
    desk.active = true;
    desk.frames = 0;
}

void Recordings::take(AppState& state, const lab::Snapshot& snapshot) {
    picture::RecordedFrame frame;
    frame.session = screen_session(state, snapshot);
    for (std::size_t i = 0; i < snapshot.panes.size(); ++i) {
        const lab::PaneSnapshot& pane = snapshot.panes[i];
        frame.csv += lab::csv_row(snapshot.measured_frame, snapshot.measured_time, static_cast<int>(i),
                                  pane.measured_method, pane.readings);
    }
    if (format_ == picture::RecordFormat::obj) {
        frame.shapes = lab::obj_text(snapshot);
    } else {
        const std::vector<lab::Camera> cameras(state.stage.cameras.begin(), state.stage.cameras.end());
        Result<render::Image> image = picture::take_picture(renderer_, views_, snapshot, cameras, picture_);
        if (!image) {
            add_toast(state, Toast::Kind::error, image.error().message);
            state.recording.wanted = false;
            return;
        }
        frame.image = std::move(*image);
    }
    recorder_->add(std::move(frame));
    last_frame_ = snapshot.frame;
    ++state.recording.frames;
}

void Recordings::stop(AppState& state, lab::Runner* runner) {
    const Status status = recorder_->finish();
    if (status && recorder_->written() > 0) {
        std::error_code code;
        const std::string whole = std::filesystem::absolute(recorder_->place(), code).lexically_normal().string();
        add_toast(state, Toast::Kind::info, "Recorded " + std::to_string(recorder_->written()) + " frames: " + whole,
                  whole);
    } else if (!status) {
        add_toast(state, Toast::Kind::error, status.error().message);
    }
    recorder_.reset();
    state.recording.active = false;
    if (runner != nullptr && was_playing_) {
        runner->post(lab::Play{true});
    }
}

void Recordings::follow(AppState& state, const lab::Snapshot& snapshot, lab::Runner& runner, int width, int height) {
    RecordingState& desk = state.recording;
    if (desk.wanted && recorder_ == nullptr) {
        start(state, snapshot, width, height);
        desk.wanted = recorder_ != nullptr;
        step_command_ = state.link.last_command = runner.post(lab::Play{false}); // paused, every frame is measured
    }
    if (recorder_ == nullptr) {
        return;
    }
    bool diverged = false;
    for (const lab::PaneSnapshot& pane : snapshot.panes) {
        diverged = diverged || pane.diverged;
    }
    const bool full = desk.seconds > 0 && desk.frames >= desk.seconds * desk.pictures_per_second;
    if (!desk.wanted || diverged || full || !recorder_->fault().empty()) {
        desk.wanted = false;
        stop(state, &runner);
        return;
    }
    if (snapshot.commands_done < step_command_ || snapshot.frame == last_frame_ || !recorder_->ready()) {
        return;
    }
    take(state, snapshot);
    step_command_ = state.link.last_command = runner.post(lab::StepFrames{stride_});
}

void Recordings::finish(AppState& state) {
    if (recorder_ != nullptr) {
        stop(state, nullptr);
    }
}

} // namespace xpbd::window
