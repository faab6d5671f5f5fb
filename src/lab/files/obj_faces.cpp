// Checks the faces of an OBJ file, cuts them into triangles, and reports skipped faces.
#include "lab/files/obj_faces.h"

#include "lab/files/polygon.h"

#include <algorithm>
#include <numeric>

namespace xpbd::lab {
namespace {

std::string place(std::size_t face, const ObjFaces& read) {
    return "face " + std::to_string(face + 1) + " (line " + std::to_string(read.faces[face].line) + ")";
}

Error line_error(const std::string& path, std::size_t line, const std::string& what) {
    return Error{path + ": line " + std::to_string(line) + ": " + what};
}

/// Fails for the first face with an index that does not exist.
Status check_names(const ObjFaces& read, const std::string& path) {
    for (const bool texture : {false, true}) {
        const std::size_t count = texture ? read.texture.size() : read.positions.size();
        for (const ObjFaces::Face& face : read.faces) {
            for (std::size_t i = face.first; i < face.first + face.count; ++i) {
                const ObjFaces::Corner& corner = read.corners[i];
                const long named = texture ? corner.texture : corner.vertex;
                if ((!texture || corner.has_texture) && (named < 1 || static_cast<std::size_t>(named) > count)) {
                    return line_error(path, face.line,
                                      std::string("a face names ") + (texture ? "texture coordinates " : "vertex ") +
                                          std::to_string(named) + ", there are " + std::to_string(count));
                }
            }
        }
    }
    return ok();
}

/// Finds for every face the first face with the same vertices in any order, which can be the face itself.
std::vector<std::size_t> repeated(const ObjFaces& read) {
    std::vector<long> sorted;
    sorted.reserve(read.corners.size());
    for (const ObjFaces::Corner& corner : read.corners) {
        sorted.push_back(corner.vertex);
    }
    const auto begin = [&](std::size_t face) {
        return sorted.begin() + static_cast<std::ptrdiff_t>(read.faces[face].first);
    };
    const auto end = [&](std::size_t face) {
        return begin(face) + static_cast<std::ptrdiff_t>(read.faces[face].count);
    };
    std::vector<std::size_t> order(read.faces.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (const std::size_t face : order) {
        std::sort(begin(face), end(face));
    }
    // A stable sort keeps the first of equal faces in front.
    std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
        return std::lexicographical_compare(begin(one), end(one), begin(other), end(other));
    });
    std::vector<std::size_t> same(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool again = i > 0 && std::equal(begin(order[i]), end(order[i]), begin(order[i - 1]), end(order[i - 1]));
        same[order[i]] = again ? same[order[i - 1]] : order[i];
    }
    return same;
}

/// Count and first occurrence of something that was skipped.
struct LeftOut {
    std::size_t count = 0;
    std::string first;

    void add(const std::string& where) {
        if (count++ == 0) {
            first = where;
        }
    }
};

class Cutter {
public:
    Cutter(ObjFaces read, const std::string& path) : read_(std::move(read)), path_(path) {}

    Result<scenes::Mesh> mesh() {
        const std::vector<std::size_t> same = repeated(read_);
        for (std::size_t face = 0; face < read_.faces.size(); ++face) {
            if (same[face] != face) {
                repeats_.add(place(face, read_) + " repeats " + place(same[face], read_));
                continue;
            }
            if (Status cut = this->cut(face); !cut) {
                return cut.error();
            }
        }
        if (mesh_.triangles.empty() && !empty_faces_.empty()) {
            // Keeps triangles without area if there are no others, so that the scene reports the error.
            mesh_.triangles.assign(empty_faces_.begin(), empty_faces_.end());
            mesh_.lines = empty_lines_;
            mesh_.texture.clear();
            textured_ = false;
        } else if (mesh_.triangles.empty()) {
            return line_error(path_, read_.faces.front().line, "none of the faces has an area; a cloth needs one");
        }
        if (!textured_) {
            mesh_.texture.clear();
        }
        note(corners_, "corner", "named twice in a row");
        note(empty_, "triangle", "without area");
        if (repeats_.count > 0) {
            mesh_.notes.push_back(repeats_.first + ": left out" +
                                  (repeats_.count > 1 ? ", and " + std::to_string(repeats_.count - 1) + " more" : ""));
        }
        mesh_.positions = std::move(read_.positions);
        return std::move(mesh_);
    }

private:
    const Vec3& at(const ObjFaces::Corner& corner) const {
        return read_.positions[static_cast<std::size_t>(corner.vertex - 1)];
    }

    Status cut(std::size_t number) {
        const ObjFaces::Face& face = read_.faces[number];
        outline_.clear();
        for (std::size_t i = face.first; i < face.first + face.count; ++i) {
            const ObjFaces::Corner& corner = read_.corners[i];
            const bool last = i + 1 == face.first + face.count;
            if ((!outline_.empty() && outline_.back().vertex == corner.vertex) ||
                (last && outline_.size() > 1 && outline_.front().vertex == corner.vertex)) {
                corners_.add(place(number, read_));
            } else {
                outline_.push_back(corner);
            }
        }
        if (outline_.size() < 3) {
            empty_.add(place(number, read_));
            return ok();
        }
        if (outline_.size() == 3) {
            add(number, 0, 1, 2);
            return ok();
        }
        if (Status once = check_once(face.line); !once) {
            return once;
        }
        corners_at_.clear();
        for (const ObjFaces::Corner& corner : outline_) {
            corners_at_.push_back(at(corner));
        }
        const CutPolygon cut = cut_polygon(corners_at_);
        if (!cut.fault.empty()) {
            return line_error(path_, face.line,
                              "face " + std::to_string(number + 1) + " of " + std::to_string(outline_.size()) +
                                  " corners " + cut.fault + "; a cloth needs simple polygons");
        }
        for (const auto& [a, b, c] : cut.triangles) {
            add(number, index_of(a), index_of(b), index_of(c));
        }
        return ok();
    }

    Status check_once(std::size_t line) {
        std::vector<long> named;
        for (const ObjFaces::Corner& corner : outline_) {
            named.push_back(corner.vertex);
        }
        std::sort(named.begin(), named.end());
        const auto twice = std::adjacent_find(named.begin(), named.end());
        return twice == named.end() ? ok()
                                    : line_error(path_, line,
                                                 "a face names vertex " + std::to_string(*twice) +
                                                     " twice, so that its outline touches itself; cut it into faces "
                                                     "that name each of their vertices once");
    }

    /// Adds a triangle between corners of the outline.
    void add(std::size_t number, std::size_t a, std::size_t b, std::size_t c) {
        const std::array corners{outline_[a], outline_[b], outline_[c]};
        std::array<int, 3> triangle{};
        std::array<std::array<double, 2>, 3> texture{};
        bool textured = true;
        for (std::size_t i = 0; i < 3; ++i) {
            triangle[i] = static_cast<int>(corners[i].vertex - 1);
            textured = textured && corners[i].has_texture;
        }
        const auto line = static_cast<int>(read_.faces[number].line);
        if (!has_area(at(corners[0]), at(corners[1]), at(corners[2]))) {
            empty_.add(place(number, read_));
            empty_faces_.push_back(triangle);
            empty_lines_.push_back(line);
            return;
        }
        for (std::size_t i = 0; i < 3 && textured; ++i) {
            texture[i] = read_.texture[static_cast<std::size_t>(corners[i].texture - 1)];
        }
        textured_ = textured_ || textured;
        mesh_.triangles.push_back(triangle);
        mesh_.texture.push_back(texture);
        mesh_.lines.push_back(line);
    }

    void note(const LeftOut& what, const std::string& name, const std::string& why) {
        if (what.count > 0) {
            mesh_.notes.push_back(std::to_string(what.count) + " " + name + (what.count > 1 ? "s " : " ") + why +
                                  " left out (" + (what.count > 1 ? "the first: " : "") + what.first + ")");
        }
    }

    ObjFaces read_;
    const std::string& path_;
    scenes::Mesh mesh_;
    bool textured_ = false;
    LeftOut corners_, empty_, repeats_;
    std::vector<std::array<int, 3>> empty_faces_;
    std::vector<int> empty_lines_;
    std::vector<ObjFaces::Corner> outline_; ///< corners of the current face
    std::vector<Vec3> corners_at_;
};

} // namespace

Result<scenes::Mesh> mesh_of(ObjFaces read, const std::string& path) {
    if (Status known = check_names(read, path); !known) {
        return known.error();
    }
    return Cutter(std::move(read), path).mesh();
}

} // namespace xpbd::lab
