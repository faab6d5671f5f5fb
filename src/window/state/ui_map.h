#pragma once

#include <algorithm>
#include <glm/vec2.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xpbd::window {

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

/// A named widget of a frame.
struct UiEntry {
    std::string name;
    ScreenRect rect;
    ScreenRect clip;        ///< visible part of its window: a widget outside of it is scrolled away
    unsigned id = 0;        ///< ImGui's; 0 = it takes no clicks
    unsigned window_id = 0; ///< 0 = drawn over the picture
    unsigned region = 0;    ///< id of the outermost window that holds it: panel, bar, plate, menu or card
    std::string window;
    bool disabled = false;
    bool slider = false; ///< it can be dragged, and a double click types its value
};

/// Rectangles of the named widgets of this frame: tests find in it where to click, and KeyboardFocus where to move.
/// Empty, at no cost, while neither uses it.
class UiMap {
public:
    bool for_tests = false;
    bool for_keyboard = false;

    bool enabled() const { return for_tests || for_keyboard; }

    void clear() {
        entries_.clear();
        odd_texts_.clear();
        values_.clear();
        sliders_.clear();
        hovered.clear();
        unnamed.clear();
    }
    void add(UiEntry entry) {
        if (enabled()) {
            entry.slider = std::find(sliders_.begin(), sliders_.end(), entry.id) != sliders_.end();
            entries_.push_back(std::move(entry));
        }
    }
    /// The rectangle of a widget drawn this frame, or null.
    const ScreenRect* find(std::string_view name) const {
        for (const UiEntry& entry : entries_) {
            if (entry.name == name) {
                return &entry.rect;
            }
        }
        return nullptr;
    }
    const std::vector<UiEntry>& entries() const { return entries_; }

    void note_slider(unsigned id) {
        if (enabled()) {
            sliders_.push_back(id);
        }
    }
    /// Takes in a text that is drawn. Keeps it if it shows a number that is not finite ("nan", "inf").
    void note_text(std::string_view text) {
        if (for_tests && shows_no_number(text)) {
            odd_texts_.emplace_back(text);
        }
    }
    /// Takes in the text of a named number on screen: its value with its unit.
    void note_value(std::string name, std::string_view text) {
        if (enabled()) {
            values_.emplace_back(std::move(name), text);
        }
    }
    /// The text of a named number; "" where it is not drawn in this frame.
    std::string value_of(std::string_view name) const {
        for (const auto& [figure, value] : values_) {
            if (figure == name) {
                return value;
            }
        }
        return "";
    }
    const std::vector<std::string>& odd_texts() const { return odd_texts_; }
    /// True where a word of the text is "nan" or "inf", as printf writes a number that is not finite.
    static bool shows_no_number(std::string_view text);

    std::vector<std::string> hovered; ///< names of the widgets under the mouse
    std::string unnamed;              ///< window of a widget under the mouse that takes clicks but has no name

private:
    std::vector<UiEntry> entries_;
    std::vector<std::string> odd_texts_;
    std::vector<std::pair<std::string, std::string>> values_; ///< name and text
    std::vector<unsigned> sliders_;
};

} // namespace xpbd::window
