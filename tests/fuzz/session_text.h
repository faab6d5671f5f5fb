#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace xpbd::fuzz {

/// True where a session names a mesh file outside the corpus: the fuzzer must not read devices and pipes.
inline bool reads_foreign_file(std::string_view text) {
    if (text.find("mesh") == std::string_view::npos && text.find("\\u") == std::string_view::npos) {
        return false;
    }
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("scene") || !json["scene"].is_object()) {
        return false;
    }
    const auto file = json["scene"].find("file");
    return file != json["scene"].end() && *file != "square.obj";
}

} // namespace xpbd::fuzz
