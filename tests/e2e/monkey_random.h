#pragma once

#include "monkey_subject.h"

namespace monkey {

/// The second part of the test: for so many seconds, and for at least `least` actions, does what comes to mind; the
/// same of the same seed, as far as the program's pace lets it. Throws a Failure where something goes wrong. Returns
/// the number of actions.
int play(Subject& subject, unsigned seed, double seconds, int least);

} // namespace monkey
