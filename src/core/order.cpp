#include "core/order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <mutex>
#include <numeric>
#include <span>
#include <utility>

namespace xpbd {
namespace {

constexpr std::size_t kTypes = std::tuple_size_v<Constraints>;

/// A constraint, whatever its type.
struct Item {
    int index = 0; ///< within the Batch of its type
    std::span<const int> particles;
};
/// The constraints of a sequence, per type.
using Sequence = std::array<std::vector<Item>, kTypes>;

Sequence listed(const Model& model) {
    Sequence result;
    std::size_t type = 0;
    for_each_batch(model, [&](const auto& batch, std::size_t) {
        for (std::size_t c = 0; c < batch.size(); ++c) {
            result[type].push_back({static_cast<int>(c), batch.particles[c]});
        }
        ++type;
    });
    return result;
}

// ---------------------------------------------------------------------------------------------------------------------
// Batches

/// Appends batches until `batch` exists.
void reach(std::vector<int>& slots, std::size_t batch) {
    if (slots.size() < (batch + 1) * kLanes) {
        slots.resize((batch + 1) * kLanes, -1);
    }
}

/// Deals a sequence into batches so that constraints which share a particle keep their order.
class InOrder {
public:
    explicit InOrder(std::size_t particles) : ready_(particles, 0) {}

    std::vector<int> deal(const std::vector<Item>& items) {
        std::fill(ready_.begin(), ready_.end(), 0);
        std::vector<int> slots;
        std::vector<std::size_t> filled; // lanes of each batch
        std::vector<std::size_t> open;   // a full batch points to where to look on, an open one to itself
        const auto first_open = [&](std::size_t batch) {
            while (batch < open.size() && open[batch] != batch) {
                if (open[batch] < open.size()) {
                    open[batch] = open[open[batch]];
                }
                batch = open[batch];
            }
            return batch;
        };
        for (const Item& item : items) {
            std::size_t batch = 0;
            for (const int p : item.particles) {
                batch = std::max(batch, ready_[index_of(p)]);
            }
            batch = first_open(batch);
            while (batch >= filled.size()) {
                open.push_back(filled.size());
                filled.push_back(0);
            }
            reach(slots, batch);
            slots[batch * kLanes + filled[batch]++] = item.index;
            if (filled[batch] == kLanes) {
                open[batch] = batch + 1;
            }
            for (const int p : item.particles) {
                ready_[index_of(p)] = batch + 2; // not in the next one either
            }
        }
        return slots;
    }

private:
    std::vector<std::size_t> ready_; ///< first batch that may hold the particle again
};

/// Deals a sequence into batches, letting constraints overtake one another within a window of open batches. The window
/// is as small as still fills them: the closer to the sequence, the better its convergence is kept.
class InWindow {
public:
    explicit InWindow(std::size_t particles) : used_(particles) {}

    std::vector<int> deal(const std::vector<Item>& items) {
        std::fill(used_.begin(), used_.end(), Used{});
        std::vector<int> slots;
        std::array<std::size_t, kBits> filled{}; // of the open batches, as a ring
        std::uint64_t full = 0;                  // bit i: batch first + i has no lane left
        std::size_t first = 0;
        const auto close_first = [&] {
            filled[first % kBits] = 0;
            full >>= 1;
            ++first;
        };
        for (const Item& item : items) {
            std::uint64_t taken = full;
            for (const int p : item.particles) {
                const std::uint64_t at = recent(used_[index_of(p)], first);
                taken |= at | (at << 1) | (at >> 1);
                // A batch just before the window holds the particle: the first of the window may not.
                taken |= before(used_[index_of(p)], first) ? 1u : 0u;
            }
            auto place = static_cast<std::size_t>(std::countr_one(taken));
            while (place >= kWindow) {
                close_first();
                --place;
            }
            const std::size_t batch = first + place;
            reach(slots, batch);
            std::size_t& lanes = filled[batch % kBits];
            slots[batch * kLanes + lanes++] = item.index;
            full |= lanes == kLanes ? std::uint64_t{1} << place : 0;
            for (const int p : item.particles) {
                Used& used = used_[index_of(p)];
                used = {recent(used, first) | (std::uint64_t{1} << place), first, before(used, first)};
            }
            while ((full & 1) != 0) {
                close_first();
            }
        }
        return slots;
    }

private:
    static constexpr std::size_t kBits = 64;
    static constexpr std::size_t kWindow = 24;

    /// Where a particle stands, as a set of bits relative to batch `first`.
    struct Used {
        std::uint64_t batches = 0;
        std::size_t first = 0;
        bool just_before = false; ///< batch first - 1 holds it
    };
    static std::uint64_t recent(const Used& used, std::size_t first) {
        const std::size_t moved = first - used.first;
        return moved < kBits ? used.batches >> moved : 0;
    }
    static bool before(const Used& used, std::size_t first) {
        const std::size_t moved = first - used.first;
        if (moved == 0) {
            return used.just_before;
        }
        return moved <= kBits && ((used.batches >> (moved - 1)) & 1) != 0;
    }

    std::vector<Used> used_;
};

// ---------------------------------------------------------------------------------------------------------------------
// Renumbering

/// Breadth first from the fixed particles: neighbours in the mesh become neighbours in memory, and the order follows
/// the forces, which run from where the body hangs (compare Cuthill and McKee, 1969).
std::vector<int> breadth_first(const Model& model, const Sequence& sequence) {
    const std::size_t count = model.particle_count();
    std::vector<std::size_t> offset(count + 1, 0);
    const auto each_pair = [&](const auto& visit) {
        for (const auto& items : sequence) {
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
    std::vector<int> neighbour(offset.back());
    std::vector<std::size_t> next(offset.begin(), offset.end() - 1);
    each_pair([&](int a, int b) { neighbour[next[index_of(a)]++] = b; });

    std::vector<int> result;
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

/// Below this a part is not worth a thread.
constexpr std::size_t kBandParticles = 4096;
constexpr std::size_t kMaxBands = 16;

/// Splits a sequence among threads: bands of the renumbered particles, then the seams between neighbouring bands, then
/// what fits in neither. The number of bands follows from the model alone, never from the number of threads.
std::vector<std::vector<Sequence>> split(const Sequence& sequence, const std::vector<int>& place) {
    const std::size_t bands = std::clamp(place.size() / kBandParticles, std::size_t{1}, kMaxBands);
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

/// By the place of each constraint's first particle in memory; those that start together keep the listed order.
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

Order make_order(const Model& model, Sweep sweep) {
    Sequence sequence = listed(model);
    Order order;
    order.particles = breadth_first(model, sequence);
    const auto add_part = [](Order::Phase& phase, const Sequence& part, auto& dealer, bool backwards) {
        Order::Part runs;
        for (std::size_t i = 0; i < kTypes; ++i) {
            const std::size_t type = backwards ? kTypes - 1 - i : i;
            if (!part[type].empty()) {
                runs.push_back({type, dealer.deal(part[type])});
            }
        }
        if (!runs.empty()) {
            phase.push_back(std::move(runs));
        }
    };
    if (sweep == Sweep::coloured) {
        std::vector<int> place(order.particles.size());
        for (std::size_t i = 0; i < place.size(); ++i) {
            place[index_of(order.particles[i])] = static_cast<int>(i);
        }
        sort_by_place(sequence, place);
        InWindow dealer(model.particle_count());
        for (const std::vector<Sequence>& parts : split(sequence, place)) {
            Order::Phase phase;
            for (const Sequence& part : parts) {
                add_part(phase, part, dealer, false);
            }
            if (!phase.empty()) {
                order.phases.push_back(std::move(phase));
            }
        }
        return order;
    }
    const bool backwards = sweep == Sweep::reversed;
    if (backwards) {
        for (auto& items : sequence) {
            std::reverse(items.begin(), items.end());
        }
    }
    InOrder dealer(model.particle_count());
    order.phases.emplace_back();
    add_part(order.phases.back(), sequence, dealer, backwards);
    return order;
}

} // namespace

std::shared_ptr<const Order> order_of(const Model& model, Sweep sweep) {
    // Orders live as long as somebody uses them; their makers are solvers, several per model.
    static std::mutex mutex;
    static std::map<std::pair<std::uint64_t, Sweep>, std::weak_ptr<const Order>> known;
    const Sweep kind = sweep == Sweep::coloured || sweep == Sweep::reversed ? sweep : Sweep::listed;
    const std::lock_guard lock(mutex);
    std::erase_if(known, [](const auto& entry) { return entry.second.expired(); });
    std::weak_ptr<const Order>& entry = known[{model.identity, kind}];
    std::shared_ptr<const Order> order = entry.lock();
    if (!order) {
        order = std::make_shared<const Order>(make_order(model, kind));
        entry = order;
    }
    return order;
}

} // namespace xpbd
