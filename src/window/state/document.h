#pragma once

#include "lab/files/session.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace xpbd::window {

/// What the columns of a grid of panes differ in (View > Compare).
enum class Compared { iterations, timestep };

/// That panes are compared in a grid, and what its end brings back.
struct Comparison {
    Compared compared = Compared::iterations;
    std::vector<Settings> panes;
    std::vector<bool> linked;
    double dt = 0; ///< [s]

    bool operator==(const Comparison&) const = default;
};

/// What the user edits and undo restores: a session without what is only looked at (camera, frame).
struct Document {
    scenes::SceneSpec scene;
    World world;
    std::vector<Settings> panes;
    std::vector<bool> linked; ///< per row of settings_parameters(): "same in all panes"
    std::optional<Comparison> comparison{};

    bool operator==(const Document&) const = default;
};

/// The document of a session. Every parameter but the method is linked where the panes agree on it.
Document make_document(const lab::Session& session);

/// Row of a key in settings_parameters(), or -1.
int parameter_row(std::string_view key);

/// Sets one parameter of a pane, and of all panes where it is linked.
void set_parameter(Document& document, int pane, int row, double value);
/// Links or unlinks a parameter; linking takes the value of `pane`.
void set_linked(Document& document, int pane, int row, bool linked);

/// @name Number of panes, 1 to lab::kMaxPanes
/// @{
/// One more pane, a copy of this one.
void add_pane(Document& document, int copied);
void remove_pane(Document& document, int pane);
/// @}

/// Undo and redo of a document, one entry per commit. Bounded: the oldest entries go first.
class History {
public:
    explicit History(Document start = {}) : committed_(std::move(start)) {}

    /// Makes `current` the state that later changes are undone to; nothing where nothing changed.
    void commit(const Document& current);
    /// The document one entry back or on, after committing `current`; none at the end.
    std::optional<Document> undo(const Document& current);
    std::optional<Document> redo(const Document& current);
    /// Forgets everything: another session was opened.
    void restart(Document start);

    bool can_undo(const Document& current) const { return !undo_.empty() || !(current == committed_); }
    bool can_redo() const { return !redo_.empty(); }
    std::size_t undo_count() const { return undo_.size(); }
    const Document& committed() const { return committed_; }

private:
    Document committed_;
    std::vector<Document> undo_;
    std::vector<Document> redo_;
};

} // namespace xpbd::window
