// The log of settings by frame. No experiment is stepped.
#include "lab/history/edit_log.h"

#include "fixtures.h"

#include <gtest/gtest.h>

namespace xpbd::lab {
namespace {

/// Controls of `panes` equal panes, which a test recognises by their `stiffness`.
EditLog::Controls controls(double stiffness, std::size_t panes = 2) {
    EditLog::Controls all;
    all.panes.resize(panes);
    for (Settings& pane : all.panes) {
        pane.stretch_stiffness = stiffness;
    }
    return all;
}

double stiffness_at(const EditLog& log, std::int64_t frame) {
    return log.at(frame).panes.front().stretch_stiffness;
}

/// A log with changes at frames 0, 10 and 20.
EditLog three() {
    EditLog log;
    log.restart(controls(0.1));
    log.note(10, controls(0.2));
    log.note(20, controls(0.3));
    return log;
}

TEST(EditLog, AChangeHoldsFromItsFrameOn) {
    const EditLog log = three();
    EXPECT_EQ(stiffness_at(log, 0), 0.1);
    EXPECT_EQ(stiffness_at(log, 9), 0.1);
    EXPECT_EQ(stiffness_at(log, 10), 0.2);
    EXPECT_EQ(stiffness_at(log, 19), 0.2);
    EXPECT_EQ(stiffness_at(log, 1000), 0.3);
    EXPECT_EQ(log.last_change(), 20);
    EXPECT_EQ(log.count_at(9), 1u);
    EXPECT_EQ(log.count_at(10), 2u);
}

TEST(EditLog, OneEntryAFrameAndNoneWithoutAChange) {
    EditLog log = three();
    log.note(25, controls(0.3)); // no change
    EXPECT_EQ(log.last_change(), 20);
    log.note(20, controls(0.4)); // a slider is dragged while the run is paused
    EXPECT_EQ(log.entries().size(), 3u);
    EXPECT_EQ(stiffness_at(log, 20), 0.4);
}

TEST(EditLog, WhatBringsABodyIsNotReplacedAtItsFrame) {
    EditLog log = three();
    log.note(30, controls(0.3, 3)); // the third pane's body was stepped to frame 30 with these controls
    log.note(30, controls(0.5, 3));
    ASSERT_EQ(log.entries().size(), 5u);
    EXPECT_EQ(log.entries()[3].controls->panes.back().stretch_stiffness, 0.3);
    EXPECT_EQ(stiffness_at(log, 30), 0.5);
    // cut(30) keeps the entry that adds the third pane; cut(29) removes it.
    EXPECT_EQ(log.cut(30).size(), 1u);
    EXPECT_EQ(log.entries().back().controls->panes.size(), 3u);
    EXPECT_EQ(log.cut(29).size(), 1u);
    EXPECT_EQ(log.entries().back().controls->panes.size(), 2u);
}

TEST(EditLog, BodiesComeWithPanesAndWithMeshes) {
    std::vector<Settings> before(2);
    std::vector<Settings> after = before;
    after[1].stretch_compliance = 1;
    EXPECT_FALSE(brings_bodies(before, after));
    after[1].mesh.resolution = 12;
    EXPECT_TRUE(brings_bodies(before, after));
    EXPECT_TRUE(brings_bodies(before, std::vector<Settings>(3)));
}

TEST(EditLog, WhatIsCutOffComesBack) {
    EditLog log = three();
    const std::vector<EditLog::Entry> off = log.cut(10);
    ASSERT_EQ(off.size(), 2u);
    EXPECT_EQ(off.front().frame, 10);
    EXPECT_EQ(stiffness_at(log, 1000), 0.1);
    log.note(10, controls(0.9)); // an entry of the branch that put_back() leaves
    log.put_back(10, off);
    EXPECT_EQ(log.entries().size(), 3u);
    EXPECT_EQ(stiffness_at(log, 10), 0.2);
    EXPECT_EQ(stiffness_at(log, 20), 0.3);
    EXPECT_EQ(log.cut(0).size(), 2u) << "the start stays";
    EXPECT_EQ(stiffness_at(log, 0), 0.1);
}

TEST(EditLog, ASessionsPastSaysTheSame) {
    const EditLog log = three();
    Session session = test::small_cloth();
    session.panes = controls(0.3).panes;
    session.world = log.at(0).world;
    session.past = log.past(30, session);
    ASSERT_EQ(session.past.size(), 2u) << "what holds still is the present";
    EXPECT_EQ(session.past[0].until, 10);
    EXPECT_EQ(session.past[1].until, 20);
    const EditLog read(session);
    for (const std::int64_t frame : {0, 9, 10, 19, 20, 30}) {
        EXPECT_EQ(stiffness_at(read, frame), stiffness_at(log, frame)) << frame;
    }
    const Session start = at_start(session);
    EXPECT_EQ(start.panes.front().stretch_stiffness, 0.1);
    EXPECT_TRUE(start.past.empty());
    // At frame 20 no step has run with the last change yet.
    EXPECT_EQ(log.past(20, session).size(), 2u);
    session.panes = controls(0.2).panes;
    EXPECT_EQ(log.past(20, session).size(), 1u);
}

} // namespace
} // namespace xpbd::lab
