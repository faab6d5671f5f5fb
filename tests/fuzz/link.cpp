// Links: no text harms the reader, and an accepted text has a link that opens the same session. The first byte selects
// the kind of input: {, the text of a session, which the link holds whole; x, a zlib stream; else a link.
#include "lab/files/link/link.h"
#include "lab/files/link/base64url.h"
#include "lab/files/link/zlib.h"

#include "fuzz.h"

#include <string>

using namespace xpbd;

namespace {

void open_link(const std::string& link) {
    const Result<lab::Session> session = lab::from_link(link);
    if (!session) {
        fuzz::check_message(session.error().message);
        fuzz::check(session.error().message.starts_with("link: "), "a message says what it is about");
        return;
    }
    fuzz::check(lab::is_link(link), "what opens is a link", link);
    fuzz::check(session->scene.file.empty(), "a link names no file", link);
    const Result<std::string> own = lab::to_link(*session);
    if (!own) { // too long: another compressor may have made a shorter link
        fuzz::check_message(own.error().message);
        return;
    }
    const Result<lab::Session> again = lab::from_link(*own);
    fuzz::check(static_cast<bool>(again), "its link opens", again ? "" : again.error().message);
    fuzz::check(*again == *session, "its link opens the same session", *own);
    fuzz::check(lab::write_session(*again) == lab::write_session(*session), "to the last bit", *own);
    fuzz::check(*lab::to_link(*again) == *own, "a session has one link", *own);
}

void compress(std::string_view text) {
    const std::string stream = lab::zlib_compress(text);
    const Result<std::string> again = lab::zlib_decompress(stream, text.size());
    fuzz::check(again && *again == text, "what was compressed is read back");
    open_link("#s1." + lab::to_base64url(stream));
}

} // namespace

int fuzz::take_link(const std::uint8_t* data, std::size_t size) {
    const std::string_view input = fuzz::text_of(data, size);
    if (input.starts_with('{')) {
        compress(input);
    } else if (input.starts_with('x')) { // as a zlib stream does
        open_link("#s1." + lab::to_base64url(input));
    } else {
        open_link(std::string(input));
    }
    return 0;
}
