// A child process: its arguments, its input, its end.
#include "fixtures.h"
#include "system/child.h"
#include "system/signals.h"

#include <gtest/gtest.h>

namespace xpbd::system {
namespace {

using test::Folder;
using test::slurp;

TEST(Child, GetsItsWordsAsTheyAre) {
    const Folder folder;
    const std::vector<std::string> words = {
        "plain", "", "two words", "a \"quote\"", "C:\\end\\", "\\\"", "$HOME %PATH%", "*", "\xE6\x97\xA5\xE6\x9C\xAC"};
    std::vector<std::string> line = {XPBD_CHILD_PROGRAM, folder / "out", "7"};
    line.insert(line.end(), words.begin(), words.end());
    Result<Child> child = Child::start(line);
    ASSERT_TRUE(child) << child.error().message;
    EXPECT_EQ(child->wait(), 7);
    std::string expected;
    for (const std::string& word : words) {
        expected += word + "\n";
    }
    EXPECT_EQ(slurp(folder / "out"), expected);
}

TEST(Child, ReadsEveryByteThatIsWrittenToIt) {
    const Folder folder;
    Result<Child> child = Child::start({XPBD_CHILD_PROGRAM, folder / "out", "0"}, Child::Input::pipe);
    ASSERT_TRUE(child) << child.error().message;
    std::string content;
    for (int i = 0; i < 300000; ++i) { // more than a pipe holds; ends of lines of all kinds, and the end of a text
        content += static_cast<char>(i * 7 % 256);
    }
    ASSERT_TRUE(child->write(content));
    EXPECT_EQ(child->wait(), 0);
    EXPECT_EQ(slurp(folder / "out"), content);
}

TEST(Child, ThatEndsEarlyIsTold) {
    ignore_broken_pipes();
    Result<Child> child = Child::start({XPBD_CHILD_PROGRAM}, Child::Input::pipe); // which ends with 99
    ASSERT_TRUE(child) << child.error().message;
    EXPECT_FALSE(child->write(std::string(1 << 22, 'x')));
    EXPECT_EQ(child->wait(), 99);
}

TEST(Child, ThatDoesNotExistIsTold) {
    const Result<Child> child = Child::start({"no-such-program-of-xpbd"});
    ASSERT_FALSE(child);
    EXPECT_EQ(child.error().message, "No such file or directory");
    EXPECT_FALSE(has_program("no-such-program-of-xpbd"));
}

} // namespace
} // namespace xpbd::system
