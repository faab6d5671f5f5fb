#pragma once

#include <string>

namespace xpbd::lab {

/// Writes `xpbd-lab: LINE` to standard error, also while LibrarySilence keeps others from it. Needs no lock: one write.
void say(const std::string& line);

/// Writes bytes to standard error as they are, as say() does.
void write_to_user(const std::string& text);

/// --verbose: from now on LibrarySilence does nothing.
void let_libraries_print();
/// True where --verbose was given.
bool libraries_print();

/// While it lives, what others print to standard error goes nowhere. Drivers and desktop libraries print lines of their
/// own while a display is opened, other ones in every version, and what a user reads of us is one line. Held for as
/// short as possible: the last words of a crash would be lost, too. One at a time.
class LibrarySilence {
public:
    LibrarySilence();
    ~LibrarySilence();
    LibrarySilence(const LibrarySilence&) = delete;
    LibrarySilence& operator=(const LibrarySilence&) = delete;

private:
    int kept_ = -1; ///< the user's standard error; -1 where nothing is silenced
};

} // namespace xpbd::lab
