#pragma once

#include "system/fonts.h"

namespace xpbd::picture {

/// The typeface of interface and pictures: DejaVu Sans, as the packages bring it or the distribution has it, else one
/// of the system. Files that are not there are ""; all are where there is none.
system::Typeface find_typeface();

} // namespace xpbd::picture
