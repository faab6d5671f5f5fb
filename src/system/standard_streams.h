// Standard streams, the command line's words, and output of libraries.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xpbd::system {

/// Must be called first. Opens closed standard streams on the null device in the opposite direction (input for writing,
/// output and error for reading): result files cannot get their numbers by accident, and reading or writing still
/// fails. Turns a file size limit into a write error. Keeps line ends as written on all systems.
void prepare_standard_streams();

/// The words of the command line in UTF-8.
std::vector<std::string> command_line(int argc, char** argv);

/// Writes text to standard error, whether it is a file, a pipe or a console, even during LibrarySilence. Takes no lock
/// and allocates no memory: a single write.
void write_to_user(std::string_view text);
/// Writes `xpbd-lab: LINE` to standard error with write_to_user().
void say(const std::string& line);
/// True if standard error is a terminal that supports ANSI escape sequences.
bool user_sees_terminal();
/// Moves to the start of the terminal's line and clears it.
inline constexpr std::string_view kClearLine = "\r\033[K";

/// @name Start by a double click
/// Windows opens a console window for a command line program that is started from the desktop (since Windows 11 24H2
/// the manifest prevents this: assets/desktop/windows). On other systems these functions do nothing.
/// @{
void leave_own_console(); ///< for a program that opens its own window: closes the console, unless another program
                          ///< uses it, too
/// Shows in a message box the text of write_to_user() that could not be read, because standard error was missing or was
/// a console that closes with the program.
void show_unread();
/// @}

/// Ends the process without destructors and without flushing.
[[noreturn]] void exit_at_once(int code);

/// Implements --verbose: LibrarySilence has no effect afterwards.
void let_libraries_print();
/// True if --verbose was given.
bool libraries_print();

/// Discards output of libraries to standard error as long as it exists. Drivers and desktop libraries print
/// version-dependent lines when a display is opened; the user should read only our own line. Destroy the object soon,
/// as the last output before a crash would be lost, too. Only one object may exist at a time.
class LibrarySilence {
public:
    LibrarySilence();
    ~LibrarySilence();
    LibrarySilence(const LibrarySilence&) = delete;
    LibrarySilence& operator=(const LibrarySilence&) = delete;

private:
    int kept_ = -1; ///< the user's standard error; -1 if nothing is silenced
};

} // namespace xpbd::system
