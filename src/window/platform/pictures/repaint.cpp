#include "window/platform/pictures/repaint.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <imgui.h>

namespace xpbd::window {
namespace {

/// A rectangle of squares; `right` and `bottom` are excluded.
struct Block {
    int left, top, right, bottom;

    int area() const { return (right - left) * (bottom - top); }
    Block joined(const Block& other) const {
        return {std::min(left, other.left), std::min(top, other.top), std::max(right, other.right),
                std::max(bottom, other.bottom)};
    }
};

std::uint64_t join(std::uint64_t all, std::uint64_t one) {
    all = (all ^ one) * 0x9e3779b97f4a7c15;
    return all ^ all >> 29;
}

std::uint64_t number_of(const ImDrawVert& vertex) {
    static_assert(sizeof(ImDrawVert) == 20, "two places and a colour");
    std::uint64_t parts[2] = {};
    std::uint32_t last = 0;
    std::memcpy(parts, &vertex, sizeof parts);
    std::memcpy(&last, reinterpret_cast<const char*>(&vertex) + sizeof parts, sizeof last);
    return join(join(parts[0], parts[1]), last);
}

/// Joins the two blocks whose common rectangle adds the fewest squares.
void join_two(std::vector<Block>& blocks) {
    std::size_t first = 0, second = 1;
    int least = -1;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        for (std::size_t j = i + 1; j < blocks.size(); ++j) {
            const int more = blocks[i].joined(blocks[j]).area() - blocks[i].area() - blocks[j].area();
            if (least < 0 || std::max(more, 0) < least) {
                least = std::max(more, 0);
                first = i;
                second = j;
            }
        }
    }
    blocks[first] = blocks[first].joined(blocks[second]);
    blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(second));
}

constexpr std::size_t kManyBlocks = 48; ///< above it the last blocks are joined first: join_two() compares all pairs

} // namespace

void Repaint::resize(glm::ivec2 size) {
    if (size == size_) {
        return;
    }
    size_ = size;
    columns_ = (size.x + kSquare - 1) / kSquare;
    rows_ = (size.y + kSquare - 1) / kSquare;
    const auto count = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
    now_.assign(count, 0);
    drawn_.assign(count, 0);
    changed_.assign(count, 1);
}

void Repaint::take(const ImDrawData& data) {
    resize({static_cast<int>(data.DisplaySize.x), static_cast<int>(data.DisplaySize.y)});
    std::fill(now_.begin(), now_.end(), 1);
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        vertices_.resize(static_cast<std::size_t>(list.VtxBuffer.Size));
        std::transform(list.VtxBuffer.begin(), list.VtxBuffer.end(), vertices_.begin(), number_of);
        for (const ImDrawCmd& command : list.CmdBuffer) {
            const ImVec4& clip = command.ClipRect;
            const ScreenRect shown{{std::max(clip.x, 0.0f), std::max(clip.y, 0.0f)},
                                   {std::min(clip.z, data.DisplaySize.x), std::min(clip.w, data.DisplaySize.y)}};
            if (command.UserCallback != nullptr) {
                add_all(); // it may draw anywhere
            }
            std::uint64_t with = join(static_cast<std::size_t>(shown.min.x), static_cast<std::size_t>(shown.min.y));
            with = join(join(with, static_cast<std::size_t>(shown.max.x)), static_cast<std::size_t>(shown.max.y));
            with = join(with, (std::size_t)command.GetTexID()); // a pointer or a number, by ImGui's version
            for (unsigned t = 0; t + 2 < command.ElemCount; t += 3) {
                glm::vec2 low(1e9f), high(-1e9f);
                std::uint64_t number = with;
                for (unsigned corner = 0; corner < 3; ++corner) {
                    const unsigned index = list.IdxBuffer[static_cast<int>(command.IdxOffset + t + corner)];
                    const int vertex = static_cast<int>(command.VtxOffset + index);
                    const ImVec2& place = list.VtxBuffer[vertex].pos;
                    low = glm::vec2(std::min(low.x, place.x), std::min(low.y, place.y));
                    high = glm::vec2(std::max(high.x, place.x), std::max(high.y, place.y));
                    number = join(number, vertices_[static_cast<std::size_t>(vertex)]);
                }
                low = glm::vec2(std::max(low.x, shown.min.x), std::max(low.y, shown.min.y));
                high = glm::vec2(std::min(high.x, shown.max.x), std::min(high.y, shown.max.y));
                if (!(low.x < high.x && low.y < high.y)) {
                    continue;
                }
                const int right = std::min(columns_ - 1, static_cast<int>(high.x) / kSquare);
                const int bottom = std::min(rows_ - 1, static_cast<int>(high.y) / kSquare);
                for (int row = static_cast<int>(low.y) / kSquare; row <= bottom; ++row) {
                    for (int column = static_cast<int>(low.x) / kSquare; column <= right; ++column) {
                        now_[at(column, row)] = join(now_[at(column, row)], number);
                    }
                }
            }
        }
    }
}

void Repaint::add(const ScreenRect& rect) {
    const int right = std::min(columns_, (static_cast<int>(std::ceil(rect.max.x)) + kSquare - 1) / kSquare);
    const int bottom = std::min(rows_, (static_cast<int>(std::ceil(rect.max.y)) + kSquare - 1) / kSquare);
    for (int row = std::max(0, static_cast<int>(rect.min.y) / kSquare); row < bottom; ++row) {
        for (int column = std::max(0, static_cast<int>(rect.min.x) / kSquare); column < right; ++column) {
            changed_[at(column, row)] = 1;
        }
    }
}

void Repaint::add_all() {
    std::fill(changed_.begin(), changed_.end(), 1);
}

bool Repaint::wanted() const {
    return now_ != drawn_ || std::find(changed_.begin(), changed_.end(), 1) != changed_.end();
}

std::vector<ScreenRect> Repaint::areas() const {
    std::vector<Block> blocks;
    for (int row = 0; row < rows_; ++row) {
        for (int column = 0; column < columns_; ++column) {
            const auto anew = [&](int c) {
                return changed_[at(c, row)] != 0 || now_[at(c, row)] != drawn_[at(c, row)];
            };
            if (!anew(column)) {
                continue;
            }
            const int left = column;
            while (column < columns_ && anew(column)) {
                ++column;
            }
            const auto above = std::find_if(blocks.begin(), blocks.end(), [&](const Block& block) {
                return block.bottom == row && block.left == left && block.right == column;
            });
            if (above != blocks.end()) {
                ++above->bottom;
            } else {
                blocks.push_back({left, row, column, row + 1});
            }
        }
    }
    while (blocks.size() > kManyBlocks) {
        blocks[blocks.size() - 2] = blocks[blocks.size() - 2].joined(blocks.back());
        blocks.pop_back();
    }
    while (blocks.size() > kMostAreas) {
        join_two(blocks);
    }
    std::vector<ScreenRect> areas;
    for (const Block& block : blocks) {
        const auto end = [](int squares, int most) { return static_cast<float>(std::min(squares * kSquare, most)); };
        areas.push_back({{static_cast<float>(block.left * kSquare), static_cast<float>(block.top * kSquare)},
                         {end(block.right, size_.x), end(block.bottom, size_.y)}});
    }
    return areas;
}

void Repaint::drawn() {
    drawn_ = now_;
    std::fill(changed_.begin(), changed_.end(), 0);
}

} // namespace xpbd::window
