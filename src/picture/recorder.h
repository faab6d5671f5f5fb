// Recordings: films by ffmpeg, numbered pictures or numbered shapes, with an optional table of readouts.
#pragma once

#include "core/base/result.h"
#include "lab/files/session/session.h"
#include "render/renderer.h"
#include "system/locked_file.h"

#include <array>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace xpbd::picture {

/// Output of a recording: numbered pictures, a film made by ffmpeg, or numbered shapes.
enum class RecordFormat { png, mp4, gif, obj };
inline constexpr std::array<std::string_view, 4> kRecordFormats = {"png", "mp4", "gif", "obj"};

/// True for formats that ffmpeg makes.
bool is_film(RecordFormat format);

/// The format of a file name's extension; std::nullopt for any other extension.
std::optional<RecordFormat> record_format(const std::string& path);

/// One frame of a recording.
struct RecordedFrame {
    render::Image image;  ///< empty if shapes are recorded
    lab::Session session; ///< stored in numbered pictures
    std::string shapes;   ///< Wavefront OBJ; empty if pictures are recorded
    std::string csv;      ///< rows for the table; "" = no table
};

/// Which simulated frames become pictures of a film.
struct FilmRate {
    int stride = 1;                  ///< one picture per this many simulated frames
    double pictures_per_second = 60; ///< playback rate of the film
};
/// The rate nearest to `wanted` pictures per second for a frame timestep dt [s], such that the film plays in real time.
FilmRate film_rate(double wanted, double dt);

/// Encodes and writes frames on its own thread, or immediately if the system has no threads. The queue is bounded: call
/// add() only if ready(). If a frame cannot be written, the frames before it are kept as complete files.
class Recorder {
public:
    struct Options {
        RecordFormat format = RecordFormat::png;
        std::string path;                ///< path of the film, or the common part of the numbered names, with extension
        double pictures_per_second = 60; ///< playback rate of a film
        std::string csv_path;            ///< path of the table of readouts; "" = no table
        std::string csv_header;
        bool replace = false; ///< allows existing files to be replaced
        /// Files that must not be replaced, because the program reads them: a word for the file, and its path.
        std::vector<std::pair<std::string, std::string>> inputs;
    };
    /// Fails if the path cannot be written, if a file exists and `replace` is false, or if a film is to be made without
    /// ffmpeg (kind: file).
    static Result<std::unique_ptr<Recorder>> create(const Options& options);
    ~Recorder(); ///< finishes like finish()
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// True if the queue has room for a frame.
    bool ready() const;
    /// Queues a frame. All pictures of a film must have the same size.
    void add(RecordedFrame frame);
    /// Waits until everything is written. Returns the first error, if any.
    Status finish();
    /// Number of frames written.
    std::int64_t written() const;
    /// The first error, or "". After an error further frames are dropped.
    std::string fault() const;
    /// Path of the film or of the first numbered file.
    std::string place() const;
    system::Existing existing() const { return options_.replace ? system::Existing::replaced : system::Existing::kept; }

private:
    explicit Recorder(Options options);
    void work();
    void write_next(std::unique_lock<std::mutex>& lock);
    void end(std::unique_lock<std::mutex>& lock);
    Status write_or_fail(const RecordedFrame& frame, std::int64_t number);
    Status write(const RecordedFrame& frame, std::int64_t number);
    Status check_numbered() const;
    std::string numbered(std::int64_t number) const;

    struct Film;
    Options options_;
    std::unique_ptr<Film> film_;
    std::string table_;

    mutable std::mutex mutex_;
    std::condition_variable change_;
    std::deque<RecordedFrame> queue_;
    bool ending_ = false;
    bool over_ = false;
    std::int64_t written_ = 0;
    std::string fault_;
    std::thread thread_;
};

/// True if ffmpeg was found, so that films can be made.
bool has_ffmpeg();

} // namespace xpbd::picture
