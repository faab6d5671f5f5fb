// Session JSON: no text harms the reader, and an accepted session is written and read back the same, to the last bit.
#include "lab/files/session/session.h"

#include "fuzz.h"
#include "session_text.h"

using namespace xpbd;

int fuzz::take_session(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    if (fuzz::reads_foreign_file(text)) {
        return 0;
    }
    const Result<lab::Session> session = lab::parse_session(text, "s.json", XPBD_FUZZ_MESHES);
    if (!session) {
        fuzz::check_message(session.error().message);
        return 0;
    }
    const std::string written = lab::write_session(*session);
    const Result<lab::Session> again = lab::parse_session(written, "s.json");
    fuzz::check(static_cast<bool>(again), "what is written is read back", again ? "" : again.error().message);
    fuzz::check(*again == *session, "what is written is read back the same", written);
    return 0;
}
