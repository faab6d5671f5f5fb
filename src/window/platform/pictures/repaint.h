#pragma once

#include "window/state/ui_map.h"

#include <cstddef>
#include <cstdint>
#include <glm/vec2.hpp>
#include <vector>

struct ImDrawData;

namespace xpbd::window {

/// Finds the parts of the window to draw again. The window is divided into squares. For each one, what the interface
/// draws there is joined into a number; where that number is another one than last time, the square has changed. (After
/// rxi, Cached Software Rendering, 2018.) Without a graphics card this is most of what the interface costs.
class Repaint {
public:
    static constexpr int kSquare = 32; ///< side [px]
    static constexpr std::size_t kMostAreas = 6;

    /// Takes in a frame of the interface, after ImGui::Render().
    void take(const ImDrawData& data);
    /// The picture in this rectangle has changed, whatever the interface draws over it.
    void add(const ScreenRect& rect);
    void add_all();
    /// True where something has changed.
    bool wanted() const;
    /// What has changed, rounded up: at most kMostAreas rectangles, which may overlap.
    std::vector<ScreenRect> areas() const;
    /// What was taken in last is drawn.
    void drawn();

private:
    std::size_t at(int column, int row) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
    }
    void resize(glm::ivec2 size);

    glm::ivec2 size_{0}; ///< of the window [px]
    int columns_ = 0, rows_ = 0;
    std::vector<std::uint64_t> now_, drawn_; ///< by square
    std::vector<char> changed_;              ///< by square: 1 = to draw again, even where the numbers agree
    std::vector<std::uint64_t> vertices_;    ///< of the list that is taken in
};

} // namespace xpbd::window
