// The order in which both engines visit the constraints: complete, free of conflicts, faithful to the sequence.
#include "built.h"
#include "core/order/order.h"
#include "printers.h"

#include <algorithm>
#include <map>
#include <set>

namespace xpbd::test {
namespace {

Model grid(int side, std::string_view bending = "dihedral") {
    const std::string resolution = std::to_string(side) + "," + std::to_string(side);
    return built(scene_of("cloth", {{"resolution", resolution}, {"bending", bending}}));
}

/// One constraint in the order: its type, its index, where it stands.
struct Visit {
    std::size_t type;
    int index;
    std::vector<int> particles;
    std::size_t phase;
    std::size_t part;
    std::size_t run;
    std::size_t batch;
};

std::vector<Visit> visits(const Model& model, const Order& order) {
    std::vector<Visit> result;
    for (std::size_t phase = 0; phase < order.phases.size(); ++phase) {
        for (std::size_t part = 0; part < order.phases[phase].size(); ++part) {
            for (std::size_t run = 0; run < order.phases[phase][part].size(); ++run) {
                const Order::Run& each = order.phases[phase][part][run];
                for (std::size_t i = 0; i < each.slots.size(); ++i) {
                    if (each.slots[i] >= 0) {
                        with_type(model, each.type, [&](const auto& batch, std::size_t) {
                            const auto& p = batch.particles[index_of(each.slots[i])];
                            result.push_back(
                                {each.type, each.slots[i], {p.begin(), p.end()}, phase, part, run, i / kLanes});
                        });
                    }
                }
            }
        }
    }
    return result;
}

bool share_a_particle(const Visit& a, const Visit& b) {
    return std::any_of(a.particles.begin(), a.particles.end(), [&](int p) {
        return std::find(b.particles.begin(), b.particles.end(), p) != b.particles.end();
    });
}

class Orders : public testing::TestWithParam<SweepOrder> {};

TEST_P(Orders, VisitEveryConstraintOnceAndNoParticleTwiceInABatchAndTheNext) {
    const Model model = grid(100);
    const auto order = order_of(model, GetParam());
    const std::vector<Visit> all = visits(model, *order);
    std::set<std::pair<std::size_t, int>> seen;
    using Batch = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>;
    std::map<Batch, std::set<int>> in_batch;
    for (const Visit& v : all) {
        EXPECT_TRUE(seen.emplace(v.type, v.index).second);
        for (const int p : v.particles) {
            const Batch batch{v.phase, v.part, v.run, v.batch};
            EXPECT_TRUE(in_batch[batch].insert(p).second) << "twice in a batch";
        }
    }
    EXPECT_EQ(seen.size(), model.typed_count());
    for (const auto& [batch, particles] : in_batch) {
        auto next = batch;
        ++std::get<3>(next);
        if (const auto found = in_batch.find(next); found != in_batch.end()) {
            for (const int p : particles) {
                EXPECT_FALSE(found->second.contains(p)) << "in a batch and the next";
            }
        }
    }
    std::vector<int> particles = order->particles;
    std::sort(particles.begin(), particles.end());
    for (std::size_t i = 0; i < particles.size(); ++i) {
        ASSERT_EQ(particles[i], static_cast<int>(i));
    }
    ASSERT_EQ(particles.size(), model.particle_count());
}

TEST_P(Orders, PartsOfOnePhaseShareNoParticle) {
    const Model model = grid(100);
    const auto order = order_of(model, GetParam());
    std::map<std::pair<std::size_t, int>, std::size_t> part_of; // phase and particle
    for (const Visit& v : visits(model, *order)) {
        for (const int p : v.particles) {
            const std::pair<std::size_t, int> place{v.phase, p};
            EXPECT_EQ(part_of.try_emplace(place, v.part).first->second, v.part);
        }
    }
    if (GetParam() == SweepOrder::coloured) {
        EXPECT_EQ(order->phases.front().size(), 2u) << "10000 particles are two bands";
    }
}

INSTANTIATE_TEST_SUITE_P(Sweeps, Orders,
                         testing::Values(SweepOrder::listed, SweepOrder::reversed, SweepOrder::coloured));

TEST(Orders, ListedAndReversedKeepTheSequenceWhereItMatters) {
    const Model model = grid(12);
    for (const SweepOrder sweep : {SweepOrder::listed, SweepOrder::reversed}) {
        const std::vector<Visit> all = visits(model, *order_of(model, sweep));
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (std::size_t j = i + 1; j < all.size(); ++j) {
                if (all[i].type == all[j].type && share_a_particle(all[i], all[j])) {
                    ASSERT_EQ(all[i].index < all[j].index, sweep == SweepOrder::listed);
                }
            }
        }
    }
}

TEST(Orders, BatchesAreFull) {
    const Model model = grid(64, "skip_one");
    for (const SweepOrder sweep : {SweepOrder::listed, SweepOrder::coloured}) {
        std::size_t slots = 0;
        for_each_run(model, *order_of(model, sweep),
                     [&](const auto&, std::size_t, const Order::Run& run) { slots += run.slots.size(); });
        EXPECT_LT(static_cast<double>(slots), 1.02 * static_cast<double>(model.typed_count()));
    }
}

TEST(Orders, AreMadeOncePerModel) {
    const Model model = grid(8);
    const auto first = order_of(model, SweepOrder::coloured);
    EXPECT_EQ(order_of(model, SweepOrder::coloured), first);
    EXPECT_NE(order_of(model, SweepOrder::listed), first);
    EXPECT_EQ(order_of(model, SweepOrder::sor), order_of(model, SweepOrder::listed));
    const Model other = grid(8);
    EXPECT_NE(order_of(other, SweepOrder::coloured), first);
}

} // namespace
} // namespace xpbd::test
