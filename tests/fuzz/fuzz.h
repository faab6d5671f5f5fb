#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace xpbd::fuzz {

/// @name Targets
/// Each takes an input and returns the 0 that libFuzzer requires. One program runs them all (replay.cpp), or with
/// XPBD_FUZZ a program of libFuzzer each (libfuzzer.cpp).
/// @{
int take_assignment(const std::uint8_t* data, std::size_t size);
int take_link(const std::uint8_t* data, std::size_t size);
int take_obj(const std::uint8_t* data, std::size_t size);
int take_png_text(const std::uint8_t* data, std::size_t size);
int take_preferences(const std::uint8_t* data, std::size_t size);
int take_scene(const std::uint8_t* data, std::size_t size);
int take_session(const std::uint8_t* data, std::size_t size);
/// @}

/// Ends the process where a claim does not hold: that is what the fuzzer calls a crash.
inline void check(bool holds, std::string_view claim, std::string_view detail = "") {
    if (!holds) {
        std::fprintf(stderr, "fuzz: this does not hold: %.*s\n%.*s\n", static_cast<int>(claim.size()), claim.data(),
                     static_cast<int>(detail.size()), detail.data());
        std::abort();
    }
}

/// A message is one line, is not empty, and does not repeat a whole file.
inline void check_message(std::string_view message) {
    check(!message.empty(), "an error has a message");
    check(message.find('\n') == std::string_view::npos && message.find('\r') == std::string_view::npos,
          "a message is one line", message);
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return size == 0 ? std::string_view() : std::string_view(reinterpret_cast<const char*>(data), size);
}

} // namespace xpbd::fuzz
