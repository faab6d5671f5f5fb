#pragma once

#include "../temporary_folder.h"
#include "desk.h"

#include "lab/files/file.h"

#include <filesystem>
#include <string>

namespace xpbd::window {

/// A temporary folder; the destructor removes it.
class Folder : public test::TemporaryFolder {
public:
    /// Writes a file, and returns its path.
    std::string write(const std::string& name, const std::string& text) const {
        EXPECT_TRUE(lab::write_file(*this / name, text));
        return *this / name;
    }
};

/// A square of 0.4 m in the plane z = 0; its upper corners are particles 2 and 3.
inline constexpr const char* kSquare = "v 0 0 0\nv 0.4 0 0\nv 0.4 0.4 0\nv 0 0.4 0\nf 1 2 3\nf 1 3 4\n";

/// Opens the file dialog (Ctrl+O) in this folder.
inline void open_in(Desk& desk, const std::string& folder) {
    desk.press({'O', true});
    ASSERT_TRUE(desk.state.file_dialog.open);
    desk.state.file_dialog.folder = folder;
    desk.frame(2);
}

} // namespace xpbd::window
