#include "picture/recorder.h"

#include "../temporary_folder.h"

#include "lab/files/session/session.h"

#include <gtest/gtest.h>
#include <thread>

namespace xpbd::picture {
namespace {

/// A picture of 34 MB: a second one beside it is more than kWaitingPictures.
RecordedFrame large_frame() {
    RecordedFrame frame;
    frame.session = *lab::default_session("cloth");
    frame.image = {4096, 2100, {}};
    frame.image.pixels.resize(std::size_t{4096} * 2100 * 4);
    return frame;
}

TEST(Recorder, CountsThePictureThatItWrites) {
    const test::TemporaryFolder folder;
    Recorder::Options options;
    options.path = folder / "film.png";
    auto recorder = Recorder::create(options);
    ASSERT_TRUE(recorder) << recorder.error().message;
    (*recorder)->add(large_frame());
    while (!(*recorder)->ready()) {
        std::this_thread::yield();
    }
    EXPECT_EQ((*recorder)->written(), 1);
    EXPECT_TRUE((*recorder)->finish());
}

} // namespace
} // namespace xpbd::picture
