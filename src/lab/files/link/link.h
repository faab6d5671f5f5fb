#pragma once

#include "core/result.h"
#include "lab/files/session/session.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace xpbd::lab {

// A session in one word: ADDRESS#s1.TEXT. "s1" is the version, and TEXT the session as JSON with only what differs from
// the defaults, as a zlib stream (zlib.h), in base64url (RFC 4648, 5). Everybody can make one: see src/README.md.
//
// A link lies in lecture notes for years. What it leaves out must stay what it was: whoever changes a default of
// Settings, World, Camera or a scene gives sessions a new version (kSessionVersion), and lets the older ones read the
// old default. The tests LinkVersions.* hold them.

/// What a link of this program begins with: the address of the page that opens it. Until there is a page, a scheme of
/// our own, which no browser opens. The page itself gives its own address to to_link().
inline constexpr std::string_view kLinkAddress = "xpbd-lab:";
/// Windows takes no longer command line than 32767 characters, and browsers take longer addresses.
inline constexpr std::size_t kLongestLink = 32000;
/// Most bytes of the session's text: a link of kLongestLink characters could hold a thousand times as much.
inline constexpr std::size_t kLargestLinked = std::size_t{1} << 20;

/// The link of a session; the same session always has the same one. It holds the mesh, not the name of its file. Fails
/// where it is too long: a mesh may have about 1000 vertices, a regular one several thousand. What is recorded is in no
/// link, as in no session file: a session that stands at a frame is stepped there again.
Result<std::string> to_link(const Session& session, std::string_view address = kLinkAddress);

/// True where a text looks like a link, whole or not: it has "#s", a number and "." in it, or it begins with an address
/// (kLinkAddress, "https://"). The "#" may be missing at its beginning. What begins with "{" is JSON and no link.
bool is_link(std::string_view text);

/// Reads a link: with any address, or the part after it, with or without "#". White space in it does not count, since
/// programs break long lines, nor does what follows its end. The message is one line that begins with "link: ".
Result<Session> from_link(std::string_view text);

} // namespace xpbd::lab
