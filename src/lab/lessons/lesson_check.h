#pragma once

#include "lab/files/json_check.h"
#include "lab/lessons/lesson.h"

#include <string>

namespace xpbd::lab {

/// Reads one step of a lesson, whose session is known already. Faults go to `check`.
LessonStep read_step(const Json& json, const std::string& path, const Session& session, JsonCheck& check);

/// A text of a lesson: at most two sentences, and short. Faults go to `check`.
std::string read_sentences(const Json& parent, const std::string& path, std::string_view key, JsonCheck& check);

} // namespace xpbd::lab
