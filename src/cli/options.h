#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace xpbd::cli {

/// The options of one command, which the command declares in its own file. This is the only door to CLI11, whose
/// headers take the compiler long. Every value must outlive the parsing; what is not given keeps its value.
class Options {
public:
    /// Whether a command runs without it.
    enum class Need { optional, required };

    explicit Options(CLI::App& command) : command_(command) {}

    /// A name without dashes is a positional argument. `type` is what the help calls the value; null: what CLI11 calls
    /// it.
    void text(const char* name, std::string& value, const char* type, const std::string& help,
              Need need = Need::optional);
    /// May be given several times.
    void texts(const char* name, std::vector<std::string>& values, const char* type, const std::string& help,
               Need need = Need::optional);
    /// One of these words.
    void choice(const char* name, std::string& value, const std::vector<std::string>& words, const std::string& help);
    /// Within [min, max].
    void whole(const char* name, int& value, int min, int max, const char* type, const std::string& help);
    void whole(const char* name, std::optional<int>& value, int min, int max, const char* type,
               const std::string& help);
    /// Within [min, max].
    void number(const char* name, double& value, double min, double max, const char* type, const std::string& help);
    void number(const char* name, std::optional<double>& value, double min, double max, const char* type,
                const std::string& help);
    void flag(const char* name, bool& value, const std::string& help);
    /// --verbose, of what opens a display.
    void verbose();
    /// Refuses two options that are declared already, given together.
    void exclude(const char* name, const char* other);

private:
    CLI::App& command_;
};

} // namespace xpbd::cli
