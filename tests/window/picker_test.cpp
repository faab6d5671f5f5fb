// The picker: its search, the sessions that it opens, and the recent files.
#include "desk.h"

#include "lab/files/assets.h"
#include "window/picker/entries.h"
#include "window/platform/pictures/thumbnails.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace xpbd::window {
namespace {

TEST(Picker, PutsTitleMatchesFirst) {
    Desk desk(small_session());
    const std::vector<PickerEntry> all = picker_entries(desk.state, desk.snapshot());
    const std::vector<const PickerEntry*> found = found_entries(all, "rope");
    const auto in_title = [](const PickerEntry* entry) { return has_words("rope", entry->title); };
    ASSERT_GT(found.size(), 4u);
    EXPECT_TRUE(in_title(found.front()));
    EXPECT_FALSE(in_title(found.back())); // the description of the net contains "rope"
    EXPECT_TRUE(std::is_partitioned(found.begin(), found.end(), in_title));
}

TEST(Picker, FindsFirstWhatAWordMeans) {
    constexpr std::pair<const char*, const char*> kFirst[] = {
        {"iterations", "set.settings.iterations"},
        {"Iterations", "set.settings.iterations"},
        {"timestep", "set.dt"},
        {"time step", "set.dt"},
        {"dt", "set.dt"},
        {"substeps", "set.settings.substeps"},
        {"compliance", "set.settings.stretch_compliance"},
        {"stretch compliance", "set.settings.stretch_compliance"},
        {"stiffness", "set.settings.stretch_stiffness"},
        {"gravity", "set.gravity"},
        {"wind", "set.wind"},
        {"mass", "set.scene.mass"},
        {"resolution", "set.scene.resolution"},
        {"material", "set.scene.material"},
        {"damping", "set.settings.velocity_damping"},
        {"method", "set.settings.method"},
        {"solver", "set.settings.method"},
        {"engine", "set.settings.engine"},
        {"tear", "set.settings.tear_strain"},
        {"pin", "set.scene.pins"},
        {"pins", "set.scene.pins"},
        {"restart", "do.restart"},
        {"reset", "do.reset_scene"},
        {"play", "do.play"},
        {"pause", "do.play"},
        {"faster", "do.faster"},
        {"slower", "do.slower"},
        {"speed", "do.faster"},
        {"undo", "do.undo"},
        {"save", "do.save"},
        {"open", "do.open"},
        {"load", "do.open"},
        {"import", "do.open"},
        {"obj", "mesh"},
        {"mesh", "mesh"},
        {"share", "do.copy_link"},
        {"link", "do.link_cameras"},
        {"screenshot", "do.shot"},
        {"export", "do.shot"},
        {"image", "do.shot"},
        {"film", "do.record"},
        {"video", "do.record"},
        {"gif", "do.record"},
        {"record", "do.record"},
        {"csv", "do.plots"},
        {"plots", "do.plots"},
        {"collision", "do.contact_forces"},
        {"zoom", "do.frame"},
        {"camera", "do.camera.three_quarters"},
        {"fps", "do.quality.Automatic"},
        {"quality", "do.quality.Automatic"},
        {"dark", "do.theme.dark"},
        {"light", "do.theme.light"},
        {"language", "do.about"},
        {"help", "do.help"},
        {"keys", "do.help"},
        {"wireframe", "do.body.wireframe"},
        {"ghost", "do.view_ghost"},
        {"ruler", "do.ruler"},
        {"swap", "do.swap"},
        {"full screen", "do.full_screen"},
        {"presentation", "do.presentation"},
        {"flag", "flag"},
        {"balloon", "balloon"},
        {"pendulum", "pendulum"},
        {"jacobi", "lesson.order"},
    };
    Desk desk(small_session());
    const std::vector<PickerEntry> all = picker_entries(desk.state, desk.snapshot());
    for (const auto& [word, name] : kFirst) {
        const std::vector<const PickerEntry*> found = found_entries(all, word);
        ASSERT_FALSE(found.empty()) << word;
        EXPECT_EQ(found.front()->name, std::string("picker.") + name) << word;
    }
    for (const PickerEntry* entry : found_entries(all, "pin")) {
        EXPECT_EQ(entry->title.find("amping"), std::string::npos) << "never inside a word: " << entry->title;
    }
}

TEST(Picker, HoldsScenesLessonsAndTheFiguresSessions) {
    Desk desk(small_session());
    const std::vector<PickerEntry> all = picker_entries(desk.state, desk.snapshot());
    for (const char* name : {"picker.cloth", "picker.lesson.lambda", "picker.figure.floor", "picker.figure.canvas"}) {
        EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const PickerEntry& e) { return e.name == name; })) << name;
    }
    for (const PickerEntry& entry : all) {
        if (!entry.is_tile() || entry.needs_file()) {
            continue;
        }
        const Result<lab::Session> session = entry_session(entry);
        EXPECT_TRUE(session) << entry.name << ": " << (session ? "" : session.error().message);
    }
}

TEST(Picker, OpensALessonByItsNameAndEnter) {
    Desk desk(small_session());
    desk.press({'K', true});
    desk.frame(2);
    desk.click("picker.filter");
    desk.type("number spring balance");
    EXPECT_EQ(desk.state.ui_map.find("picker.cloth"), nullptr);
    desk.enter();
    EXPECT_FALSE(desk.state.picker.open);
    ASSERT_TRUE(desk.state.lessons.open());
    EXPECT_EQ(desk.state.lessons.lesson->key, "lambda");
}

TEST(Picker, RemembersWhatWasOpenedTheNewestFirstAndEachOnce) {
    Desk desk(small_session());
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(lab::lesson_files().front().path).parent_path().parent_path() / "sessions";
    for (const char* file : {"floor.json", "cloth.json", "floor.json"}) {
        ASSERT_TRUE(open_session_file(desk.state, (folder / file).string()));
    }
    ASSERT_EQ(desk.state.preferences.recent.size(), 2u);
    EXPECT_EQ(fs::path(desk.state.preferences.recent[0]).filename(), "floor.json");
    const std::vector<PickerEntry> all = picker_entries(desk.state, desk.snapshot());
    EXPECT_EQ(all.front().name, "picker.recent.0");
    EXPECT_EQ(all.front().title, "floor.json");
    const Result<LoadedPreferences> again = parse_preferences(write_preferences(desk.state.preferences));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->preferences.recent, desk.state.preferences.recent);
}

/// The thumbnails that a first start shows are files of the program: no scene is simulated for them.
TEST(Picker, ThumbnailsOfScenesAndLessonsComeWithTheProgram) {
    Desk desk(small_session());
    std::set<std::string> wanted;
    for (const PickerEntry& entry : picker_entries(desk.state, desk.snapshot())) {
        if (entry.needs_file()) {
            continue; // the tile that opens a file dialog has no thumbnail
        }
        if (entry.kind == PickerEntry::Kind::scene || entry.kind == PickerEntry::Kind::lesson) {
            const Result<lab::Session> session = entry_session(entry);
            ASSERT_TRUE(session) << entry.name;
            wanted.insert(thumbnail_file(*session, render::Theme::dark));
        }
    }
    std::set<std::string> there;
    for (const auto& file : std::filesystem::directory_iterator(lab::assets_folder() + "/thumbnails")) {
        if (file.path().extension() == ".png") {
            there.insert(file.path().filename().string());
        }
    }
    const auto without = [](const std::set<std::string>& all, const std::set<std::string>& others) {
        std::vector<std::string> left;
        std::set_difference(all.begin(), all.end(), others.begin(), others.end(), std::back_inserter(left));
        return left;
    };
    const std::vector<std::string> none;
    EXPECT_EQ(without(wanted, there), none) << "missing: a scene, a lesson or a default has changed; "
                                               "assets/thumbnails/README.md says how to make the pictures anew";
    EXPECT_EQ(without(there, wanted), none) << "nothing shows these";
}

TEST(Picker, AsksForTheThumbnailsOnScreenOnly) {
    Desk desk(small_session(), {1280, 720});
    desk.press({'K', true});
    desk.frame(3);
    const std::vector<std::string>& wanted = desk.state.picker.wanted;
    EXPECT_FALSE(wanted.empty());
    EXPECT_LT(wanted.size(), desk.state.picker.entries.size());
    desk.state.picker.pictures[wanted.front()] = 0; // 0: it cannot be loaded
    const std::string first = wanted.front();
    desk.frame();
    EXPECT_EQ(std::count(wanted.begin(), wanted.end(), first), 0);
}

TEST(Picker, AChipShowsOneKindAlone) {
    Desk desk(small_session(), {1280, 720});
    desk.press({'K', true});
    desk.frame(3);
    ASSERT_NE(desk.state.ui_map.find("picker.cloth"), nullptr);
    desk.click("picker.only.lessons");
    desk.frame(2);
    EXPECT_EQ(desk.state.ui_map.find("picker.cloth"), nullptr);
    desk.rect("picker.lesson.compliance");
    desk.click("picker.only.all");
    desk.frame(2);
    desk.rect("picker.cloth");
    desk.click("picker.only.lessons");
    desk.press_key(ImGuiKey_Escape);
    desk.press({'K', true});
    desk.frame(3);
    desk.rect("picker.cloth"); // the picker opens with all entries again
}

} // namespace
} // namespace xpbd::window
