#include "window/state/keyboard_focus.h"

#include "window/state/chord.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <limits>

namespace xpbd::window {
namespace {

constexpr float kRealMovement = 4; ///< of the mouse [px]: smaller movements come from a shaking table
constexpr float kAcross = 3;       ///< weight of the distance across the direction of an arrow key

bool contains(std::span<const unsigned> regions, unsigned region) {
    return std::find(regions.begin(), regions.end(), region) != regions.end();
}

/// Index of a region in `popups`; popups.size() if the region is no popup.
std::size_t place_of(std::span<const KeyboardFocus::Popup> popups, unsigned region) {
    const auto found = std::find_if(popups.begin(), popups.end(),
                                    [&](const KeyboardFocus::Popup& popup) { return popup.region == region; });
    return static_cast<std::size_t>(found - popups.begin());
}

} // namespace

bool KeyboardFocus::take(const Chord& chord, const Situation& situation, bool repeated) {
    const bool tab = chord.key == kKeyTab && !chord.ctrl;
    if (chord.key == kKeyF6 && !chord.ctrl) {
        ends_text_ = situation.typing;
        ask(chord.shift ? Move::previous_region : Move::next_region);
        return true;
    }
    if (tab && (on_ || situation.over)) {
        ends_text_ = situation.typing;
        ask(chord.shift ? Move::previous : Move::next);
        return true;
    }
    if (!on_ || situation.typing || chord.ctrl) {
        return false;
    }
    const auto press = [&](int button) {
        if (!repeated && press_ == Press::none) {
            button_ = button;
            press_ = Press::wanted;
        }
        return true;
    };
    if (chord.key == kKeyMenu || (chord.key == kKeyF10 && chord.shift)) {
        return press(1);
    }
    if (chord.shift) {
        return false;
    }
    switch (chord.key) {
    case kKeyEnter:
        if (target_.slider) {
            types_value_ = true;
            return true;
        }
        return press(0);
    case kKeySpace:
        return !target_.slider && press(0);
    case kKeyLeft:
    case kKeyRight:
    case kKeyUp:
    case kKeyDown:
        if (target_.slider) {
            return false; // the slider reads them from ImGui
        }
        ask(chord.key == kKeyLeft    ? Move::left
            : chord.key == kKeyRight ? Move::right
            : chord.key == kKeyUp    ? Move::up
                                     : Move::down);
        return true;
    default:
        return false;
    }
}

void KeyboardFocus::ask(Move move) {
    if (!on_) {
        on_ = true;
        rest_ = mouse_;
        inside_ = 0;
        returns_.clear();
        cards_.clear();
        move = Move::into; // the first key shows the ring; the next one moves it
        target_.region = 0;
    }
    moves_.push_back(move);
}

void KeyboardFocus::leave() {
    restores_ = restores_ || on_;
    on_ = false;
    moves_.clear();
    press_ = press_ == Press::down ? Press::down : Press::none; // a button that is down must still be released
    types_value_ = false;
}

void KeyboardFocus::note_mouse(glm::vec2 place) {
    mouse_ = place;
    if (on_ && (std::abs(place.x - rest_.x) > kRealMovement || std::abs(place.y - rest_.y) > kRealMovement)) {
        leave();
    }
}

KeyboardFocus::Pointer KeyboardFocus::next_pointer() {
    Pointer pointer;
    pointer.valid = on_ && target_.id != 0;
    const glm::vec2 low = glm::max(target_.rect.min, target_.clip.min);
    const glm::vec2 high = glm::min(target_.rect.max, target_.clip.max);
    pointer.place = (low + high) * 0.5f;
    if (!pointer.valid && std::exchange(restores_, false)) {
        pointer.valid = true;
        pointer.place = mouse_;
    }
    if (press_ == Press::wanted && pointer.valid) {
        pointer.button = button_;
        pointer.down = true;
        press_ = Press::down;
    } else if (press_ == Press::down) {
        pointer.valid = true;
        pointer.button = button_;
        press_ = on_ ? Press::up : Press::none;
    } else if (press_ == Press::up) {
        press_ = Press::done; // the frame with the release has been drawn: a popup that it opened is in the next one
    }
    return pointer;
}

void KeyboardFocus::follow(const Reach& reach) {
    types_value_ = false; // read by the slider in the frame that ends here
    if (!on_ || reach.entries.empty()) {
        return;
    }
    if (target_.region == 0) {
        start(reach);
    }
    if (press_ == Press::done) {
        press_ = Press::none;
        moves_.insert(moves_.begin(), Move::into);
    }
    follow_popups(reach);
    follow_cards(reach);
    const std::vector<UiEntry> entries = round(reach);
    if (entries.empty()) {
        return; // a popup has no entries in its first frame
    }
    find_target(entries);
    if (press_ == Press::none && !moves_.empty()) {
        step(reach, entries, moves_.front());
        moves_.erase(moves_.begin());
    }
}

/// Puts the ring on the widget that had it last, else on the first one: of the open popup or card, if there is one.
void KeyboardFocus::start(const Reach& reach) {
    if (!reach.popups.empty()) {
        inside_ = reach.popups.back().region;
    }
    if (!reach.cards.empty()) {
        cards_ = reach.cards;
    }
    const unsigned region = inside_ != 0 ? inside_ : reach.cards.empty() ? 0 : reach.cards.back();
    const auto known = std::find_if(reach.entries.begin(), reach.entries.end(), [&](const UiEntry& entry) {
        return entry.id == target_.id && (region == 0 || entry.region == region);
    });
    const auto first = std::find_if(reach.entries.begin(), reach.entries.end(),
                                    [&](const UiEntry& entry) { return region == 0 || entry.region == region; });
    const auto found = known != reach.entries.end() ? known : first;
    if (found != reach.entries.end()) {
        target_ = *found;
    }
}

void KeyboardFocus::enter(unsigned region) {
    returns_.push_back({target_.region, target_.id});
    target_ = {};
    target_.region = region;
    index_ = 0;
}

void KeyboardFocus::follow_popups(const Reach& reach) {
    const std::size_t count = reach.popups.size();
    while (inside_ != 0 && place_of(reach.popups, inside_) == count) { // it has closed
        inside_ = 0;
        if (!returns_.empty()) {
            target_.region = returns_.back().region;
            target_.id = returns_.back().id;
            returns_.pop_back();
            inside_ = place_of(reach.popups, target_.region) < count ? target_.region : 0;
        }
    }
    const std::size_t here = place_of(reach.popups, inside_);
    for (std::size_t i = here < count ? here + 1 : 0; i < count; ++i) {
        if (!reach.popups[i].by_hovering) {
            enter(reach.popups[i].region);
            inside_ = reach.popups[i].region;
        }
    }
}

void KeyboardFocus::follow_cards(const Reach& reach) {
    const bool was_in_card = contains(cards_, target_.region);
    if (was_in_card && !contains(reach.cards, target_.region) && !returns_.empty()) {
        target_.region = returns_.back().region;
        target_.id = returns_.back().id;
        returns_.pop_back();
    }
    for (const unsigned card : reach.cards) {
        if (!contains(cards_, card) && inside_ == 0) {
            enter(card);
        }
    }
    cards_ = reach.cards;
}

std::vector<UiEntry> KeyboardFocus::round(const Reach& reach) const {
    const unsigned only = inside_ != 0 ? inside_ : contains(reach.cards, target_.region) ? target_.region : 0;
    std::vector<UiEntry> entries;
    std::copy_if(reach.entries.begin(), reach.entries.end(), std::back_inserter(entries),
                 [&](const UiEntry& entry) { return only == 0 || entry.region == only; });
    return entries;
}

void KeyboardFocus::find_target(std::span<const UiEntry> entries) {
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const UiEntry& entry) {
        return entry.id == target_.id && entry.region == target_.region;
    });
    set_target(entries, found != entries.end() ? static_cast<std::size_t>(found - entries.begin())
                                               : std::min(index_, entries.size() - 1));
}

void KeyboardFocus::set_target(std::span<const UiEntry> entries, std::size_t index) {
    index_ = index;
    target_ = entries[index];
}

/// Moves the ring into the innermost popup, if it is not there.
void KeyboardFocus::enter_innermost(const Reach& reach) {
    if (!reach.popups.empty() && reach.popups.back().region != inside_) {
        enter(reach.popups.back().region);
        inside_ = reach.popups.back().region;
    }
}

void KeyboardFocus::step(const Reach& reach, std::span<const UiEntry> entries, Move move) {
    const std::size_t count = entries.size();
    switch (move) {
    case Move::next:
        return set_target(entries, (index_ + 1) % count);
    case Move::previous:
        return set_target(entries, (index_ + count - 1) % count);
    case Move::next_region:
    case Move::previous_region:
        return step_region(reach, move == Move::next_region);
    case Move::into:
        return enter_innermost(reach);
    default:
        return step_toward(reach, entries, move);
    }
}

/// Moves the ring to the first widget of the next or the previous region; in a popup closes the popup.
void KeyboardFocus::step_region(const Reach& reach, bool forward) {
    if (inside_ != 0) {
        closes_popup_ = true;
        return;
    }
    std::vector<std::size_t> firsts; // entries are in the order of their regions
    std::size_t here = 0;
    for (std::size_t i = 0; i < reach.entries.size(); ++i) {
        if (i == 0 || reach.entries[i].region != reach.entries[i - 1].region) {
            firsts.push_back(i);
        }
        if (reach.entries[i].region == target_.region) {
            here = firsts.size() - 1;
        }
    }
    const std::size_t count = firsts.size();
    set_target(reach.entries, firsts[(here + (forward ? 1 : count - 1)) % count]);
}

/// Moves the ring to the nearest widget of its region in the direction of an arrow key. At the edge of a popup Left and
/// Right leave it and enter the next one.
void KeyboardFocus::step_toward(const Reach& reach, std::span<const UiEntry> entries, Move move) {
    const bool level = move == Move::left || move == Move::right;
    const float sign = move == Move::left || move == Move::up ? -1.0f : 1.0f;
    const glm::vec2 from = target_.rect.center();
    float least = std::numeric_limits<float>::max();
    std::size_t best = entries.size();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const glm::vec2 way = (entries[i].rect.center() - from) * sign;
        const float along = level ? way.x : way.y;
        const float across = std::abs(level ? way.y : way.x);
        if (entries[i].region != target_.region || along < 1 || (level && across > along)) {
            continue;
        }
        if (const float length = along + kAcross * across; length < least) {
            least = length;
            best = i;
        }
    }
    if (best < entries.size()) {
        set_target(entries, best);
    } else if (move == Move::right && inside_ != 0) {
        enter_innermost(reach);
    } else if (move == Move::left && inside_ != 0) {
        closes_popup_ = true;
    }
}

} // namespace xpbd::window
