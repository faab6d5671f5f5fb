// The machine and the user's folders.
#include "fixtures.h"
#include "system/files.h"
#include "system/folders.h"
#include "system/machine.h"
#include "system/standard_streams.h"

#include <gtest/gtest.h>

#include <thread>

namespace xpbd::system {
namespace {

TEST(Machine, HasMemoryAndANamedProcessor) {
    EXPECT_GT(machine_memory(), std::uint64_t{64} << 20);
    EXPECT_LT(machine_memory(), std::uint64_t{1} << 50);
    EXPECT_FALSE(processor_name().empty());
    EXPECT_NE(processor_name(), "unknown processor");
}

TEST(Machine, APriorityIsThatOfAThread) {
    std::thread([] {
        EXPECT_FALSE(runs_behind_the_interface());
        run_behind_the_interface();
        EXPECT_TRUE(runs_behind_the_interface());
    }).join();
    EXPECT_FALSE(runs_behind_the_interface());
}

TEST(Folders, TheProgramKnowsItsOwnFile) {
    const std::string file = program_file();
    EXPECT_EQ(kind_of(file), FileKind::regular) << file;
    EXPECT_EQ(text_of(path_of(file).stem()), "system_tests");
}

TEST(Folders, OfTheUserAreAbsolute) {
    for (const std::string& folder : {config_folder(), cache_folder(), pictures_folder()}) {
        EXPECT_TRUE(path_of(folder).is_absolute()) << folder;
    }
}

TEST(Environment, AVariableThatIsNotSetIsEmpty) {
    EXPECT_EQ(environment("XPBD_LAB_NO_SUCH_VARIABLE"), "");
    EXPECT_NE(environment("PATH"), "");
}

TEST(CommandLine, StartsWithTheProgram) {
    char name[] = "program";
    char* words[] = {name, nullptr};
    const std::vector<std::string> line = command_line(1, words);
    ASSERT_FALSE(line.empty());
}

} // namespace
} // namespace xpbd::system
