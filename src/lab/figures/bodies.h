// Helpers that several figures share.
#pragma once

#include "core/model/method_traits.h"
#include "core/model/parameters.h"
#include "core/step/measure/measure.h"
#include "lab/figures/figure.h"

#include <string_view>
#include <vector>

namespace xpbd::lab {

/// A vertical chain of `links` links of `length` [m] and `mass` [kg] each, hanging from a fixed particle at the origin.
Model hanging_chain(int links, double mass, double length);

/// Settings of a method in double precision; everything else has its default.
Settings settings_of(std::string_view method, int iterations);

/// A model that one method simulates.
struct Run {
    const Model& model;
    Settings settings;
    World world{};
    State state = initial_state(model);

    /// Simulates `count` frames.
    void steps(int count);
    Measure measured() const;
};

/// The first error among several jobs' results, or ok().
Status first_fault(const std::vector<Status>& results);

/// The colour of the method in the table of methods.
std::array<float, 3> colour_of(std::string_view method);

/// A lighter (shift > 0) or darker (shift < 0) tone of a colour; `shift` is in [-1, 1].
std::array<float, 3> tone(const std::array<float, 3>& colour, float shift);

} // namespace xpbd::lab
