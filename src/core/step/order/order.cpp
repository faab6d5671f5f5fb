// Makes the order: renumbers particles, cuts bands for threads, and fills batches.
#include "core/step/order/order.h"

#include "core/base/group_by.h"
#include "core/model/constraints/all.h"
#include "core/step/order/batches.h"
#include "core/step/order/lattice.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

namespace xpbd {
namespace {

constexpr std::size_t kTypes = std::tuple_size_v<Constraints>;
constexpr double kMaxWideLaneRatio = 1.05; ///< 16-lane batches are used where they need at most 5 % more lanes

/// The units of a sequence, per type; Item::index is the index of a unit's first constraint in the type's array.
using Sequence = std::array<std::vector<Item>, kTypes>;

/// Constraints of a unit (Order::Run::rows): kRowsTogether of the type if the whole array consists of such units,
/// else 1.
template <class ConstraintType>
std::size_t rows_of(const ConstraintArray<ConstraintType>& array) {
    constexpr std::size_t rows = kRowsTogether<ConstraintType>;
    for (std::size_t c = 0; c < array.size(); ++c) {
        if (array.particles[c] != array.particles[c - c % rows]) {
            return 1;
        }
        if constexpr (kRowsDiffer<ConstraintType>) {
            if (!ConstraintType::is_row(c % rows, array.rest[c])) {
                return 1;
            }
        }
    }
    return array.size() % rows == 0 ? rows : 1;
}

/// rows_of() for every type, in the order of the list.
std::array<std::size_t, kTypes> rows_of_types(const Model& model) {
    std::array<std::size_t, kTypes> rows{};
    std::size_t type = 0;
    for_each_type(model, [&](const auto& array, std::size_t) { rows[type++] = rows_of(array); });
    return rows;
}

Sequence listed(const Model& model, const std::array<std::size_t, kTypes>& rows) {
    Sequence result;
    std::size_t type = 0;
    for_each_type(model, [&](const auto& array, std::size_t) {
        for (std::size_t c = 0; c < array.size(); c += rows[type]) {
            result[type].push_back({static_cast<int>(c), array.particles[c]});
        }
        ++type;
    });
    return result;
}

// ---------------------------------------------------------------------------------------------------------------------
// Renumbering

/// Breadth first from the fixed particles: neighbours in the mesh become neighbours in memory, and the order follows
/// the forces, which start where the body hangs (compare Cuthill and McKee, CM69). Incomplete if `stop` is requested.
std::vector<int> breadth_first(const Model& model, const Sequence& sequence, const StopToken& stop) {
    const std::size_t count = model.particle_count();
    const auto each_pair = [&](const auto& visit) {
        for (const auto& items : sequence) {
            if (stop.stop_requested()) {
                return;
            }
            for (const Item& item : items) {
                for (const int a : item.particles) {
                    for (const int b : item.particles) {
                        if (a != b) {
                            visit(a, b);
                        }
                    }
                }
            }
        }
    };
    std::vector<std::size_t> offset;
    std::vector<int> neighbour;
    group_by(count, offset, neighbour, [&](const auto& add) { each_pair([&](int a, int b) { add(index_of(a), b); }); });

    std::vector<int> result;
    if (stop.stop_requested()) {
        return result;
    }
    result.reserve(count);
    std::vector<bool> seen(count, false);
    const auto visit = [&](int p) {
        if (!seen[index_of(p)]) {
            seen[index_of(p)] = true;
            result.push_back(p);
        }
    };
    std::size_t done = 0;
    const auto spread = [&] {
        for (; done < result.size(); ++done) {
            const auto p = index_of(result[done]);
            for (std::size_t i = offset[p]; i < offset[p + 1]; ++i) {
                visit(neighbour[i]);
            }
        }
    };
    for (std::size_t i = 0; i < count; ++i) {
        if (model.mass[i] == 0) {
            visit(static_cast<int>(i));
        }
    }
    spread();
    for (std::size_t i = 0; i < count; ++i) { // parts of the body that are connected to no fixed particle
        visit(static_cast<int>(i));
        spread();
    }
    return result;
}

// ---------------------------------------------------------------------------------------------------------------------
// Bands

/// Particles per band, at least: 512 if there are two bands, 1024 if there are more, because each seam between bands
/// costs some convergence.
constexpr std::size_t kBandParticles = 1024;
constexpr std::size_t kHalfOfABody = 512;
constexpr std::size_t kMaxBands = 16;

/// Number of bands for a body of this many particles, renumbered breadth first.
std::size_t bands_of(std::size_t particles) {
    const std::size_t halves = std::min(particles / kHalfOfABody, std::size_t{2});
    return std::clamp(particles / kBandParticles, std::max(halves, std::size_t{1}), kMaxBands);
}

/// Number of bands for a lattice, in whole lines. Its kernels are so quick, and its seams so short, that small bands
/// pay. A band needs several lines: a constraint reaches two lines, and no particle may be in two seams.
std::size_t bands_of(const Lattice& lattice) {
    constexpr std::size_t kBandLines = 16;
    constexpr std::size_t kLatticeBandParticles = 512;
    return std::clamp(std::min(lattice.lines() / kBandLines, lattice.particles() / kLatticeBandParticles),
                      std::size_t{1}, kMaxBands);
}

/// Splits a sequence into phases for threads: constraints within one band, then constraints across the seam of two
/// neighbouring bands, then the remaining ones. The number of bands follows from the model, never from the number of
/// threads.
std::vector<std::vector<Sequence>> split(const Sequence& sequence, std::size_t particles, std::size_t bands,
                                         const auto& band_of) {
    if (bands == 1) {
        return {{sequence}};
    }
    std::vector<Sequence> inside(bands);
    std::vector<Sequence> seams(bands - 1);
    std::vector<Sequence> rest(1);
    std::vector<int> seam_of(particles, -1); // per particle: the seam that uses it, or -1
    for (std::size_t type = 0; type < kTypes; ++type) {
        for (const Item& item : sequence[type]) {
            std::size_t low = bands;
            std::size_t high = 0;
            for (const int p : item.particles) {
                low = std::min(low, band_of(p));
                high = std::max(high, band_of(p));
            }
            const auto fits = [&](int p) {
                return seam_of[index_of(p)] < 0 || seam_of[index_of(p)] == static_cast<int>(low);
            };
            if (low == high) {
                inside[low][type].push_back(item);
            } else if (high == low + 1 && std::all_of(item.particles.begin(), item.particles.end(), fits)) {
                seams[low][type].push_back(item);
                for (const int p : item.particles) {
                    seam_of[index_of(p)] = static_cast<int>(low);
                }
            } else {
                rest[0][type].push_back(item);
            }
        }
    }
    return {inside, seams, rest};
}

/// Sorts constraints by the mean place of their particles; equal means keep the listed order.
void sort_by_place(Sequence& sequence, const std::vector<int>& place) {
    for (auto& items : sequence) {
        std::stable_sort(items.begin(), items.end(), [&](const Item& a, const Item& b) {
            const auto sum = [&](const Item& item) {
                std::int64_t places = 0;
                for (const int p : item.particles) {
                    places += place[index_of(p)];
                }
                return places;
            };
            return sum(a) < sum(b);
        });
    }
}

/// Batches of the listed order. Empty if more than half of the lanes would stay empty; the caller then builds general
/// batches. That happens if edges are listed one after the other along a line, since each lane's piece of the line
/// then waits for the piece before it. (A full lattice batch takes half of the time of a general batch.)
std::vector<int> dealt_in_sequence(const Lattice& lattice, const Sequence& sequence) {
    std::vector<int> slots;
    for (const auto& items : sequence) { // constraints of one type
        if (!items.empty()) {
            lattice.deal_in_sequence(items, slots);
            if (slots.size() > 2 * items.size()) {
                slots.clear();
            }
        }
    }
    return slots;
}

/// Builds the order; if `stop` is requested, returns an incomplete one.
Order make_order(const Model& model, SweepOrder sweep, const StopToken& stop) {
    const std::array<std::size_t, kTypes> rows = rows_of_types(model);
    Sequence sequence = listed(model, rows);
    const bool backwards = sweep == SweepOrder::reversed;
    if (backwards) {
        for (auto& items : sequence) {
            std::reverse(items.begin(), items.end());
        }
    }
    Order order;
    const bool coloured = sweep == SweepOrder::coloured;
    std::optional<Lattice> lattice = Lattice::of(model);
    std::vector<int> in_lattice;
    if (lattice && !coloured) {
        in_lattice = dealt_in_sequence(*lattice, sequence);
        if (in_lattice.empty()) {
            lattice.reset();
        }
    }
    if (lattice) {
        order.blocks = lattice->particles_in_blocks();
        std::copy_if(order.blocks.begin(), order.blocks.end(), std::back_inserter(order.particles),
                     [](int p) { return p >= 0; });
    } else {
        order.particles = breadth_first(model, sequence, stop);
    }
    if (stop.stop_requested()) {
        return order;
    }

    const std::size_t count = model.particle_count();
    std::vector<std::vector<Sequence>> phases;
    if (!coloured) {
        phases = {{std::move(sequence)}};
    } else if (lattice) {
        const std::size_t bands = bands_of(*lattice);
        phases = split(sequence, count, bands, [&](int p) { return lattice->line(p) * bands / lattice->lines(); });
    } else {
        std::vector<int> place(count);
        for (std::size_t i = 0; i < count; ++i) {
            place[index_of(order.particles[i])] = static_cast<int>(i);
        }
        sort_by_place(sequence, place);
        const std::size_t bands = bands_of(count);
        phases = split(sequence, count, bands, [&](int p) { return index_of(place[index_of(p)]) * bands / count; });
    }

    WindowDealer window;
    SequenceDealer in_sequence;
    const auto deal = [&](const std::vector<Item>& items, std::size_t lanes, std::vector<int>& slots) {
        if (lattice && coloured) {
            lattice->deal(items, slots);
        } else if (lattice) {
            slots = std::move(in_lattice);
        } else {
            coloured ? window.deal(items, count, lanes, slots) : in_sequence.deal(items, count, lanes, slots);
        }
    };
    // The widest kernels take two batches at once. In 8-lane batches they would wait for the stores of the previous
    // pair, so 16-lane batches are used if they need few more lanes. Only for constraints of two particles: the kernels
    // of the other types are so long that the processor starts no next batch early.
    const auto fill = [&](const std::vector<Item>& items, Order::Run& run) {
        deal(items, kLanes, run.slots);
        if (!lattice && items.front().particles.size() == 2) {
            std::vector<int> wide;
            deal(items, kWidestPack, wide);
            run.is_wide = static_cast<double>(wide.size()) < kMaxWideLaneRatio * static_cast<double>(run.slots.size());
            if (run.is_wide) {
                run.slots = std::move(wide);
            }
        }
    };
    for (const std::vector<Sequence>& parts : phases) {
        Order::Phase phase;
        for (const Sequence& part : parts) {
            Order::Part runs;
            for (std::size_t i = 0; i < kTypes; ++i) {
                const std::size_t type = backwards ? kTypes - 1 - i : i;
                if (!part[type].empty() && !stop.stop_requested()) {
                    runs.push_back({type, rows[type], backwards, {}});
                    fill(part[type], runs.back());
                }
            }
            if (!runs.empty()) {
                phase.push_back(std::move(runs));
            }
        }
        if (!phase.empty()) {
            order.phases.push_back(std::move(phase));
        }
    }
    return order;
}

} // namespace

std::shared_ptr<const Order> order_of(const Model& model, SweepOrder sweep, const StopToken& stop) {
    // Several solvers share the order of one model; weak pointers, so that its last user frees it.
    static std::mutex mutex;
    static std::map<std::pair<std::uint64_t, SweepOrder>, std::weak_ptr<const Order>> known;
    const SweepOrder kind = sweep == SweepOrder::coloured || sweep == SweepOrder::reversed ? sweep : SweepOrder::listed;
    const std::lock_guard lock(mutex);
    std::erase_if(known, [](const auto& entry) { return entry.second.expired(); });
    std::weak_ptr<const Order>& entry = known[{model.identity, kind}];
    std::shared_ptr<const Order> order = entry.lock();
    if (!order) {
        if (stop.stop_requested()) {
            return nullptr;
        }
        Order made = make_order(model, kind, stop);
        if (stop.stop_requested()) {
            return nullptr;
        }
        order = std::make_shared<const Order>(std::move(made));
        entry = order;
    }
    return order;
}

} // namespace xpbd
