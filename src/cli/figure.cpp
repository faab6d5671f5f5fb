#include "cli/cli.h"
#include "lab/files/result_files.h"
#include "lab/run/signals.h"
#include "picture/chart.h"

#include "core/excerpt.h"
#include "core/parameters.h"
#include "lab/files/file.h"
#include "lab/run/worker_pool.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <optional>
#include <utility>

namespace xpbd::cli {
namespace {

constexpr int kLeastSide = 320;  ///< below it no curve would be left beside the text
constexpr int kMostSide = 16384; ///< a gigabyte of pixels

/// The figures asked for; an unknown name names the nearest.
Result<std::vector<const lab::FigureInfo*>> chosen(const std::string& name) {
    std::vector<const lab::FigureInfo*> rows;
    std::vector<std::string_view> keys = {"all"};
    for (const lab::FigureInfo& info : lab::figure_table()) {
        keys.push_back(info.key);
        if (name == "all" || name == info.key) {
            rows.push_back(&info);
        }
    }
    if (rows.empty()) {
        const std::string_view near = nearest(name, keys);
        return Error{"figure " + excerpt(name) + ": no such figure; see: list figures" +
                     (near.empty() ? "" : "; did you mean \"" + std::string(near) + "\"?")};
    }
    return rows;
}

std::string file_of(const FigureOptions& options, const lab::FigureInfo& info, const char* extension) {
    return (std::filesystem::path(options.out) / (std::string(info.key) + extension)).string();
}

/// Found out now, not after minutes: a folder that cannot be written, a file that would be lost.
Status check_out(const FigureOptions& options, const std::vector<const lab::FigureInfo*>& rows) {
    std::error_code code;
    std::filesystem::create_directories(options.out, code);
    if (!std::filesystem::is_directory(options.out, code)) {
        return Error{"--out " + options.out + ": not a folder, and it cannot be made", Error::Kind::file};
    }
    for (const lab::FigureInfo* info : rows) {
        for (const char* extension : {".csv", ".png"}) {
            const std::string path = file_of(options, *info, extension);
            if (!options.force && std::filesystem::exists(path, code)) {
                return Error{path + ": exists already; choose another folder, or --force"};
            }
            const Status writable = lab::check_outputs({{"--out", path}});
            if (!writable) {
                return writable;
            }
        }
    }
    return ok();
}

} // namespace

int make_figures(const FigureOptions& options) {
    const auto rows = chosen(options.name);
    if (!rows) {
        return report(rows.error());
    }
    const Result<glm::ivec2> size = parse_size(options.size);
    if (!size) {
        return report(size.error());
    }
    if (std::min(size->x, size->y) < kLeastSide || std::max(size->x, size->y) > kMostSide) {
        return report({"--size " + options.size + ": a figure's sides are " + std::to_string(kLeastSide) + " to " +
                       std::to_string(kMostSide) + " pixels"});
    }
    const Status writable = check_out(options, *rows);
    if (!writable) {
        return report(writable.error());
    }
    const lab::Signals signals;
    lab::WorkerPool pool(thread_count(options.threads));
    const picture::Stamp stamp;
    for (const lab::FigureInfo* info : *rows) {
        std::optional<lab::NothingToSave> unwritten(
            std::in_place, signals,
            "interrupted in figure " + std::string(info->key) + "; " +
                (info == rows->front() ? "nothing is written" : "those before it are written"));
        int part = 0;
        const Parallel parallel = [&](std::size_t count, const std::function<void(std::size_t)>& job) {
            ProgressBar progress(std::string(info->key) + ", part " + std::to_string(++part), options.quiet);
            std::mutex mutex;
            std::size_t finished = 0;
            progress.show(0);
            pool.run(count, [&](std::size_t i) {
                job(i);
                const std::lock_guard lock(mutex);
                progress.show(static_cast<double>(++finished) / static_cast<double>(count));
            });
        };
        const Result<lab::Figure> figure = info->compute(parallel);
        if (!figure) {
            return report(figure.error());
        }
        const Result<std::string> png =
            render::encode_png(picture::draw_figure(*info, *figure, size->x, size->y, stamp));
        if (!png) {
            return report(png.error());
        }
        unwritten.reset(); // both files or none
        for (const auto& [extension, content] : {std::pair{".csv", lab::figure_csv(*figure)}, {".png", *png}}) {
            const Status written = lab::write_file(file_of(options, *info, extension), content, signals.stop());
            if (!written) {
                return report(written.error());
            }
        }
    }
    return signals.received() == 0 ? int{kDone} : signals.exit_code();
}

} // namespace xpbd::cli
