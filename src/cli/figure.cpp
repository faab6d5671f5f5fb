// The command `figure`: recomputes figures and writes each as a table and, if possible, a plot.
#include "cli/cli.h"
#include "cli/command_list.h"
#include "lab/files/result_files.h"
#include "system/files.h"
#include "system/names.h"
#include "system/signals.h"
#include "system/standard_streams.h"

#include "core/base/excerpt.h"
#include "core/model/parameters.h"
#include "lab/figures/figure.h"
#include "lab/files/file.h"
#include "lab/threads/worker_pool.h"
#if XPBD_WITH_PICTURES
#include "picture/chart.h"
#endif

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::cli {
namespace {

struct FigureOptions {
    std::string name; ///< a row of figure_table(), or "all"
    std::string out;  ///< output folder
    std::string size = "1600x1000";
    int threads = 0; ///< 0 = one per core
    bool force = false;
    bool quiet = false;
};

constexpr int kLeastSide = 320;  ///< smallest side of a plot [px]: below it the text leaves no room for the curves
constexpr int kMostSide = 16384; ///< largest side of a plot [px]: the pixels of a square plot then take 1 GiB

/// The rows for a name or "all". The error for an unknown name suggests the nearest one.
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
        return Error{"figure " + excerpt(name) + ": no such figure; see: list figures" + did_you_mean(name, keys)};
    }
    return rows;
}

std::string file_of(const FigureOptions& options, const lab::FigureInfo& info, const char* extension) {
    return system::text_of(system::path_of(options.out) / (std::string(info.key) + extension));
}

/// One output file of a figure: a table, or a plot in builds that can draw.
struct Output {
    const char* extension;
    Result<std::string> (*content)(const FigureOptions& options, const lab::FigureInfo& info,
                                   const lab::Figure& figure);
};

Result<std::string> table(const FigureOptions&, const lab::FigureInfo&, const lab::Figure& figure) {
    return lab::figure_csv(figure);
}

#if XPBD_WITH_PICTURES
Result<std::string> plot(const FigureOptions& options, const lab::FigureInfo& info, const lab::Figure& figure) {
    const Result<glm::ivec2> size = parse_size(options.size);
    if (!size) {
        return size.error();
    }
    return render::encode_png(picture::draw_figure(info, figure, size->x, size->y, picture::ImageText{}));
}
#endif

constexpr Output kOutputs[] = {
    {".csv", table},
#if XPBD_WITH_PICTURES
    {".png", plot},
#endif
};

/// Fails if the folder cannot be written or a file would be replaced. Called before the long computation.
Status check_out(const FigureOptions& options, const std::vector<const lab::FigureInfo*>& rows) {
    std::error_code code;
    std::filesystem::create_directories(system::path_of(options.out), code);
    if (system::kind_of(options.out) != system::FileKind::folder) {
        return Error{"--out " + options.out + ": not a folder, and it cannot be made", Error::Kind::file};
    }
    for (const lab::FigureInfo* info : rows) {
        for (const Output& output : kOutputs) {
            const std::string path = file_of(options, *info, output.extension);
            if (!options.force && system::exists(path)) {
                return lab::exists_already(path);
            }
            Status writable = lab::check_outputs({{"--out", path}});
            if (!writable) {
                return writable;
            }
        }
    }
    return ok();
}

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
    const system::Signals signals;
    lab::WorkerPool pool(thread_count(options.threads));
    for (const lab::FigureInfo* info : *rows) {
        std::optional<system::NothingToSave> unwritten(
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
        std::vector<std::string> contents;
        for (const Output& output : kOutputs) {
            Result<std::string> content = output.content(options, *info, *figure);
            if (!content) {
                return report(content.error());
            }
            contents.push_back(std::move(*content));
        }
        unwritten.reset(); // from here on a signal waits, so that a figure's files are complete
        for (std::size_t i = 0; i < contents.size(); ++i) {
            const Status written =
                lab::write_file(file_of(options, *info, kOutputs[i].extension), contents[i], signals.stop(),
                                options.force ? system::Existing::replaced : system::Existing::kept);
            if (!written) {
                return report(written.error());
            }
        }
    }
    if (!kWithPictures && !options.quiet) {
        system::say("built without pictures (XPBD_WINDOW=OFF): the tables are written, no plots");
    }
    return signals.received() == 0 ? int{kDone} : signals.exit_code();
}

} // namespace

Action declare_figure(Options& options) {
    const auto figure = std::make_shared<FigureOptions>();
    options.text("name", figure->name, "NAME", "Name of a figure (see: list figures), or all", Options::Need::required);
    options.text("--out", figure->out, "DIR", "Folder to write to; made where it is missing", Options::Need::required);
    if (kWithPictures) {
        options.text("--size", figure->size, "WxH", "Width x height in pixels [1600x1000]");
    }
    options.whole("--threads", figure->threads, 0, 256, "N",
                  "Runs at once; 0 = as many as there are cores (same results)");
    options.flag("--force", figure->force, "Replace files that exist");
    options.flag("--quiet", figure->quiet, "No progress bar");
    return [figure] { return make_figures(*figure); };
}

} // namespace xpbd::cli
