#pragma once

#include "window/state/ui_map.h"

#include <cstddef>
#include <cstdint>
#include <glm/vec2.hpp>
#include <vector>

struct ImDrawData;

namespace xpbd::window {

/// Finds the parts of the window to draw again. The window is divided into squares. The triangles that the interface
/// draws in a square are hashed; where the hash differs from the one drawn last, the square has changed (rxi, Cached
/// Software Rendering, 2018). Without a graphics card drawing is most of what the interface costs.
class Repaint {
public:
    static constexpr int kSquare = 32; ///< side [px]
    static constexpr std::size_t kMostAreas = 6;

    /// Takes in a frame of the interface, after ImGui::Render().
    void take(const ImDrawData& data);
    /// Marks a rectangle as changed, because the picture under the interface has changed there.
    void add(const ScreenRect& rect);
    void add_all();
    /// True where something has changed.
    bool wanted() const;
    /// What has changed, rounded up: at most kMostAreas rectangles, which may overlap.
    std::vector<ScreenRect> areas() const;
    /// Call when areas() is drawn: the frame taken in last is on screen.
    void drawn();

private:
    std::size_t at(int column, int row) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
    }
    void resize(glm::ivec2 size);

    glm::ivec2 size_{0}; ///< of the window [px]
    int columns_ = 0, rows_ = 0;
    std::vector<std::uint64_t> now_, drawn_; ///< hash by square, of the frame taken in last and of the frame on screen
    std::vector<char> changed_;              ///< by square: 1 = to draw again, even where the hashes agree
    std::vector<std::uint64_t> vertices_;    ///< hashes of the vertices of one draw list
};

} // namespace xpbd::window
