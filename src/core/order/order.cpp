#include "core/order/order.h"

#include "core/order/batches.h"
#include "core/order/lattice.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace xpbd {
namespace {

constexpr std::size_t kTypes = std::tuple_size_v<Constraints>;

/// The constraints of a sequence, per type; Item::index is that within the array of the type.
using Sequence = std::array<std::vector<Item>, kTypes>;

Sequence listed(const Model& model) {
    Sequence result;
    std::size_t type = 0;
    for_each_type(model, [&](const auto& array, std::size_t) {
        for (std::size_t c = 0; c < array.size(); ++c) {
            result[type].push_back({static_cast<int>(c), array.particles[c]});
        }
        ++type;
    });
    return result;
}

// ---------------------------------------------------------------------------------------------------------------------
// Renumbering

/// Breadth first from the fixed particles: neighbours in the mesh become neighbours in memory, and the order follows
/// the forces, which run from where the body hangs (compare Cuthill and McKee, CM69). Incomplete where `stop` is
/// requested.
std::vector<int> breadth_first(const Model& model, const Sequence& sequence, const StopToken& stop) {
    const std::size_t count = model.particle_count();
    std::vector<std::size_t> offset(count + 1, 0);
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
    each_pair([&](int a, int) { ++offset[index_of(a) + 1]; });
    std::partial_sum(offset.begin(), offset.end(), offset.begin());
    if (stop.stop_requested()) {
        return {};
    }
    std::vector<int> neighbour(offset.back());
    std::vector<std::size_t> next(offset.begin(), offset.end() - 1);
    each_pair([&](int a, int b) { neighbour[next[index_of(a)]++] = b; });

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
    for (std::size_t i = 0; i < count; ++i) { // parts of the body that hang from nothing
        visit(static_cast<int>(i));
        spread();
    }
    return result;
}

// ---------------------------------------------------------------------------------------------------------------------
// Bands

/// Particles of a band. From two bands on they are larger: every seam between bands costs a little convergence.
constexpr std::size_t kBandParticles = 1024;
constexpr std::size_t kHalfOfABody = 512;
constexpr std::size_t kMaxBands = 16;

/// Splits a sequence among threads: bands of the renumbered particles, then the seams between neighbouring bands, then
/// what fits in neither. The number of bands follows from the model alone, never from the number of threads.
std::vector<std::vector<Sequence>> split(const Sequence& sequence, const std::vector<int>& place) {
    const std::size_t halves = std::min(place.size() / kHalfOfABody, std::size_t{2});
    const std::size_t bands = std::clamp(place.size() / kBandParticles, std::max(halves, std::size_t{1}), kMaxBands);
    if (bands == 1) {
        return {{sequence}};
    }
    const auto band_of = [&](int p) { return index_of(place[index_of(p)]) * bands / place.size(); };
    std::vector<Sequence> inside(bands);
    std::vector<Sequence> seams(bands - 1);
    std::vector<Sequence> rest(1);
    std::vector<int> seam_of(place.size(), -1); // which seam has the particle
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

/// The same for a lattice: bands of whole lines. A constraint reaches two lines, so that no particle is in two seams.
/// The lanes of a line are so quick that a thread is worth little work, and a seam so short that bands may be small.
std::vector<std::vector<Sequence>> split(const std::vector<Item>& items, const Lattice& lattice) {
    constexpr std::size_t kBandLines = 16;
    constexpr std::size_t kLatticeBandParticles = 512;
    const std::size_t bands = std::clamp(
        std::min(lattice.lines() / kBandLines, lattice.particles() / kLatticeBandParticles), std::size_t{1}, kMaxBands);
    std::vector<Sequence> inside(bands);
    std::vector<Sequence> seams(bands - 1);
    constexpr std::size_t distance = ConstraintTypes::place_of<Distance>;
    for (const Item& item : items) {
        const auto band = [&](int p) { return lattice.line(p) * bands / lattice.lines(); };
        const auto [low, high] = std::minmax({band(item.particles[0]), band(item.particles[1])});
        (low == high ? inside : seams)[low][distance].push_back(item);
    }
    return {inside, seams};
}

/// Sorts constraints by the smallest place of their particles; equal ones keep the listed order.
void sort_by_place(Sequence& sequence, const std::vector<int>& place) {
    for (auto& items : sequence) {
        std::stable_sort(items.begin(), items.end(), [&](const Item& a, const Item& b) {
            const auto first = [&](const Item& item) {
                int least = place[index_of(item.particles[0])];
                for (const int p : item.particles) {
                    least = std::min(least, place[index_of(p)]);
                }
                return least;
            };
            return first(a) < first(b);
        });
    }
}

/// The order of a lattice: coloured is line by line from where it is fixed.
Order order_along(const Lattice& lattice, const Sequence& sequence, SweepOrder sweep, const StopToken& stop) {
    constexpr std::size_t distance = ConstraintTypes::place_of<Distance>;
    const std::vector<Item>& items = sequence[distance];
    Order order;
    order.blocks.assign(lattice.places(), -1);
    const std::size_t count = lattice.particles();
    for (std::size_t p = 0; p < count; ++p) {
        order.blocks[lattice.place(static_cast<int>(p))] = static_cast<int>(p);
    }
    std::copy_if(order.blocks.begin(), order.blocks.end(), std::back_inserter(order.particles),
                 [](int p) { return p >= 0; });
    if (sweep != SweepOrder::coloured) {
        Order::Part& part = order.phases.emplace_back().emplace_back();
        lattice.deal_in_sequence(items, part.emplace_back(Order::Run{distance, {}}).slots);
        return order;
    }
    for (const std::vector<Sequence>& parts : split(items, lattice)) {
        Order::Phase phase;
        for (const Sequence& part : parts) {
            if (!part[distance].empty() && !stop.stop_requested()) {
                lattice.deal(part[distance], phase.emplace_back(Order::Part{{distance, {}}}).back().slots);
            }
        }
        if (!phase.empty()) {
            order.phases.push_back(std::move(phase));
        }
    }
    return order;
}

/// Returns early, with an incomplete order, where `stop` is requested.
Order make_order(const Model& model, SweepOrder sweep, const StopToken& stop) {
    Sequence sequence = listed(model);
    const bool backwards = sweep == SweepOrder::reversed;
    if (backwards) {
        for (auto& items : sequence) {
            std::reverse(items.begin(), items.end());
        }
    }
    if (const std::optional<Lattice> lattice = Lattice::of(model)) {
        return order_along(*lattice, sequence, sweep, stop);
    }
    Order order;
    order.particles = breadth_first(model, sequence, stop);
    if (stop.stop_requested()) {
        return order;
    }
    const auto add_part = [&](Order::Phase& phase, const Sequence& part, auto& dealer) {
        Order::Part runs;
        for (std::size_t i = 0; i < kTypes; ++i) {
            const std::size_t type = backwards ? kTypes - 1 - i : i;
            if (!part[type].empty() && !stop.stop_requested()) {
                runs.push_back({type, {}});
                dealer.deal(part[type], model.particle_count(), runs.back().slots);
            }
        }
        if (!runs.empty()) {
            phase.push_back(std::move(runs));
        }
    };
    if (sweep == SweepOrder::coloured) {
        std::vector<int> place(order.particles.size());
        for (std::size_t i = 0; i < place.size(); ++i) {
            place[index_of(order.particles[i])] = static_cast<int>(i);
        }
        sort_by_place(sequence, place);
        if (stop.stop_requested()) {
            return order;
        }
        WindowDealer dealer;
        for (const std::vector<Sequence>& parts : split(sequence, place)) {
            Order::Phase phase;
            for (const Sequence& part : parts) {
                add_part(phase, part, dealer);
            }
            if (!phase.empty()) {
                order.phases.push_back(std::move(phase));
            }
        }
        return order;
    }
    SequenceDealer dealer;
    order.phases.emplace_back();
    add_part(order.phases.back(), sequence, dealer);
    return order;
}

} // namespace

std::shared_ptr<const Order> order_of(const Model& model, SweepOrder sweep, const StopToken& stop) {
    // Several solvers share the order of one model. It is freed with its last user.
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
