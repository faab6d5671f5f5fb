#pragma once

#include "core/result.h"
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

/// What a recording becomes: numbered pictures, a film made by ffmpeg, or numbered shapes.
enum class RecordFormat { png, mp4, gif, obj };
inline constexpr std::array<std::string_view, 4> kRecordFormats = {"png", "mp4", "gif", "obj"};

/// True for what ffmpeg makes.
bool is_film(RecordFormat format);

/// The format that a file name asks for by its extension, or none.
std::optional<RecordFormat> record_format(const std::string& path);

/// One moment of a recording.
struct RecordedFrame {
    render::Image image;  ///< empty for shapes
    lab::Session session; ///< goes into numbered pictures
    std::string shapes;   ///< Wavefront OBJ; empty for pictures
    std::string csv;      ///< rows for the table beside it; "" = none
};

/// Which simulated frames become pictures of a film.
struct FilmRate {
    int stride = 1;                  ///< every so many frames of the simulation
    double pictures_per_second = 60; ///< of the film, in real time
};
/// The rate nearest to `wanted` pictures per second at a frame timestep dt [s]: simulated time is what counts, so that
/// the film runs as fast as what it shows.
FilmRate film_rate(double wanted, double dt);

/// Encodes and writes frames on a thread of its own; where the system has none, at once. The queue is bounded: ask
/// ready() before add(). What is written stays, however it ends.
class Recorder {
public:
    struct Options {
        RecordFormat format = RecordFormat::png;
        std::string path;                ///< the film, or the first part of the numbered names with its extension
        double pictures_per_second = 60; ///< of a film
        std::string csv_path;            ///< table of readouts; "" = none
        std::string csv_header;
        bool replace = false; ///< files that exist
        /// Files that may not be replaced, because they are read: what each is, in a word, and its path.
        std::vector<std::pair<std::string, std::string>> inputs;
    };
    /// Fails where the place cannot be written, a file would be lost, or ffmpeg is missing (kind: file).
    static Result<std::unique_ptr<Recorder>> create(const Options& options);
    ~Recorder(); ///< as finish()
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// True where the queue has room.
    bool ready() const;
    /// Queues a frame; all pictures of a film have one size.
    void add(RecordedFrame frame);
    /// Waits until all is written. The first fault, or nothing.
    Status finish();
    /// Frames written so far.
    std::int64_t written() const;
    /// The first fault so far, "" where there is none; then further frames are dropped.
    std::string fault() const;
    /// Where the recording lies: the film, or its first file.
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

/// Whether films can be made here.
bool has_ffmpeg();

} // namespace xpbd::picture
