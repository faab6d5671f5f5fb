#pragma once

#include "hand.h"

namespace xpbd::test {

/// The second part of the test: random actions for `seconds`, and at least `least` of them. A seed gives the same
/// actions each time, unless the program's speed differs. Throws a Failure if something goes wrong. Returns the number
/// of actions.
int play(Subject& subject, Hand& hand, unsigned seed, double seconds, int least);

} // namespace xpbd::test
