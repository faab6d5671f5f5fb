// Options of a command.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace xpbd::cli {

/// Declares the options of one command. Hides CLI11 from the commands, because its headers slow down compilation. A
/// variable passed as `value` must outlive the parsing; it does not change if its option is omitted.
class Options {
public:
    /// Whether the command can run without the option.
    enum class Need { optional, required };

    explicit Options(CLI::App& command) : command_(command) {}

    /// A name without dashes is a positional argument. `type` is the value's name in the help; null = CLI11's default
    /// name.
    void text(const char* name, std::string& value, const char* type, const std::string& help,
              Need need = Need::optional);
    /// An option that may be given several times.
    void texts(const char* name, std::vector<std::string>& values, const char* type, const std::string& help,
               Need need = Need::optional);
    /// An option that takes one of these words.
    void choice(const char* name, std::string& value, const std::vector<std::string>& words, const std::string& help);
    /// An integer in [min, max].
    void whole(const char* name, int& value, int min, int max, const char* type, const std::string& help);
    void whole(const char* name, std::optional<int>& value, int min, int max, const char* type,
               const std::string& help);
    /// A number in [min, max].
    void number(const char* name, double& value, double min, double max, const char* type, const std::string& help);
    void number(const char* name, std::optional<double>& value, double min, double max, const char* type,
                const std::string& help);
    void flag(const char* name, bool& value, const std::string& help);
    /// Adds --verbose, for commands that open a display.
    void verbose();
    /// Refuses two options given together; both must be declared already.
    void exclude(const char* name, const char* other);

private:
    CLI::App& command_;
};

} // namespace xpbd::cli
