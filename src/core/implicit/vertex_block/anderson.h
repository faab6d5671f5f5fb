#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace xpbd {

/// Anderson's acceleration of a fixed-point iteration u <- G(u) (A65; its least squares in WN11, section 2). With
/// f = G(u) - u, the next point is
///
///     u <- G(u) - sum_j gamma_j dG_j,   gamma minimises |f - sum_j gamma_j df_j|
///
/// where df_j and dG_j are the differences between successive points, kWindow of them at most. On a linear iteration it
/// is a form of GMRES. If the next |f| is more than kMostGrowth times the last one, the point is rejected: the
/// iteration continues at the G(u) from which it was made, without a history.
class AndersonMixing {
public:
    static constexpr int kWindow = 5;

    /// Starts at a point, without a history.
    void begin(const std::vector<double>& point);
    /// @param value G(u) of the current point u; becomes the next point. All its entries have one unit, in which |f| is
    /// measured. Returns false if the next point is the G(u) that was passed.
    bool next(std::vector<double>& value);

private:
    struct Difference {
        std::vector<double> residual; ///< df
        std::vector<double> value;    ///< dG
    };
    using Row = std::array<double, kWindow>;

    /// Place in the ring of a difference; the newest has age 0.
    std::size_t place_of(int age) const { return static_cast<std::size_t>((newest_ - age + kWindow) % kWindow); }
    void add_difference(const std::vector<double>& residual, const std::vector<double>& value);
    Row least_squares(const std::vector<double>& residual) const;

    std::vector<double> point_;                      ///< u
    std::vector<double> last_residual_, last_value_; ///< f and G(u) of the point before; empty without one
    double last_size_ = 0;                           ///< |f|^2 of the point before
    bool is_mixed_ = false;                          ///< u is not a G(u)
    std::array<Difference, kWindow> differences_;    ///< a ring
    std::array<Row, kWindow> products_{};            ///< df_i df_j
    int newest_ = -1;                                ///< place of the newest difference
    int count_ = 0;                                  ///< differences in the ring
};

} // namespace xpbd
