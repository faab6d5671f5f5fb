#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::system {

/// To be called first. Where standard input, output or error is closed it is opened on nothing, in the opposite
/// direction (standard input for writing, the others for reading): no result file gets its number by accident, and
/// reading or writing still fails. A limit on the size of files becomes an error of writing. No system changes the ends
/// of lines that we write.
void prepare_standard_streams();

/// The words of the command line, in UTF-8.
std::vector<std::string> command_line(int argc, char** argv);

/// Writes text to standard error, whether a file, a pipe or a console, also while LibrarySilence keeps others from it.
/// Needs no lock and no memory: one write.
void write_to_user(std::string_view text);
/// Writes `xpbd-lab: LINE` to standard error, as write_to_user() does.
void say(const std::string& line);
/// True where standard error is a terminal that knows the sequences of ANSI.
bool user_sees_terminal();
/// Goes back to the beginning of the terminal's line and clears it.
inline constexpr std::string_view kClearLine = "\r\033[K";

/// @name Start by a double click
/// Windows gives every program for the command line a console, a new window where it is started from the desktop (from
/// Windows 11 24H2 on the manifest keeps it from that: assets/desktop/windows). Elsewhere these do nothing.
/// @{
void leave_own_console(); ///< closes that window, where no other program has it too: the program's own window opens
/// Shows in a box what write_to_user() was given and nobody could read, because there was no standard error but a
/// console that closes at the end of this program.
void show_unread();
/// @}

/// Ends the process without a destructor and without flushing anything.
[[noreturn]] void exit_at_once(int code);

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

} // namespace xpbd::system
