// The order in which both engines visit the constraints: complete, free of conflicts, faithful to the sequence.
#include "built.h"
#include "core/step/order/order.h"
#include "printers.h"

#include <algorithm>
#include <map>
#include <set>

namespace xpbd::test {
namespace {

/// A cloth of springs or, if `law` is not empty, of fabric.
Model grid(int side, std::string_view bending = "dihedral", std::string_view law = "") {
    const std::string resolution = std::to_string(side) + "," + std::to_string(side);
    return built(scene_of("cloth", {{"resolution", resolution},
                                    {"bending", bending},
                                    {"material", law.empty() ? "springs" : "own"},
                                    {"law", law.empty() ? "stvk" : law}}));
}

/// One constraint in the order: its type, its index in the array of the type, and its place (core/step/order/order.h).
struct Visit {
    std::size_t type;
    int index;
    std::vector<int> particles;
    std::size_t phase;
    std::size_t part;
    std::size_t run;
    std::size_t batch;
    std::size_t row; ///< its number among the constraints of its unit
};

std::vector<Visit> visits(const Model& model, const Order& order) {
    std::vector<Visit> result;
    for (std::size_t phase = 0; phase < order.phases.size(); ++phase) {
        for (std::size_t part = 0; part < order.phases[phase].size(); ++part) {
            for (std::size_t run = 0; run < order.phases[phase][part].size(); ++run) {
                const Order::Run& each = order.phases[phase][part][run];
                for (std::size_t i = 0; i < each.slots.size(); ++i) {
                    for (std::size_t row = 0; row < each.rows && each.slots[i] >= 0; ++row) {
                        with_type(model, each.type, [&](const auto& batch, std::size_t) {
                            const std::size_t c = each.constraint(each.slots[i], row);
                            const auto& p = batch.particles[c];
                            result.push_back({each.type,
                                              static_cast<int>(c),
                                              {p.begin(), p.end()},
                                              phase,
                                              part,
                                              run,
                                              i / (each.is_wide ? kWidestPack : kLanes),
                                              row});
                        });
                    }
                }
            }
        }
    }
    return result;
}

/// The sweep and a cloth. "skip_one" gives a lattice, whose order has blocks; other bending a general mesh; the name of
/// a law a fabric.
using OrderCase = std::tuple<SweepOrder, std::string_view>;
class Orders : public testing::TestWithParam<OrderCase> {
protected:
    static Model model_of(std::string_view name) {
        return name == "stvk" || name == "woven" ? grid(100, "dihedral", name) : grid(100, name);
    }
    Model model = model_of(std::get<1>(GetParam()));
    std::shared_ptr<const Order> order = order_of(model, std::get<0>(GetParam()));
};

TEST_P(Orders, VisitEveryConstraintOnceAndNoParticleTwiceInABatchAndTheNext) {
    EXPECT_EQ(order->blocks.empty(), std::get<1>(GetParam()) != "skip_one");
    const std::vector<Visit> all = visits(model, *order);
    std::set<std::pair<std::size_t, int>> seen;
    using Batch = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>;
    std::map<Batch, std::set<int>> in_batch;
    for (const Visit& v : all) {
        EXPECT_TRUE(seen.emplace(v.type, v.index).second);
        for (const int p : v.particles) {
            const Batch batch{v.phase, v.part, v.run, v.batch};
            EXPECT_EQ(in_batch[batch].insert(p).second, v.row == 0) << "twice in a batch, but for the rows of a unit";
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
    std::map<std::pair<std::size_t, int>, std::size_t> part_of; // phase and particle
    for (const Visit& v : visits(model, *order)) {
        for (const int p : v.particles) {
            const std::pair<std::size_t, int> place{v.phase, p};
            EXPECT_EQ(part_of.try_emplace(place, v.part).first->second, v.part);
        }
    }
    if (std::get<0>(GetParam()) == SweepOrder::coloured) {
        EXPECT_EQ(order->phases.front().size(), order->blocks.empty() ? 9u : 6u) << "bands of 10000 particles";
    }
}

INSTANTIATE_TEST_SUITE_P(Sweeps, Orders,
                         testing::Combine(testing::Values(SweepOrder::listed, SweepOrder::reversed,
                                                          SweepOrder::coloured),
                                          testing::Values("dihedral", "skip_one", "stvk", "woven")));

TEST(Orders, ListedAndReversedKeepTheSequenceWhereItMatters) {
    for (const Model& model : {grid(12), grid(29, "skip_one"), grid(44, "skip_one"), grid(12, "dihedral", "stvk"),
                               grid(12, "dihedral", "woven")}) {
        for (const SweepOrder sweep : {SweepOrder::listed, SweepOrder::reversed}) {
            // Index of the last constraint at each particle, by type: the next one must follow it in the listed order.
            std::map<std::pair<std::size_t, int>, int> last;
            for (const Visit& v : visits(model, *order_of(model, sweep))) {
                for (const int p : v.particles) {
                    const auto [found, first] = last.try_emplace({v.type, p}, v.index);
                    if (!first) {
                        ASSERT_EQ(found->second < v.index, sweep == SweepOrder::listed);
                        found->second = v.index;
                    }
                }
            }
        }
    }
}

/// The block and the lane of each particle in Order::blocks.
std::map<int, std::pair<std::size_t, std::size_t>> places(const Order& order) {
    std::map<int, std::pair<std::size_t, std::size_t>> result;
    for (std::size_t i = 0; i < order.blocks.size(); ++i) {
        if (order.blocks[i] >= 0) {
            result[order.blocks[i]] = {i / kLanes, i % kLanes};
        }
    }
    return result;
}

TEST(Lattices, EachLaneOfABatchHasItsParticlesInTheSameTwoBlocks) {
    for (const char* pins : {"corners", "none"}) {
        const Model model =
            built(scene_of("cloth", {{"resolution", "45,33"}, {"bending", "skip_one"}, {"pins", pins}}));
        for (const SweepOrder sweep : {SweepOrder::listed, SweepOrder::reversed, SweepOrder::coloured}) {
            const auto order = order_of(model, sweep);
            const auto place = places(*order);
            ASSERT_EQ(place.size(), model.particle_count());
            for_each_run(model, *order, [&](const auto& array, std::size_t, const Order::Run& run) {
                std::map<std::size_t, std::set<std::tuple<std::size_t, std::size_t, std::size_t>>> shapes; // by batch
                for (std::size_t i = 0; i < run.slots.size(); ++i) {
                    if (run.slots[i] < 0) {
                        continue;
                    }
                    const auto& particles = array.particles[index_of(run.slots[i])];
                    auto first = place.at(particles[0]);
                    auto second = place.at(particles[1]);
                    if (first.second != i % kLanes || (second.second == i % kLanes && second.first < first.first)) {
                        std::swap(first, second);
                    }
                    ASSERT_EQ(first.second, i % kLanes);
                    shapes[i / kLanes].insert({first.first, second.first, second.second + kLanes - first.second});
                }
                for (const auto& [batch, shape] : shapes) {
                    ASSERT_EQ(shape.size(), 1u) << batch;
                    ASSERT_LE(std::get<2>(*shape.begin()), kLanes + 1);
                    ASSERT_GE(std::get<2>(*shape.begin()), kLanes - 1);
                }
            });
        }
    }
}

/// Mean row and column of the first constraints of the coloured order, as fractions of the grid's size.
std::pair<double, double> where_it_begins(const Model& model) {
    const auto order = order_of(model, SweepOrder::coloured);
    const auto& slots = order->phases.front().front().front().slots;
    int row = 0; // sums
    int column = 0;
    int count = 0;
    for (std::size_t i = 0; i < 3 * kLanes; ++i) {
        if (slots[i] >= 0) {
            for (const int p : model.of_type<Distance>().particles[index_of(slots[i])]) {
                row += p / model.grid[0];
                column += p % model.grid[0];
                ++count;
            }
        }
    }
    const auto share = [&](int sum, int of) { return static_cast<double>(sum) / (count * (of - 1)); };
    return {share(row, model.grid[1]), share(column, model.grid[0])};
}

TEST(Lattices, AreVisitedFromWhereTheyAreFixed) {
    EXPECT_LT(where_it_begins(grid(40, "skip_one")).first, 0.1);
    const Model flag = built(scene_of("flag", {{"resolution", "40,40"}, {"bending", "skip_one"}}));
    ASSERT_FALSE(order_of(flag, SweepOrder::coloured)->blocks.empty());
    EXPECT_LT(where_it_begins(flag).second, 0.1);
    Model below = grid(40, "skip_one");
    std::reverse(below.mass.begin(), below.mass.end());
    ASSERT_TRUE(finalise(below));
    EXPECT_GT(where_it_begins(below).first, 0.9);
}

TEST(Lattices, AreOnlyWhatFillsTheLanesAndJoinsNearCells) {
    EXPECT_FALSE(order_of(grid(32, "skip_one"), SweepOrder::listed)->blocks.empty());
    EXPECT_TRUE(order_of(grid(23, "skip_one"), SweepOrder::listed)->blocks.empty()) << "too narrow";
    EXPECT_TRUE(order_of(grid(33, "skip_one"), SweepOrder::listed)->blocks.empty()) << "a third of the lanes is empty";
    EXPECT_TRUE(order_of(grid(32, "dihedral"), SweepOrder::listed)->blocks.empty());
    Model sewn = grid(32, "skip_one");
    add_distance(sewn, 0, 31, {Role::stretch, {}, {}, {}});
    ASSERT_TRUE(finalise(sewn));
    EXPECT_TRUE(order_of(sewn, SweepOrder::listed)->blocks.empty());
}

TEST(Lattices, AreLeftToTheGeneralKernelWhereTheListedOrderIsAChainAlongALine) {
    const int side = 32;
    Model model;
    for (int p = 0; p < side * side; ++p) {
        model.rest_position.push_back({p % side, 0, p / side});
        model.mass.push_back(1);
    }
    for (int p = 0; p < side * side; ++p) { // 0-1, 1-2, 2-3: each edge shares a particle with the one before
        if (p % side + 1 < side) {
            add_distance(model, p, p + 1, {});
        }
    }
    for (int p = 0; p + side < side * side; ++p) {
        add_distance(model, p, p + side, {});
    }
    ASSERT_TRUE(finalise(model));
    EXPECT_FALSE(order_of(model, SweepOrder::coloured)->blocks.empty());
    for (const SweepOrder sweep : {SweepOrder::listed, SweepOrder::reversed}) {
        const auto order = order_of(model, sweep);
        EXPECT_TRUE(order->blocks.empty());
        std::size_t slots = 0;
        for_each_run(model, *order,
                     [&](const auto&, std::size_t, const Order::Run& run) { slots += run.slots.size(); });
        EXPECT_LT(static_cast<double>(slots), 1.2 * static_cast<double>(model.typed_count()));
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

TEST(Orders, DealDistancesOfAnyMeshIntoWideBatchesWhereTheseAreNearlyAsFull) {
    const auto is_wide = [](const Model& model) {
        std::map<std::size_t, bool> result;
        for_each_run(model, *order_of(model, SweepOrder::listed),
                     [&](const auto&, std::size_t, const Order::Run& run) { result[run.type] = run.is_wide; });
        return result;
    };
    const std::size_t distance = ConstraintTypes::place_of<Distance>;
    const std::size_t dihedral = ConstraintTypes::place_of<Dihedral>;
    EXPECT_EQ(is_wide(grid(64, "dihedral")), (std::map<std::size_t, bool>{{distance, true}, {dihedral, false}}));
    EXPECT_EQ(is_wide(grid(3, "dihedral")), (std::map<std::size_t, bool>{{distance, false}, {dihedral, false}}));
}

TEST(Orders, TakeTheRowsOfATriangleTogetherOnlyWhereAllOfTheirTypeComeSo) {
    const auto rows_of = [](const Model& model) {
        std::map<std::size_t, std::size_t> rows; // by type
        for_each_run(model, *order_of(model, SweepOrder::coloured),
                     [&](const auto&, std::size_t, const Order::Run& run) { rows[run.type] = run.rows; });
        return rows;
    };
    constexpr std::size_t membrane = ConstraintTypes::place_of<Membrane>;
    Model model = grid(8, "none", "stvk");
    EXPECT_EQ(rows_of(model), (std::map<std::size_t, std::size_t>{{membrane, 3}}));
    EXPECT_EQ(rows_of(grid(8, "none", "woven")),
              (std::map<std::size_t, std::size_t>{{ConstraintTypes::place_of<Woven>, 3}}));
    auto& array = model.of_type<Membrane>();
    array.add(array.particles[0], array.rest[0], array.material[0]); // a single row
    ASSERT_TRUE(finalise(model));
    EXPECT_EQ(rows_of(model), (std::map<std::size_t, std::size_t>{{membrane, 1}}));
}

TEST(Orders, ABodyOf32By32HasWorkForTwoThreads) {
    for (const char* bending : {"dihedral", "skip_one"}) {
        EXPECT_EQ(order_of(grid(32, bending), SweepOrder::coloured)->phases.front().size(), 2u) << bending;
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
