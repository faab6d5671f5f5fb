// What child_test.cpp starts: writes its words and all of its input into a file. Usage: child_program FILE EXIT_CODE
// WORDS
#include "system/names.h"
#include "system/standard_streams.h"

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    xpbd::system::prepare_standard_streams();
    const std::vector<std::string> words = xpbd::system::command_line(argc, argv);
    if (words.size() < 3) {
        return 99;
    }
    std::ofstream file(xpbd::system::path_of(words[1]), std::ios::binary);
    for (std::size_t i = 3; i < words.size(); ++i) {
        file << words[i] << '\n';
    }
    char buffer[4096];
    for (std::size_t count = 0; (count = std::fread(buffer, 1, sizeof(buffer), stdin)) > 0;) {
        file.write(buffer, static_cast<std::streamsize>(count));
    }
    return std::stoi(words[2]);
}
