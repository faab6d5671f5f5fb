#pragma once

#include "hand.h"

namespace xpbd::test {

/// The second part of the test: for so many seconds, and for at least `least` actions, does what comes to mind; the
/// same of the same seed, as far as the program's pace lets it. Throws a Failure where something goes wrong. Returns
/// the number of actions.
int play(Subject& subject, Hand& hand, unsigned seed, double seconds, int least);

} // namespace xpbd::test
