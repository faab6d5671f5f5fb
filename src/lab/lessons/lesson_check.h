// Functions that read parts of a lesson.
#pragma once

#include "lab/files/json_check.h"
#include "lab/lessons/lesson.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace xpbd::lab {

/// The list of a required key, with `least` to `most` items; null after an error. `what`: the items in the plural.
const Json* find_list(const Json& json, const std::string& path, std::string_view key, std::size_t least,
                      std::size_t most, const std::string& what, JsonCheck& check);

/// Reads one step of a lesson. `session` is the lesson's session. Errors are recorded in `check`.
LessonStep read_step(const Json& json, const std::string& path, const Session& session, JsonCheck& check);

/// Reads a text of a lesson: at most two short sentences. Errors are recorded in `check`.
std::string read_sentences(const Json& parent, const std::string& path, std::string_view key, JsonCheck& check);

} // namespace xpbd::lab
