// Sessions as links.
#pragma once

#include "core/base/result.h"
#include "lab/files/session/session.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace xpbd::lab {

// A session as a single word: ADDRESS#s1.TEXT. "s1" is the version. TEXT is the session as JSON with only the
// differences from the defaults, as a zlib stream (zlib.h) in base64url (RFC 4648, section 5). src/README.md describes
// how to make one.
//
// Links are used in lecture notes for years, so omitted values must keep their meaning. After a change of a default in
// Settings, World, Camera or a scene, sessions need a new version (kSessionVersion), and older versions must be read
// with the old default. The tests LinkVersions.* check this.

/// Beginning of this program's links if to_link() gets no other address. It is a scheme of our own, which browsers do
/// not open, because there is no public page yet. The page passes its own address to to_link().
inline constexpr std::string_view kLinkAddress = "xpbd-lab:";
/// Longest link [characters]: Windows limits command lines to 32767; browsers accept longer addresses.
inline constexpr std::size_t kLongestLink = 32000;
/// Most bytes of a link's decompressed text: a link of kLongestLink characters could expand to a thousand times its
/// size.
inline constexpr std::size_t kLargestLinked = std::size_t{1} << 20;

/// The link of a session; equal sessions have equal links. It contains the mesh, not the name of its file. Fails if the
/// link is too long: a mesh may have about 1000 vertices, a regular mesh several thousand. Like session files, links
/// contain no recording: the frame is simulated again when the link is opened.
Result<std::string> to_link(const Session& session, std::string_view address = kLinkAddress);

/// True if a text looks like a complete or incomplete link: it contains "#s", a number and ".", or begins with an
/// address (kLinkAddress, "https://"). The "#" may be missing at the beginning. Text that begins with "{" is JSON.
bool is_link(std::string_view text);

/// Reads a link with any address, or its part after the address, with or without "#". White space is ignored, because
/// programs break long lines, and so is text after the end. Error messages are one line that begins with "link: ".
Result<Session> from_link(std::string_view text);

} // namespace xpbd::lab
