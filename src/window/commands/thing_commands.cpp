// What can be added to a scene, moved or taken away.
#include "scenes/changes/things.h"
#include "window/commands/commands.h"
#include "window/state/things.h"

namespace xpbd::window {
namespace {

using S = AppState;
using N = lab::Snapshot;
using Waits = AddingState::Waits;

constexpr struct {
    const char* id;
    const char* text;
    Addable what;
    const char* about;
} kColliders[] = {
    {"add.ball", "Ball", Addable::ball, "A ball that the body collides with. Drag it; the wheel sizes it."},
    {"add.box", "Box", Addable::box, "A box. Drag it; the wheel sizes it, R turns it."},
    {"add.capsule", "Capsule", Addable::capsule, "A rod with round ends. Drag it; the wheel sizes it, R turns it."},
    {"add.drum", "Drum", Addable::drum, "A capsule that turns about its axis and carries along by friction."}};

} // namespace

void add_thing_commands(std::vector<Command>& all, const AppState& state) {
    all.push_back({.id = "experiment",
                   .group = "Session",
                   .text = "New experiment …",
                   .about = "Choose a body, its material and pins, and what is around it.",
                   .run = [](S& s, const N&) { s.experiment.open = true; }});
    for (const auto& row : kColliders) {
        all.push_back({.id = row.id,
                       .group = "Add",
                       .text = std::string("Add: ") + row.text,
                       .brief = row.text,
                       .about = row.about,
                       .run = [what = row.what](S& s, const N& n) { add_collider(s, n, what); }});
    }
    const Waits waits = state.stage.adding.waits;
    const auto tool = [&](const char* id, const char* text, const char* brief, Waits first, bool on,
                          const char* about) {
        all.push_back({.id = id,
                       .group = "Add",
                       .text = text,
                       .brief = brief,
                       .on = on,
                       .about = about,
                       .run = [first, on](S& s, const N&) { s.stage.adding.waits = on ? Waits::nothing : first; }});
    };
    tool("add.weight", "Add: weight", "Weight …", Waits::weight, waits == Waits::weight,
         "Then click on the body: a mass hangs there. A click on a weight takes it away.");
    tool("add.string", "Add: string", "String …", Waits::string_start,
         waits == Waits::string_start || waits == Waits::string_end,
         "Then click on the body twice, or once on it and once beside it: a distance constraint ties both.");
    tool("scissors", "Scissors: cut across the body", "Scissors …", Waits::cut, waits == Waits::cut,
         "Then drag across cloth or rope: what the stroke crosses is cut in every pane, at the same places.");
    tool("lasso", "Lasso: pin what a stroke encloses", "Pins by lasso …", Waits::lasso, waits == Waits::lasso,
         "Then drag around particles: they are pinned where they are, or freed if all of them are pinned.");
    const bool windy = state.document.world.wind != Vec3(0);
    all.push_back(
        {.id = "add.wind",
         .group = "Add",
         .text = "Add: wind",
         .brief = "Wind",
         .on = windy,
         .about = "Moving air; its direction and speed are in the panel Scene and world.",
         .run = [windy](S& s, const N&) { s.document.world.wind = windy ? Vec3(0) : Vec3(0, 0, kMenuWind); }});
    const int collider = state.stage.adding.collider;
    all.push_back({.id = "take_away",
                   .group = "Add",
                   .text = "Take away what is under the mouse",
                   .brief = "Take it away",
                   .unavailable = collider >= 0 ? "" : "right click on a collider first",
                   .run = [collider](S& s, const N& n) {
                       if (index_of(collider) < n.model->colliders.size()) {
                           scenes::remove_collider(s.document.scene, *n.model, collider);
                       }
                       s.stage.adding.collider = -1;
                   }});
    const bool none = state.document.scene.changes.empty();
    all.push_back({.id = "changes.clear",
                   .group = "Add",
                   .text = "Take back all that was pinned, moved, added and taken away",
                   .brief = "Take everything back",
                   .unavailable = none ? "the scene is as it was" : "",
                   .run = [](S& s, const N&) { s.document.scene.changes = {}; }});
}

} // namespace xpbd::window
