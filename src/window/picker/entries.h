#pragma once

#include "core/base/result.h"
#include "lab/files/session/session.h"
#include "lab/run/snapshot.h"
#include "window/state/app_state.h"
#include "window/state/picker_state.h"

#include <string_view>
#include <vector>

namespace xpbd::window {

/// Recent files, scenes, lessons, the figures' sessions; every parameter, every look and every action.
std::vector<PickerEntry> picker_entries(AppState& state, const lab::Snapshot& snapshot);
/// The entries that have every word of the filter, whatever the case, as a word or as the beginning of one. Best first:
/// title equal to the filter, synonym equal to it, words in the title, beginnings of words in the title, words in the
/// text. Among equals, actions and settings go before entries that replace the session.
std::vector<const PickerEntry*> found_entries(const std::vector<PickerEntry>& all, std::string_view filter);
/// Heading of a kind, and its word beside a title.
std::string_view kind_heading(PickerEntry::Kind kind);

/// Opens the entry's scene or file, runs its command, or leads to its parameter. A fault is a toast.
void open_entry(AppState& state, const lab::Snapshot& snapshot, const PickerEntry& entry);
/// The session that the entry's thumbnail shows; a fault if the entry has no session.
Result<lab::Session> entry_session(const PickerEntry& entry);

/// True where every word of the filter is in the text or begins a word of it, whatever the case.
bool has_words(std::string_view filter, std::string_view text);

} // namespace xpbd::window
