#include "lab/files/link/link.h"

#include "core/base/excerpt.h"
#include "lab/files/link/base64url.h"
#include "lab/files/link/zlib.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace xpbd::lab {
namespace {

constexpr std::string_view kVersion = "1";
constexpr std::string_view kDigits = "0123456789";
/// Least length of the text after "s1." if there is no "#": "s1.json" is a file name.
constexpr std::size_t kShortestText = 40;

/// The parts of a link.
struct Parts {
    std::string_view version;
    std::string_view text; ///< in base64url
    std::string_view rest; ///< the text after the end
};

/// Splits a text that begins with "s1.", as a link does after its "#".
std::optional<Parts> parts_of(std::string_view fragment) {
    if (!fragment.starts_with('s')) {
        return std::nullopt;
    }
    const std::size_t end = fragment.find_first_not_of(kDigits, 1);
    if (end == std::string_view::npos || end == 1 || fragment[end] != '.') {
        return std::nullopt;
    }
    const std::string_view text = fragment.substr(end + 1);
    const std::size_t length = std::min(text.find_first_not_of(kBase64Url), text.size());
    return Parts{fragment.substr(1, end - 1), text.substr(0, length), text.substr(length)};
}

std::optional<Parts> find_link(std::string_view text) {
    if (text.starts_with('{')) {
        return std::nullopt;
    }
    std::optional<Parts> parts = parts_of(text);
    if (parts && parts->text.size() >= kShortestText) {
        return parts;
    }
    for (std::size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
        parts = parts_of(text.substr(at + 1));
        if (parts) {
            return parts;
        }
    }
    return std::nullopt;
}

/// True for web addresses, such as "https://host/page".
bool starts_with_scheme(std::string_view text) {
    const std::size_t end = text.find("://");
    return end != std::string_view::npos && end > 0 &&
           std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end),
                       [](unsigned char c) { return std::isalpha(c) != 0; });
}

std::string without_white_space(std::string_view text) {
    std::string result(text);
    std::erase_if(result, [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); });
    return result;
}

Error too_long(std::size_t length) {
    return Error{"link: it is " + std::to_string(length) + " characters long, and a link has up to " +
                 std::to_string(kLongestLink)};
}

} // namespace

Result<std::string> to_link(const Session& session, std::string_view address) {
    Session nameless = session;
    nameless.scene.file.clear(); // a path of this machine: private, and useless elsewhere
    const std::string text = write_differences(nameless);
    std::string link = std::string(address) + "#s" + std::string(kVersion) + ".";
    if (text.size() <= kLargestLinked) {
        link += to_base64url(zlib_compress(text));
    }
    if (text.size() > kLargestLinked || link.size() > kLongestLink) {
        const std::optional<scenes::Mesh>& mesh = session.scene.mesh;
        return Error{(mesh ? "with a mesh of " + std::to_string(mesh->positions.size()) + " vertices " : "") +
                     "the session is too long for a link, which has up to " + std::to_string(kLongestLink) +
                     " characters; save it as a file"};
    }
    return link;
}

bool is_link(std::string_view text) {
    const std::string word = without_white_space(text);
    return word.starts_with(kLinkAddress) || starts_with_scheme(word) || find_link(word).has_value();
}

Result<Session> from_link(std::string_view text) {
    const std::string word = without_white_space(text);
    const std::optional<Parts> parts = find_link(word);
    if (!parts) {
        return Error{"link: \"" + excerpt(word) +
                     "\" is damaged, or no link of this program: one has #s1. and the session's text behind it"};
    }
    if (parts->version != kVersion) {
        return Error{"link: it is of version " + excerpt(parts->version, 20) + "; this program reads version " +
                     std::string(kVersion) + ", a later one may read it"};
    }
    if (parts->text.size() > kLongestLink) {
        return too_long(parts->text.size());
    }
    const Result<std::string> session = zlib_decompress(from_base64url(parts->text), kLargestLinked);
    if (session) {
        return parse_session_without_files(*session, "link");
    }
    return Error{"link: it " + session.error().message +
                 (parts->rest.empty() ? "" : "; it ends before " + excerpt(parts->rest, 20))};
}

} // namespace xpbd::lab
