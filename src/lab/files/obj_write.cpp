// Writes a mesh as the text of a Wavefront OBJ file.
#include "core/base/decimal.h"
#include "lab/files/obj.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace xpbd::lab {
namespace {

using TexturePlace = std::array<double, 2>;

/// True if both are equal, including the signs of zeros.
bool same_bits(const TexturePlace& one, const TexturePlace& other) {
    return one == other && std::signbit(one[0]) == std::signbit(other[0]) &&
           std::signbit(one[1]) == std::signbit(other[1]);
}

class Writer {
public:
    explicit Writer(const scenes::Mesh& mesh) : mesh_(mesh), texture_at_(mesh.positions.size(), kNone) {}

    std::string text() {
        for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
            const auto& triangle = mesh_.triangles[t];
            vertices_to(index_of(*std::max_element(triangle.begin(), triangle.end())) + 1);
            face(t);
        }
        vertices_to(mesh_.positions.size());
        return std::move(text_);
    }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    void vertices_to(std::size_t count) {
        for (; vertices_ < count; ++vertices_) {
            const Vec3& at = mesh_.positions[vertices_];
            text_ += 'v';
            number(at.x);
            number(at.y);
            number(at.z);
            text_ += '\n';
        }
    }

    void face(std::size_t t) {
        const auto& triangle = mesh_.triangles[t];
        const bool textured = !mesh_.texture.empty();
        for (std::size_t corner = 0; textured && corner < 3; ++corner) {
            texture(index_of(triangle[corner]), mesh_.texture[t][corner]);
        }
        text_ += 'f';
        for (const int vertex : triangle) {
            text_ += " -" + std::to_string(vertices_ - index_of(vertex));
            if (textured) {
                text_ += "/-" + std::to_string(places_.size() - texture_at_[index_of(vertex)]);
            }
        }
        text_ += '\n';
    }

    /// Writes the texture coordinates of a vertex, unless the latest ones of this vertex are the same.
    void texture(std::size_t vertex, const TexturePlace& place) {
        std::size_t& known = texture_at_[vertex];
        if (known != kNone && same_bits(places_[known], place)) {
            return;
        }
        known = places_.size();
        places_.push_back(place);
        text_ += "vt";
        number(place[0]);
        number(place[1]);
        text_ += '\n';
    }

    void number(double value) {
        char buffer[kDecimalRoom];
        text_ += ' ';
        text_.append(buffer, write_decimal(buffer, value));
    }

    const scenes::Mesh& mesh_;
    std::string text_;
    std::size_t vertices_ = 0;            ///< number of vertices in `text_`
    std::vector<TexturePlace> places_;    ///< texture coordinates in `text_`
    std::vector<std::size_t> texture_at_; ///< per vertex: index in `places_` of its latest coordinates
};

} // namespace

std::string write_obj(const scenes::Mesh& mesh) {
    return Writer(mesh).text();
}

} // namespace xpbd::lab
