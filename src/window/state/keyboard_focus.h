#pragma once

#include "window/state/ui_map.h"

#include <glm/vec2.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::window {

struct Chord;

/// The keyboard in the interface. F6 shows a ring around a widget; Tab and the arrow keys move the ring, Enter clicks.
/// The ring is a pointer that keys move: ImGui gets its place and its clicks as mouse input. So the keyboard
/// reaches every widget that the mouse reaches, with its tooltip and its menu, and no widget has code for it. A real
/// movement of the mouse hides the ring.
class KeyboardFocus {
public:
    /// True while the ring is shown.
    bool on() const { return on_; }
    /// True while a key waits for the next frames: they must be drawn.
    bool busy() const { return !moves_.empty() || press_ != Press::none; }

    /// State of the interface when a key comes.
    struct Situation {
        bool typing = false; ///< a text box has the keyboard
        bool over = false;   ///< a menu, a popup or a card is open
    };
    /// Uses the key. False where it is not a key of the ring: then it is a shortcut, or text.
    bool take(const Chord& chord, const Situation& situation, bool repeated);
    /// Hides the ring.
    void leave();

    /// Takes in where the mouse itself is [px]. A real movement hides the ring.
    void note_mouse(glm::vec2 place);
    /// Mouse input for ImGui in the frame that begins.
    struct Pointer {
        bool valid = false; ///< false: ImGui gets the place and the buttons of the mouse itself
        glm::vec2 place{0};
        int button = -1; ///< mouse button that goes down or up in this frame; -1 = none
        bool down = false;
    };
    Pointer next_pointer();

    /// An open menu or popup.
    struct Popup {
        unsigned region = 0;
        bool by_hovering = false; ///< a menu that opens by hovering alone
    };
    /// The widgets that the keyboard can reach, at the end of a frame.
    struct Reach {
        std::vector<UiEntry> entries; ///< in the order in which they are drawn
        std::vector<Popup> popups;    ///< the open ones, the outermost first
        std::vector<unsigned> cards;  ///< regions of the open cards, the last is on top
    };
    void follow(const Reach& reach);
    /// The widget that has the ring, with its place in the last frame.
    const UiEntry& target() const { return target_; }
    /// True once where a text box has to lose the keyboard in the next frame.
    bool takes_text_away() { return std::exchange(ends_text_, false); }
    /// True once where the innermost popup has to close.
    bool closes_popup() { return std::exchange(closes_popup_, false); }
    /// True once where Enter was pressed on the slider with the ring: a text box opens for its value.
    bool types_value() { return std::exchange(types_value_, false); }

private:
    enum class Move { next, previous, next_region, previous_region, left, right, up, down, into };
    enum class Press { none, wanted, down, up, done };
    struct Place {
        unsigned region = 0;
        unsigned id = 0;
    };

    void ask(Move move);
    void start(const Reach& reach);
    void enter(unsigned region);
    void follow_popups(const Reach& reach);
    void follow_cards(const Reach& reach);
    /// The entries that Tab visits: the entries of the popup or the card that holds the ring, else all.
    std::vector<UiEntry> round(const Reach& reach) const;
    void find_target(std::span<const UiEntry> entries);
    void set_target(std::span<const UiEntry> entries, std::size_t index);
    void enter_innermost(const Reach& reach);
    void step(const Reach& reach, std::span<const UiEntry> entries, Move move);
    void step_region(const Reach& reach, bool forward);
    void step_toward(const Reach& reach, std::span<const UiEntry> entries, Move move);

    bool on_ = false;
    UiEntry target_;
    std::size_t index_ = 0;      ///< of the target among the entries of the last frame
    unsigned inside_ = 0;        ///< popup that holds the ring; 0 = none
    std::vector<Place> returns_; ///< where the ring was when it went into a popup or a card
    std::vector<unsigned> cards_;
    std::vector<Move> moves_;
    Press press_ = Press::none;
    int button_ = 0;
    glm::vec2 mouse_{-1};
    glm::vec2 rest_{-1}; ///< where the mouse was when the ring came [px]
    bool restores_ = false;
    bool ends_text_ = false;
    bool closes_popup_ = false;
    bool types_value_ = false;
};

} // namespace xpbd::window
