// Preferences: no text harms the reader, and accepted preferences are written and read back the same.
#include "window/state/preferences.h"

#include "fuzz.h"

using namespace xpbd;

int fuzz::take_preferences(const std::uint8_t* data, std::size_t size) {
    const Result<window::LoadedPreferences> read = window::parse_preferences(fuzz::text_of(data, size));
    if (!read) {
        fuzz::check_message(read.error().message);
        return 0;
    }
    for (const std::string& warning : read->warnings) {
        fuzz::check_message(warning);
    }
    const Result<window::LoadedPreferences> again =
        window::parse_preferences(window::write_preferences(read->preferences));
    fuzz::check(again && again->warnings.empty(), "what is written is read without a warning");
    fuzz::check(again->preferences == read->preferences, "what is written is read back the same");
    return 0;
}
