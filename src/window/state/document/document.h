#pragma once

#include "lab/files/session/session.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace xpbd::window {

/// What the columns of a grid of panes differ in (View > Compare). Tables of texts have this order.
enum class Compared { iterations, timestep, resolution, triangulation, fabric };

/// A comparison of panes in a grid: its parameter, and the panes and links that its end restores.
struct Comparison {
    Compared compared = Compared::iterations;
    std::vector<Settings> panes;
    std::vector<bool> linked;

    bool operator==(const Comparison&) const = default;
};

/// The state that the user edits and undo restores: a session without its camera and frame.
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
/// The session of a document, at frame 0, with the usual camera and looks.
lab::Session make_session(const Document& document);
/// True where two documents or sessions have the same scene, world and panes.
template <class A, class B>
bool same_run(const A& a, const B& b) {
    return a.scene == b.scene && a.world == b.world && a.panes == b.panes;
}

/// Row of a key in settings_parameters(), or -1.
int parameter_row(std::string_view key);

/// Sets one parameter of a pane, and of all panes where it is linked.
void set_parameter(Document& document, int pane, int row, double value);
/// Links or unlinks a parameter; linking takes the value of `pane`.
void set_linked(Document& document, int pane, int row, bool linked);

/// Takes over the parameters that the simulation shows. A parameter that differs between the panes is unlinked.
void adopt_settings(Document& document, const World& world, std::vector<Settings> panes);

/// @name Number of panes, 1 to lab::kMaxPanes
/// @{
/// Adds a copy of the pane `copied`.
void add_pane(Document& document, int copied);
void remove_pane(Document& document, int pane);
/// @}

/// The branches of the simulation's timeline.
struct Branches {
    std::uint64_t now = 0;           ///< id of the branch that coming frames belong to
    std::vector<std::uint64_t> cuts; ///< ids of the cut branches that can be put back

    bool can_put_back(std::uint64_t id) const { return std::find(cuts.begin(), cuts.end(), id) != cuts.end(); }
};

/// Undo and redo of a document, one entry per commit. A change at an earlier frame begins a new branch of the timeline
/// and cuts the old branch off; its undo puts the old branch back. Keeps at most 200 entries, the newest.
class History {
public:
    /// The state that an undo or redo restores.
    struct Step {
        Document document;
        std::optional<std::uint64_t> branch{}; ///< id of the branch to put back; empty = the branch stays
    };

    explicit History(Document start = {}) : committed_{std::move(start), 0} {}

    /// Makes `current` the state to which later changes are undone; without a change does nothing.
    void commit(const Document& current, const Branches& branches = {});
    /// Commits `current`, then moves one entry back or forward; std::nullopt at the end.
    std::optional<Step> undo(const Document& current, const Branches& branches = {});
    std::optional<Step> redo(const Document& current, const Branches& branches = {});
    /// Replaces the committed document without an entry: for a seek to a frame that has other parameters.
    void rebase(Document document) { committed_.document = std::move(document); }
    /// Adds one entry for a session that was opened in place of `current`. No earlier branch can be put back after it.
    void replace(const Document& current, const Document& opened);
    /// Forgets everything.
    void restart(Document start);

    bool can_undo(const Document& current) const { return !undo_.empty() || !(current == committed_.document); }
    bool can_redo() const { return !redo_.empty(); }
    std::size_t undo_count() const { return undo_.size(); }
    const Document& committed() const { return committed_.document; }

private:
    struct Entry {
        Document document;
        std::uint64_t branch = 0; ///< branch of the simulation at that time
    };
    std::optional<Step> go(std::vector<Entry>& from, std::vector<Entry>& to, const Branches& branches);

    Entry committed_;
    std::vector<Entry> undo_;
    std::vector<Entry> redo_;
};

} // namespace xpbd::window
