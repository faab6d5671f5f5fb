#pragma once

#include "lab/study/speed_trial.h"
#include "system/machine.h"

#include <benchmark/benchmark.h>

/// Runs the registered cases; every benchmark's main() returns its result, the exit status.
inline int run_all(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 1;
    }
    benchmark::AddCustomContext("processor", xpbd::system::processor_name());
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
