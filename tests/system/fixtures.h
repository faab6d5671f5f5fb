#pragma once

#include "../temporary_folder.h"

#include <string>

namespace xpbd::system::test {

using xpbd::test::slurp;
using xpbd::test::spill;

/// A temporary folder for one test, whose name no code page of Windows can write; the destructor removes it.
class Folder {
public:
    Folder() { std::filesystem::create_directory(path_of(operator/(""))); }

    std::string operator/(const std::string& name) const {
        return text_of(root_.path() / path_of("M\xC3\xBCller \xE6\x97\xA5\xE6\x9C\xAC") / path_of(name));
    }
    std::size_t entries() const { return xpbd::test::count_entries(path_of(operator/(""))); }

private:
    xpbd::test::OwnedFolder root_;
};

} // namespace xpbd::system::test
