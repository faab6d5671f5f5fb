#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>

#include "core/decimal.h"
#include "core/excerpt.h"
#include "lab/files/file.h"
#include "lab/files/obj.h"
#include "lab/files/session/session.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace xpbd::lab {
namespace {

/// Vertices of one face: the time to cut it into triangles grows with their square.
constexpr std::size_t kMostCorners = 4096;

/// The lines of an OBJ file that are used, checked. The loader behind it reads what is not a number as 0 and drops
/// faces that it cannot use; a damaged file must not be read as another shape.
struct Checked {
    std::vector<Vec3> positions;                ///< in double precision; the loader's are float
    std::vector<std::array<double, 2>> texture; ///< coordinates
    std::size_t faces = 0;
    std::string shape; ///< its vertices and faces as OBJ text: all that the loader gets. Twenty bytes of another line
                       ///< (a tag) can make it take 300 kB.
};

Error line_error(const std::string& path, std::size_t line, const std::string& what) {
    return Error{path + ": line " + std::to_string(line) + ": " + what};
}

/// One rule for line ends: LF, CR LF and a lone CR each end a line. The check and the loader then read the same lines.
std::string with_plain_line_ends(std::string text) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool carriage = text[i] == '\r';
        if (carriage && i + 1 < text.size() && text[i + 1] == '\n') {
            continue;
        }
        text[kept++] = carriage ? '\n' : text[i];
    }
    text.resize(kept);
    return text;
}

/// Takes the next word off `line`; "" at its end.
std::string_view take_word(std::string_view& line) {
    constexpr std::string_view kBlank = " \t";
    const std::size_t begin = std::min(line.find_first_not_of(kBlank), line.size());
    line.remove_prefix(begin);
    const std::string_view word = line.substr(0, line.find_first_of(kBlank));
    line.remove_prefix(word.size());
    return word;
}

/// A finite number that fills the whole word.
std::optional<double> to_number(std::string_view word) {
    if (!word.empty() && word.front() == '+') {
        word.remove_prefix(1);
    }
    double value = 0;
    const char* const last = word.data() + word.size();
    if (word.empty() || read_decimal(word.data(), last, value) != last || !std::isfinite(value)) {
        return std::nullopt;
    }
    return value;
}

/// Index of the form of an OBJ file: from 1; negative ones count back from the last so far.
std::optional<long> to_index(std::string_view word) {
    long value = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || code != std::errc{} || end != word.data() + word.size() || value == 0) {
        return std::nullopt;
    }
    return value;
}

/// A corner of a face: `v`, `v/t`, `v//n` or `v/t/n`.
struct Corner {
    std::string_view vertex;
    std::string_view texture; ///< "" = none
};
Corner to_corner(std::string_view word) {
    const std::size_t first = word.find('/');
    if (first == std::string_view::npos) {
        return {word, ""};
    }
    const std::string_view rest = word.substr(first + 1);
    return {word.substr(0, first), rest.substr(0, rest.find('/'))};
}

/// What a corner names, from 1, and where: a face may come before its vertices.
struct Named {
    long index;
    std::size_t line;
};

/// The first line that names what there is not.
Status check_named(const std::vector<Named>& all, std::size_t count, const std::string& path, const char* what) {
    for (const Named& named : all) {
        if (named.index < 1 || static_cast<std::size_t>(named.index) > count) {
            return line_error(path, named.line,
                              std::string("a face names ") + what + " " + std::to_string(named.index) + ", there are " +
                                  std::to_string(count));
        }
    }
    return ok();
}

Result<Checked> check_lines(std::string_view text, const std::string& path) {
    Checked checked;
    std::vector<Named> vertices, textures;
    std::size_t number = 0;
    while (!text.empty()) {
        ++number;
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.find('\0') != std::string_view::npos) {
            return line_error(path, number, "holds a byte of value 0; an OBJ file is text");
        }
        const std::string_view kind = take_word(line);
        if (kind == "v") {
            Vec3 position{0};
            checked.shape += 'v';
            for (int axis = 0; axis < 3; ++axis) {
                const std::string_view word = take_word(line);
                const auto value = to_number(word);
                if (!value) {
                    return line_error(path, number, "a vertex needs 3 finite numbers, not \"" + excerpt(word) + "\"");
                }
                position[axis] = *value;
                checked.shape.append(" ").append(word);
            }
            checked.shape += '\n';
            checked.positions.push_back(position);
        } else if (kind == "vt") {
            const std::string_view u = take_word(line);
            const std::string_view v = take_word(line);
            const std::optional<double> first = to_number(u);
            const std::optional<double> second = v.empty() ? 0 : to_number(v); // a texture may be a line
            if (!first || !second) {
                return line_error(path, number,
                                  "texture coordinates need 2 finite numbers, not \"" + excerpt(first ? v : u) + "\"");
            }
            checked.texture.push_back({*first, *second});
        } else if (kind == "f") {
            std::size_t count = 0;
            checked.shape += 'f';
            for (std::string_view word = take_word(line); !word.empty(); word = take_word(line), ++count) {
                const Corner corner = to_corner(word);
                const auto absolute = [](long index, std::size_t so_far) {
                    return index > 0 ? index : static_cast<long>(so_far) + 1 + index;
                };
                const auto index = to_index(corner.vertex);
                if (!index) {
                    return line_error(path, number, "\"" + excerpt(word) + "\" is not a vertex of a face, from 1");
                }
                vertices.push_back({absolute(*index, checked.positions.size()), number});
                checked.shape.append(" ").append(std::to_string(vertices.back().index));
                if (!corner.texture.empty()) {
                    const auto texture = to_index(corner.texture);
                    if (!texture) {
                        return line_error(path, number,
                                          "\"" + excerpt(word) + "\" names no texture coordinates of a face, from 1");
                    }
                    textures.push_back({absolute(*texture, checked.texture.size()), number});
                    checked.shape.append("/").append(std::to_string(textures.back().index));
                }
            }
            checked.shape += '\n';
            if (count < 3) {
                return line_error(path, number, "a face needs 3 or more vertices, there are " + std::to_string(count));
            }
            if (count > kMostCorners) {
                return line_error(path, number,
                                  "a face has " + std::to_string(count) + " vertices, at most " +
                                      std::to_string(kMostCorners) + " are read; cut it into smaller ones");
            }
            ++checked.faces;
        }
    }
    if (Status known = check_named(vertices, checked.positions.size(), path, "vertex"); !known) {
        return known.error();
    }
    if (Status known = check_named(textures, checked.texture.size(), path, "texture coordinates"); !known) {
        return known.error();
    }
    if (checked.faces == 0) {
        return Error{path + ": there are no faces, needs a Wavefront OBJ file with at least one line \"f ...\""};
    }
    return checked;
}

} // namespace

Result<scenes::Mesh> load_obj(const std::string& path) {
    Result<std::string> content = read_file(path, kLargestInput);
    return content ? parse_obj(*content, path) : content.error();
}

Result<scenes::Mesh> parse_obj(std::string_view content, const std::string& path) {
    const std::string text = with_plain_line_ends(std::string(content));
    Result<Checked> checked = check_lines(text, path);
    if (!checked) {
        return checked.error();
    }
    tinyobj::ObjReaderConfig config;
    config.triangulate = true;
    config.vertex_color = false;
    tinyobj::ObjReader reader;
    if (!reader.ParseFromString(checked->shape, "", config)) {
        return Error{path + ": " +
                     (reader.Error().empty() ? "this is not a Wavefront OBJ file" : excerpt(reader.Error(), 200))};
    }
    scenes::Mesh mesh;
    bool textured = false;
    mesh.positions = std::move(checked->positions);
    for (const tinyobj::shape_t& shape : reader.GetShapes()) {
        const auto& indices = shape.mesh.indices;
        for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
            mesh.triangles.push_back(
                {indices[i].vertex_index, indices[i + 1].vertex_index, indices[i + 2].vertex_index});
            auto& texture = mesh.texture.emplace_back();
            const auto named = [&](std::size_t corner) { return indices[i + corner].texcoord_index; };
            if (named(0) >= 0 && named(1) >= 0 && named(2) >= 0) {
                for (std::size_t corner = 0; corner < 3; ++corner) {
                    texture[corner] = checked->texture[static_cast<std::size_t>(named(corner))];
                }
                textured = true;
            }
        }
    }
    if (mesh.triangles.empty()) {
        return Error{path + ": none of its faces can be cut into triangles"};
    }
    if (!textured) {
        mesh.texture.clear();
    }
    return mesh;
}

} // namespace xpbd::lab
