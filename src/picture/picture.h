// Pictures of a lab state: drawing them at once, and saving them with the session inside.
#pragma once

#include "lab/files/session/session.h"
#include "lab/run/snapshot.h"
#include "picture/looks/picture_options.h"
#include "picture/view/scene_views.h"
#include "render/renderer.h"
#include "system/locked_file.h"

#include <string>
#include <vector>

namespace xpbd::picture {

/// Renders the panes that `options.mode` shows, off screen, at the size given in `options`, with the stamp.
Result<render::Image> take_picture(render::Renderer& renderer, SceneViews& views, const lab::Snapshot& snapshot,
                                   const std::vector<lab::Camera>& cameras, const PictureOptions& options);

/// Encodes the image with the session inside and writes the file. Fails as write_file() and the encoder do.
Status save_picture(const render::Image& image, const lab::Session& session, const std::string& path,
                    const StopToken& stop = {}, system::Existing existing = system::Existing::replaced);

/// A path `{folder}/{scene}_{methods}_{date}_{n}.png` that does not exist yet; `methods`: the keys of all panes'
/// methods, with a hyphen between them.
std::string picture_path(const std::string& folder, const lab::Session& session);

/// A file name for a recording: neither the file, nor its first numbered file, nor a table of that name exists.
std::string recording_path(const std::string& folder, const lab::Session& session, const std::string& extension);

} // namespace xpbd::picture
