#include "cli/cli.h"

#include <cstdio>
#include <unistd.h>

namespace xpbd::cli {

ProgressBar::ProgressBar(std::string label, bool quiet)
    : label_(std::move(label)), visible_(!quiet && isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
    if (percent_ >= 0) {
        std::fprintf(stderr, "\r\033[K");
    }
}

void ProgressBar::show(double share) {
    const int percent = static_cast<int>(100 * share);
    if (!visible_ || percent == percent_) {
        return;
    }
    percent_ = percent;
    constexpr int kWidth = 40;
    const int filled = percent * kWidth / 100;
    std::fprintf(stderr, "\r%s [%s%s] %3d %%", label_.c_str(),
                 std::string(static_cast<std::size_t>(filled), '#').c_str(),
                 std::string(static_cast<std::size_t>(kWidth - filled), ' ').c_str(), percent);
}

} // namespace xpbd::cli
