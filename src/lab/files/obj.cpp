// Reads the statements of Wavefront OBJ files.
#include "lab/files/obj.h"

#include "core/base/decimal.h"
#include "core/base/excerpt.h"
#include "lab/files/file.h"
#include "lab/files/obj_faces.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>

namespace xpbd::lab {
namespace {

constexpr std::string_view kBlank = " \t\v\f";

/// Statements for shapes other than faces.
struct OtherShape {
    std::string_view kind;
    std::string_view name;
};
constexpr OtherShape kOtherShapes[] = {{"l", "line"},
                                       {"p", "point"},
                                       {"curv", "free-form curve"},
                                       {"curv2", "free-form curve"},
                                       {"surf", "free-form surface"},
                                       {"call", "call of another file"}};
/// Statements that have no influence on a cloth.
constexpr std::string_view kNoShapes[] = {
    "vn",    "vp",       "g",        "s",    "mg",    "o",     "usemtl", "mtllib",     "usemap",    "maplib",
    "bevel", "c_interp", "d_interp", "lod",  "ctech", "stech", "cstype", "deg",        "bmat",      "step",
    "parm",  "trim",     "hole",     "scrv", "sp",    "end",   "con",    "shadow_obj", "trace_obj", "csh"};

/// Iterates over the logical lines of a text. LF, CR LF and CR end a line, "#" begins a comment, and "\" at the end of
/// a line joins the next one to it. A byte order mark at the beginning is skipped.
class Lines {
public:
    explicit Lines(std::string_view text) : text_(text) {
        if (text_.starts_with("\xEF\xBB\xBF")) {
            text_.remove_prefix(3);
        }
    }

    /// Moves to the next line. Returns false at the end of the text.
    bool next() {
        if (text_.empty()) {
            return false;
        }
        number_ = physical_ + 1;
        line_ = take();
        if (!ends_in_backslash(line_)) {
            return true;
        }
        joined_.clear();
        while (ends_in_backslash(line_)) {
            joined_.append(line_, 0, line_.find_last_of('\\')).append(" ");
            line_ = text_.empty() ? std::string_view() : take();
        }
        joined_.append(line_);
        line_ = joined_;
        return true;
    }

    std::string_view line() const { return line_; }
    std::size_t number() const { return number_; } ///< number of the first physical line, from 1

private:
    /// Removes and returns the next physical line, without its comment.
    std::string_view take() {
        ++physical_;
        const std::size_t end = std::min(text_.find_first_of("\r\n"), text_.size());
        std::string_view line = text_.substr(0, end);
        text_.remove_prefix(std::min(end + (text_.substr(end, 2) == "\r\n" ? 2 : 1), text_.size()));
        return line.substr(0, line.find('#'));
    }
    static bool ends_in_backslash(std::string_view line) {
        const std::size_t last = line.find_last_not_of(kBlank);
        return last != std::string_view::npos && line[last] == '\\';
    }

    std::string_view text_;
    std::string_view line_;
    std::string joined_;
    std::size_t number_ = 0;
    std::size_t physical_ = 0; ///< physical lines read
};

/// Removes and returns the first word of `line`; "" at its end.
std::string_view take_word(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlank), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(kBlank));
    line.remove_prefix(word.size());
    return word;
}

/// A finite number that is the whole word.
std::optional<double> to_number(std::string_view word) {
    if (word.starts_with('+')) {
        word.remove_prefix(1);
    }
    double value = 0;
    const char* const last = word.data() + word.size();
    if (word.empty() || read_decimal(word.data(), last, value) != last || !std::isfinite(value)) {
        return std::nullopt;
    }
    return value;
}

/// Converts an index of an OBJ file to a positive one. Negative indices count back from the last of the `so_far`
/// elements.
std::optional<long> to_index(std::string_view word, std::size_t so_far) {
    long value = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || code != std::errc{} || end != word.data() + word.size() || value == 0) {
        return std::nullopt;
    }
    return value > 0 ? value : static_cast<long>(so_far) + 1 + value;
}

class Reader {
public:
    explicit Reader(const std::string& path) : path_(path) {}

    /// Processes one logical line.
    Status take(std::string_view line, std::size_t number) {
        number_ = number;
        if (line.find('\0') != std::string_view::npos) {
            return fault("holds a byte of value 0; an OBJ file is text");
        }
        const std::string_view kind = take_word(line);
        if (kind == "v") {
            return vertex(line);
        }
        if (kind == "vt") {
            return texture(line);
        }
        if (kind == "f" || kind == "fo") {
            return face(line);
        }
        const auto* shape = std::find_if(std::begin(kOtherShapes), std::end(kOtherShapes),
                                         [&](const OtherShape& row) { return row.kind == kind; });
        if (shape != std::end(kOtherShapes)) {
            count(others_[static_cast<std::size_t>(shape - std::begin(kOtherShapes))]);
        } else if (!kind.empty() &&
                   std::find(std::begin(kNoShapes), std::end(kNoShapes), kind) == std::end(kNoShapes)) {
            if (unknown_.count == 0) {
                unknown_kind_ = excerpt(kind);
            }
            count(unknown_);
        }
        return ok();
    }

    Result<scenes::Mesh> finish() {
        if (faces_.faces.empty()) {
            std::string what =
                path_ + ": there are no faces, needs a Wavefront OBJ file with at least one line \"f ...\"";
            for (const std::string& note : left_out()) {
                what += "; " + note;
            }
            return Error{what};
        }
        Result<scenes::Mesh> mesh = mesh_of(std::move(faces_), path_);
        if (mesh) {
            const std::vector<std::string> notes = left_out();
            mesh->notes.insert(mesh->notes.end(), notes.begin(), notes.end());
        }
        return mesh;
    }

private:
    /// Occurrences of one kind of statement.
    struct Count {
        std::size_t count = 0;
        std::size_t first = 0; ///< line of the first occurrence
    };
    void count(Count& of) const {
        of.first = of.count == 0 ? number_ : of.first;
        ++of.count;
    }

    Error fault(const std::string& what) const {
        return Error{path_ + ": line " + std::to_string(number_) + ": " + what};
    }

    Status vertex(std::string_view line) {
        Vec3 position{0};
        for (int axis = 0; axis < 3; ++axis) {
            const std::string_view word = take_word(line);
            const auto value = to_number(word);
            if (!value) {
                return fault("a vertex needs 3 finite numbers, not \"" + excerpt(word) + "\"");
            }
            position[axis] = *value;
        }
        faces_.positions.push_back(position);
        return ok();
    }

    Status texture(std::string_view line) {
        const std::string_view u = take_word(line);
        const std::string_view v = take_word(line);
        const std::optional<double> first = to_number(u);
        const std::optional<double> second = v.empty() ? 0 : to_number(v); // a texture may have one coordinate only
        if (!first || !second) {
            return fault("texture coordinates need 2 finite numbers, not \"" + excerpt(first ? v : u) + "\"");
        }
        faces_.texture.push_back({*first, *second});
        return ok();
    }

    /// Reads corners of the forms `v`, `v/t`, `v//n` or `v/t/n`.
    Status face(std::string_view line) {
        ObjFaces::Face face{faces_.corners.size(), 0, number_};
        for (std::string_view word = take_word(line); !word.empty(); word = take_word(line), ++face.count) {
            std::string_view part[3];
            std::string_view rest = word;
            for (std::string_view& one : part) {
                one = rest.substr(0, rest.find('/'));
                rest.remove_prefix(std::min(one.size() + 1, rest.size()));
            }
            ObjFaces::Corner corner;
            const auto index = to_index(part[0], faces_.positions.size());
            if (!index || !rest.empty()) {
                return fault("\"" + excerpt(word) + "\" is not a vertex of a face, from 1");
            }
            corner.vertex = *index;
            if (!part[1].empty()) {
                const auto named = to_index(part[1], faces_.texture.size());
                if (!named) {
                    return fault("\"" + excerpt(word) + "\" names no texture coordinates of a face, from 1");
                }
                corner.texture = *named;
                corner.has_texture = true;
            }
            faces_.corners.push_back(corner);
        }
        if (face.count < 3) {
            return fault("a face needs 3 or more vertices, there are " + std::to_string(face.count));
        }
        if (face.count > kMostCorners) {
            return fault("a face has " + std::to_string(face.count) + " vertices, at most " +
                         std::to_string(kMostCorners) + " are read; cut it into smaller ones");
        }
        faces_.faces.push_back(face);
        return ok();
    }

    /// Describes the skipped content of the file, one clause per kind.
    std::vector<std::string> left_out() const {
        std::vector<std::string> notes;
        for (std::size_t i = 0; i < std::size(kOtherShapes); ++i) {
            if (others_[i].count > 0) {
                notes.push_back(left_out(others_[i], std::string(kOtherShapes[i].name) + " (\"" +
                                                         std::string(kOtherShapes[i].kind) + "\""));
            }
        }
        if (unknown_.count > 0) {
            notes.push_back(left_out(unknown_, "unknown statement (\"" + unknown_kind_ + "\""));
        }
        return notes;
    }
    static std::string left_out(const Count& of, const std::string& what) {
        return std::to_string(of.count) + " x " + what + ", line " + std::to_string(of.first) +
               (of.count > 1 ? " and others" : "") + ") left out, only faces are read";
    }

    const std::string& path_;
    std::size_t number_ = 0; ///< number of the current line
    ObjFaces faces_;
    Count others_[std::size(kOtherShapes)];
    Count unknown_;
    std::string unknown_kind_; ///< the first unknown statement
};

} // namespace

Result<scenes::Mesh> load_obj(const std::string& path) {
    Result<std::string> content = read_file(path, kLargestInput);
    return content ? parse_obj(*content, path) : content.error();
}

Result<scenes::Mesh> parse_obj(std::string_view content, const std::string& path) {
    Reader reader(path);
    for (Lines lines(content); lines.next();) {
        if (Status taken = reader.take(lines.line(), lines.number()); !taken) {
            return taken.error();
        }
    }
    return reader.finish();
}

} // namespace xpbd::lab
