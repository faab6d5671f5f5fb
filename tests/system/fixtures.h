#pragma once

#include "../temporary_folder.h"
#include "system/names.h"

#include <fstream>
#include <sstream>
#include <string>

namespace xpbd::system::test {

/// A temporary folder for one test, whose name no code page of Windows can write; the destructor removes it.
class Folder {
public:
    Folder() : root_(xpbd::test::make_temporary_folder()) { std::filesystem::create_directory(path_of(operator/(""))); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code code;
        std::filesystem::remove_all(root_, code);
    }

    std::string operator/(const std::string& name) const {
        return text_of(root_ / path_of("M\xC3\xBCller \xE6\x97\xA5\xE6\x9C\xAC") / path_of(name));
    }
    std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_of(operator/(""))),
                                                      std::filesystem::directory_iterator()));
    }

private:
    std::filesystem::path root_;
};

/// slurp() reads and spill() writes a file, without the code under test.
inline std::string slurp(const std::string& path) {
    std::ifstream file(path_of(path), std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
}
inline void spill(const std::string& path, const std::string& content) {
    std::ofstream(path_of(path), std::ios::binary) << content;
}

} // namespace xpbd::system::test
