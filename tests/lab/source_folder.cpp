#include "fixtures.h"

namespace xpbd::lab::test {

std::string source_folder() {
    return XPBD_SOURCE_FOLDER;
}

} // namespace xpbd::lab::test
