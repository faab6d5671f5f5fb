#pragma once

#include <glm/vec2.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xpbd::app {

/// Screen rectangle, origin at the upper left, in ImGui's units [px].
struct ScreenRect {
    glm::vec2 min{0};
    glm::vec2 max{0};

    float width() const { return max.x - min.x; }
    float height() const { return max.y - min.y; }
    glm::vec2 center() const { return (min + max) * 0.5f; }
    bool contains(glm::vec2 p) const { return p.x >= min.x && p.y >= min.y && p.x < max.x && p.y < max.y; }
    bool operator==(const ScreenRect&) const = default;
};

/// Where the named widgets of this frame are: how tests find what they click on. Off (and free) in normal use.
class UiMap {
public:
    bool enabled = false;

    void clear() { entries_.clear(); }
    void add(std::string_view name, const ScreenRect& rect) {
        if (enabled) {
            entries_.emplace_back(name, rect);
        }
    }
    /// The rectangle of a widget drawn this frame, or null.
    const ScreenRect* find(std::string_view name) const {
        for (const auto& [key, rect] : entries_) {
            if (key == name) {
                return &rect;
            }
        }
        return nullptr;
    }
    const std::vector<std::pair<std::string, ScreenRect>>& entries() const { return entries_; }

private:
    std::vector<std::pair<std::string, ScreenRect>> entries_;
};

} // namespace xpbd::app
