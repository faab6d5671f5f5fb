// Time per projection of other libraries, on the cloth of sweep_benchmark, beside ours in the same program.
#include "peers.h"

#include "../sweeps.h"
#include "core/model/material.h"

#include <algorithm>
#include <limits>
#include <string>

namespace {

using namespace xpbd;
using MakePeer = std::unique_ptr<peers::Peer>(const Model&, const std::vector<double>&);

/// A library's step has parts beside the sweeps. They cancel in the difference to a step with twenty more iterations.
void measure_peer(benchmark::State& run, MakePeer* make) {
    const Model model = lab::speed_cloth(static_cast<int>(run.range(0)), "skip_one");
    std::vector<double> compliance;
    for (const Material& material : model.of_type<Distance>().material) {
        compliance.push_back(compliance_of(material, Settings{}));
    }
    const auto peer = make(model, compliance);
    double few = std::numeric_limits<double>::infinity();
    double many = few;
    for (auto _ : run) {
        few = std::min(few, peer->step(1));
        const double seconds = peer->step(1 + lab::SpeedTrial::kIterations);
        many = std::min(many, seconds);
        run.SetIterationTime(seconds);
    }
    run.counters["best_ns_per_projection"] =
        1e9 * (many - few) / (lab::SpeedTrial::kIterations * static_cast<double>(model.typed_count()));
}

template <class Measure>
void add(const std::string& name, Measure measure) {
    benchmark::RegisterBenchmark(name.c_str(), measure)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->Arg(64)
        ->Arg(128)
        ->Arg(256);
}

} // namespace

int main(int argc, char** argv) {
#ifdef XPBD_PEER_JOLT
    add("jolt", [](benchmark::State& run) { measure_peer(run, &peers::jolt); });
#endif
#ifdef XPBD_PEER_PBD
    add("position_based_dynamics", [](benchmark::State& run) { measure_peer(run, &peers::position_based_dynamics); });
#endif
    add("fast", [](benchmark::State& run) { measure_sweeps(run, {}, 1); });
    return run_all(argc, argv);
}
