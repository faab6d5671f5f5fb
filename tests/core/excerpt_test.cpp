#include "core/base/excerpt.h"

#include <gtest/gtest.h>

namespace xpbd {
namespace {

TEST(Excerpt, ShowsTextOfAnyLanguage) {
    for (const char* text : {"cloth.json", "Tuch-\u00e4\u00f6\u00fc.json", "\u5e03.obj", "\U0001F9F5"}) {
        EXPECT_EQ(excerpt(text), text);
    }
}

TEST(Excerpt, PassesNothingOnThatATerminalActsOn) {
    EXPECT_EQ(excerpt("a\x1b[2Jb"), "a?[2Jb");
    EXPECT_EQ(excerpt("a\u009b2Jb"), "a?2Jb") << "the same escape sequence in one character";
    EXPECT_EQ(excerpt("a\u0080\u009f\u00a0"), "a??\u00a0");
    EXPECT_EQ(excerpt("txt.\u202egnp"), "txt.?gnp") << "it turns the direction of the text";
    EXPECT_EQ(excerpt("a\u2066b\u2069c\u200fd\u2028e"), "a?b?c?d?e");
    EXPECT_EQ(excerpt("\ufeff{}"), "?{}");
    EXPECT_EQ(excerpt("a\tb\r\nc\x7f"), "a?b??c?");
}

TEST(Excerpt, ReplacesEachByteThatIsNotUtf8) {
    EXPECT_EQ(excerpt("a\xff\xfe"
                      "b"),
              "a??b");
    EXPECT_EQ(excerpt("a\xc3"), "a?") << "cut short";
    EXPECT_EQ(excerpt("\xc0\xaf\xe0\x80\xaf"), "?????") << "longer than the shortest form";
    EXPECT_EQ(excerpt("\xed\xa0\x80"), "???") << "half of a surrogate pair";
    EXPECT_EQ(excerpt("\xf4\x90\x80\x80"), "????") << "above U+10FFFF";
    EXPECT_EQ(excerpt("\xe2\x82"
                      "a"),
              "??a")
        << "what follows stays";
}

TEST(Excerpt, CutsLongTextBetweenCharacters) {
    std::string text;
    for (int i = 0; i < 100; ++i) {
        text += "\u00e4";
    }
    for (std::size_t most = 4; most < 40; ++most) {
        const std::string shown = excerpt(text, most);
        EXPECT_LE(shown.size(), most);
        EXPECT_EQ(shown.find('?'), std::string::npos) << shown;
        EXPECT_NE(shown.find("..."), std::string::npos);
    }
}

} // namespace
} // namespace xpbd
