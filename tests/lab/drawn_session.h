#pragma once

#include "lab/files/session/session.h"

#include <cstdint>
#include <random>

namespace xpbd::lab::test {

/// Draws values for experiments. The same seed draws the same on every platform: the distributions of the standard
/// library are not used, because each library has its own.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : engine_(seed) {}

    /// Uniform in [0, 1).
    double share() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
    /// True with probability 1/n.
    bool once_in(int n) { return whole(1, n) == 1; }
    /// Uniform in [min, max].
    double real(double min, double max) { return min + share() * (max - min); }
    int whole(int min, int max) { return min + static_cast<int>(share() * (max - min + 1)); }
    /// Log-uniform in [min, max]; min > 0. Without a library's logarithm, which may differ in its last bit.
    double decades(double min, double max);
    /// A value that the row of a table allows: choices and toggles uniform; numbers uniform or log-uniform, an end of
    /// the range one time in eight, and the zero of a logarithmic row one time in four.
    Value value(const ParameterInfo& info);

private:
    double component(const ParameterInfo& info);

    std::mt19937_64 engine_;
};

/// Session number `index`: a scene from the table with parameters, world and one pane drawn from their tables; its
/// method is to be set. Numbers of particles, iterations and substeps are drawn small, so that a run takes seconds.
Session drawn_session(int index);

/// The whole number in an environment variable, `otherwise` if it is not set: for the number of random cases.
int number_from(const char* variable, int otherwise);
/// Processor time of this process [s].
double computed();

} // namespace xpbd::lab::test
