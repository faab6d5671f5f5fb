// Writes recordings on a thread: numbered pictures and shapes directly, films by piping pictures to ffmpeg.
#include "picture/recorder.h"

#include "lab/files/file.h"
#include "lab/files/part_file.h"
#include "lab/files/result_files.h"
#include "picture/memory_limits.h"
#include "picture/picture.h"
#include "system/child.h"
#include "system/files.h"
#include "system/machine.h"
#include "system/names.h"
#include "system/signals.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace xpbd::picture {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kQueue = 4;   ///< most pictures in the queue
constexpr std::size_t kEncoder = 3; ///< memory of the PNG encoder beside its picture, in sizes of the picture
constexpr const char* kNoFfmpeg =
    "films need the program ffmpeg, which is not installed (Debian, Ubuntu: apt-get install ffmpeg); numbered pictures "
    "(.png) do without";

} // namespace

bool is_film(RecordFormat format) {
    return format == RecordFormat::mp4 || format == RecordFormat::gif;
}

std::optional<RecordFormat> record_format(const std::string& path) {
    const std::string extension = system::text_of(system::path_of(path).extension());
    for (std::size_t i = 0; i < kRecordFormats.size(); ++i) {
        if (extension == "." + std::string(kRecordFormats[i])) {
            return static_cast<RecordFormat>(i);
        }
    }
    return std::nullopt;
}

FilmRate film_rate(double wanted, double dt) {
    const int stride = std::max(1, static_cast<int>(std::lround(1 / (wanted * dt))));
    return {stride, 1 / (stride * dt)};
}

bool has_ffmpeg() {
    return system::has_program("ffmpeg");
}

/// A running ffmpeg that reads pictures from a pipe. The film has a temporary name until it is complete.
struct Recorder::Film {
    std::string place;
    std::optional<lab::PartFile> part;
    std::optional<system::Child> child; // declared after `part`: the process must end before its file is removed
    int width = 0, height = 0;

    Status start(const render::Image& first, RecordFormat format, double rate) {
        width = first.width;
        height = first.height;
        Result<lab::PartFile> created = lab::PartFile::create(place, place);
        if (!created) {
            return created.error();
        }
        part.emplace(std::move(*created));
        const std::string size = std::to_string(width) + "x" + std::to_string(height);
        const std::string speed = std::to_string(rate);
        std::vector<std::string> words = {"ffmpeg",     "-loglevel",     "error", "-y",          "-f",
                                          "rawvideo",   "-pixel_format", "rgba",  "-video_size", size,
                                          "-framerate", speed,           "-i",    "-",           "-an"};
        const std::vector<std::string> mp4 = {"-vf",       "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                              "-c:v",      "libx264",
                                              "-crf",      "18",
                                              "-pix_fmt",  "yuv420p",
                                              "-movflags", "+faststart",
                                              "-f",        "mp4"};
        const std::vector<std::string> gif = {"-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse", "-f", "gif"};
        const auto& rest = format == RecordFormat::mp4 ? mp4 : gif;
        words.insert(words.end(), rest.begin(), rest.end());
        words.push_back(part->path());
        Result<system::Child> started = system::Child::start(words, system::Child::Input::pipe);
        if (!started) {
            return Error{kNoFfmpeg, Error::Kind::file};
        }
        child.emplace(std::move(*started));
        return ok();
    }

    Status add(const render::Image& image) {
        if (image.width != width || image.height != height) {
            return Error{place + ": a picture of another size than the first one", Error::Kind::file};
        }
        const auto* bytes = reinterpret_cast<const char*>(image.pixels.data());
        if (!child->write({bytes, image.pixels.size()})) {
            return Error{place + ": ffmpeg ended early; is the disk full, or does it lack the encoder?",
                         Error::Kind::file};
        }
        return ok();
    }

    Status finish(system::Existing existing) {
        if (child->wait() != 0) {
            return Error{place + ": ffmpeg could not write it; is the disk full, or does it lack the encoder?",
                         Error::Kind::file};
        }
        return part->commit(existing);
    }
};

Recorder::Recorder(Options options) : options_(std::move(options)) {}

Result<std::unique_ptr<Recorder>> Recorder::create(const Options& options) {
    std::unique_ptr<Recorder> recorder(new Recorder(options));
    const std::string first = recorder->place();
    for (const std::string& path : {first, options.csv_path}) {
        if (!options.replace && !path.empty() && system::exists(path)) {
            return lab::exists_already(path);
        }
    }
    const Status writable = lab::check_outputs({{"recording", first}, {"table", options.csv_path}}, options.inputs);
    if (!writable) {
        return writable.error();
    }
    if (!is_film(options.format)) {
        Status free = recorder->check_numbered();
        if (!free) {
            return free.error();
        }
    }
    if (is_film(options.format)) {
        if (!has_ffmpeg()) {
            return Error{kNoFfmpeg, Error::Kind::file};
        }
        recorder->film_ = std::make_unique<Film>();
        recorder->film_->place = options.path;
        system::ignore_broken_pipes(); // ffmpeg may end early: the broken pipe is reported as an error instead of
                                       // ending the program
    }
    recorder->table_ = options.csv_header;
    if (system::has_threads()) {
        recorder->thread_ = std::thread([raw = recorder.get()] { raw->work(); });
    }
    return recorder;
}

Recorder::~Recorder() {
    (void)finish();
}

bool Recorder::ready() const {
    const std::lock_guard lock(mutex_);
    const auto size_of = [](const RecordedFrame& frame) { return frame.image.pixels.size() + frame.shapes.size(); };
    std::size_t bytes = 0;
    for (const RecordedFrame& frame : queue_) {
        bytes += size_of(frame);
    }
    if (queue_.empty()) {
        return true;
    }
    const RecordedFrame& written = queue_.front();
    const std::size_t encoder = options_.format == RecordFormat::png ? kEncoder * written.image.pixels.size() : 0;
    const std::size_t next = size_of(written); // assumed: the pictures of a recording have one size
    return queue_.size() < kQueue && bytes + encoder + next <= kWaitingPictures;
}

void Recorder::add(RecordedFrame frame) {
    std::unique_lock lock(mutex_);
    queue_.push_back(std::move(frame));
    change_.notify_all();
    if (!thread_.joinable()) {
        write_next(lock);
    }
}

Status Recorder::finish() {
    {
        std::unique_lock lock(mutex_);
        ending_ = true;
        change_.notify_all();
        if (!thread_.joinable()) {
            end(lock);
        }
    }
    if (thread_.joinable()) {
        thread_.join();
    }
    const std::string wrong = fault();
    return wrong.empty() ? ok() : Status(Error{wrong, Error::Kind::file});
}

std::int64_t Recorder::written() const {
    const std::lock_guard lock(mutex_);
    return written_;
}

std::string Recorder::fault() const {
    const std::lock_guard lock(mutex_);
    return fault_;
}

std::string Recorder::place() const {
    return is_film(options_.format) ? options_.path : numbered(0);
}

/// Checks all numbers for files that would be replaced: the first number can be free and a later one not.
Status Recorder::check_numbered() const {
    const fs::path path = system::path_of(options_.path);
    const std::string stem = system::text_of(path.stem()) + "_";
    std::error_code code;
    fs::directory_iterator entry(path.has_parent_path() ? path.parent_path() : fs::path("."), code);
    for (; !code && entry != fs::directory_iterator(); entry.increment(code)) {
        const fs::path& there = entry->path();
        const std::string name = system::text_of(there.stem());
        if (!name.starts_with(stem) || there.extension() != path.extension()) {
            continue;
        }
        const std::string number = name.substr(stem.size());
        if (number.size() < 5 || number.find_first_not_of("0123456789") != std::string::npos) {
            continue;
        }
        const std::string whole = system::text_of(there);
        if (!options_.replace) {
            return lab::exists_already(whole);
        }
        for (const auto& [what, input] : options_.inputs) {
            if (!input.empty() && lab::same_file(input, whole)) {
                return Error{whole + ": this is the " + what + " that is read; name another file"};
            }
        }
    }
    return ok();
}

std::string Recorder::numbered(std::int64_t number) const {
    const fs::path path = system::path_of(options_.path);
    std::string digits = std::to_string(number);
    digits.insert(0, digits.size() < 5 ? 5 - digits.size() : 0, '0');
    fs::path name = path.stem();
    name += "_" + digits;
    name += path.extension();
    return system::text_of(path.parent_path() / name);
}

void Recorder::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        change_.wait(lock, [this] { return ending_ || !queue_.empty(); });
        if (queue_.empty()) {
            break;
        }
        write_next(lock);
    }
    end(lock);
}

/// Must be called with the lock held, and returns with it held.
void Recorder::write_next(std::unique_lock<std::mutex>& lock) {
    const RecordedFrame& frame = queue_.front(); // add() leaves it where it is
    const std::int64_t number = written_;
    const bool good = fault_.empty();
    lock.unlock();
    const Status status = good ? write_or_fail(frame, number) : ok();
    lock.lock();
    queue_.pop_front(); // removed only now, so that the frame being written counts in ready()
    if (!status) {
        fault_ = status.error().message;
    } else if (fault_.empty()) {
        ++written_;
    }
    change_.notify_all();
}

/// Completes the files; later calls do nothing. Must be called with the lock held, and returns with it held.
void Recorder::end(std::unique_lock<std::mutex>& lock) {
    if (std::exchange(over_, true)) {
        return;
    }
    const bool any = written_ > 0;
    lock.unlock();
    Status status = ok();
    if (film_ && any) {
        status = film_->finish(existing());
    }
    film_.reset();
    if (status && !options_.csv_path.empty() && any) {
        status = lab::write_file(options_.csv_path, table_, {}, existing());
    }
    lock.lock();
    if (!status && fault_.empty()) {
        fault_ = status.error().message;
    }
}

Status Recorder::write_or_fail(const RecordedFrame& frame, std::int64_t number) {
    try {
        return write(frame, number);
    } catch (const std::bad_alloc&) {
        return Error{place() + ": out of memory; the recording ends here", Error::Kind::file};
    }
}

Status Recorder::write(const RecordedFrame& frame, std::int64_t number) {
    table_ += frame.csv;
    switch (options_.format) {
    case RecordFormat::png:
        return save_picture(frame.image, frame.session, numbered(number), {}, existing());
    case RecordFormat::obj:
        return lab::write_file(numbered(number), frame.shapes, {}, existing());
    case RecordFormat::mp4:
    case RecordFormat::gif:
        break;
    }
    if (number == 0) {
        Status started = film_->start(frame.image, options_.format, options_.pictures_per_second);
        if (!started) {
            return started;
        }
    }
    return film_->add(frame.image);
}

} // namespace xpbd::picture
