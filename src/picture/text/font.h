// Finds the typeface for the interface and for pictures.
#pragma once

#include "system/fonts.h"

namespace xpbd::picture {

/// DejaVu Sans from the program's package or the distribution, else another typeface of the system. Paths of missing
/// files are ""; if no typeface is found, all paths are "".
system::Typeface find_typeface();

} // namespace xpbd::picture
