#include "picture/picture.h"

#include "core/model/method_traits.h"
#include "lab/files/file.h"
#include "lab/files/png_text.h"
#include "system/files.h"
#include "system/machine.h"

#include <ctime>
#include <filesystem>

namespace xpbd::picture {

Status save_picture(const render::Image& image, const lab::Session& session, const std::string& path,
                    const StopToken& stop, system::Existing existing) {
    const Result<std::string> png = render::encode_png(image);
    if (!png) {
        return png.error();
    }
    const Result<std::string> with_session =
        lab::insert_png_text(*png, lab::kSessionKeyword, lab::write_session(session));
    if (!with_session) {
        return with_session.error();
    }
    return lab::write_file(path, *with_session, stop, existing);
}

namespace {

/// `{folder}/{scene}_{methods}_{date}`, as in picture_path().
std::string dated_stem(const std::string& folder, const lab::Session& session) {
    const auto method = [&](std::size_t pane) { return std::string(method_of(session.panes[pane]).key); };
    char date[16];
    const std::tm local = system::local_time();
    std::strftime(date, sizeof(date), "%Y%m%d", &local);
    std::string stem = folder.empty() ? "" : folder + "/";
    stem += session.scene.name + "_" + method(0);
    for (std::size_t pane = 1; pane < session.panes.size(); ++pane) {
        stem += "-" + method(pane);
    }
    return stem + "_" + date;
}

} // namespace

std::string picture_path(const std::string& folder, const lab::Session& session) {
    return lab::unused_path(dated_stem(folder, session), ".png");
}

std::string recording_path(const std::string& folder, const lab::Session& session, const std::string& extension) {
    const std::string stem = dated_stem(folder, session);
    const auto taken = [](const std::string& path) { return system::exists(path); };
    for (int n = 1;; ++n) {
        const std::string name = stem + "_take" + std::to_string(n);
        if (!taken(name + extension) && !taken(name + "_00000" + extension) && !taken(name + ".csv")) {
            return name + extension;
        }
    }
}

} // namespace xpbd::picture
