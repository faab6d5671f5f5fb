// The progress bar of long commands.
#include "cli/cli.h"

#include "system/standard_streams.h"

#include <cstdio>

namespace xpbd::cli {

ProgressBar::ProgressBar(std::string label, bool quiet)
    : label_(std::move(label)), visible_(!quiet && system::user_sees_terminal()) {}

ProgressBar::~ProgressBar() {
    if (percent_ >= 0) {
        system::write_to_user(system::kClearLine);
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
    char number[8];
    std::snprintf(number, sizeof(number), "%3d %%", percent);
    system::write_to_user("\r" + label_ + " [" + std::string(static_cast<std::size_t>(filled), '#') +
                          std::string(static_cast<std::size_t>(kWidth - filled), ' ') + "] " + number);
}

} // namespace xpbd::cli
