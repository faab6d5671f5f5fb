#include "picture/looks/pane_colours.h"

#include "core/methods.h"
#include "render/colour/colour.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace xpbd::picture {
namespace {

/// Panes b to f, where an earlier pane has the method: lemon, aqua, rose, olive and petrol on dark; indigo, umber,
/// pine, ink and plum on light. Lighter, darker or duller than every method's colour, so that they also differ without
/// telling red from green.
constexpr std::array<glm::vec3, lab::kMaxPanes - 1> kOthersOnDark{{{0.93f, 1.00f, 0.64f},
                                                                   {0.45f, 0.87f, 0.87f},
                                                                   {1.00f, 0.89f, 0.99f},
                                                                   {0.36f, 0.55f, 0.02f},
                                                                   {0.02f, 0.545f, 0.635f}}};
constexpr std::array<glm::vec3, lab::kMaxPanes - 1> kOthersOnLight{{{0.13f, 0.02f, 0.43f},
                                                                    {0.30f, 0.17f, 0.08f},
                                                                    {0.00f, 0.36f, 0.28f},
                                                                    {0.02f, 0.01f, 0.02f},
                                                                    {0.39f, 0.00f, 0.35f}}};

constexpr float kDarkenedOnLight =
    0.16f; ///< of OKLab's lightness: saturated colours that a projector does not wash out
constexpr float kStep = 0.005f;
/// On the stage. The interface around it is darker, in both themes: on the light one it takes contrast away.
constexpr float kLeastOnDark = 3.15f;
constexpr float kLeastOnLight = 3.5f;

/// A method's colour is made for the dark theme; on the light one it is darker. It moves on where that is not enough.
glm::vec3 fit_to(render::Theme theme, const glm::vec3& colour) {
    const bool dark = theme == render::Theme::dark;
    const render::Backdrop& drop = dark ? render::kDarkBackdrop : render::kLightBackdrop;
    glm::vec3 lab = render::to_oklab(colour);
    lab.x -= dark ? 0.0f : kDarkenedOnLight;
    while (lab.x > 0 && lab.x < 1) {
        const glm::vec3 shown = render::from_oklab(lab);
        const auto clear = [&](const glm::vec3& back) {
            return render::contrast(shown, back) >= (dark ? kLeastOnDark : kLeastOnLight);
        };
        const auto behind = drop.all();
        if (std::all_of(behind.begin(), behind.end(), clear)) {
            break;
        }
        lab.x += dark ? kStep : -kStep;
    }
    return render::from_oklab(lab);
}

const glm::vec3& method_colour(int method, render::Theme theme) {
    static const auto all = [] {
        std::array<std::vector<glm::vec3>, 2> colours;
        for (const render::Theme which : {render::Theme::dark, render::Theme::light}) {
            for (const MethodInfo& row : methods()) {
                const glm::vec3 own(row.colour[0], row.colour[1], row.colour[2]);
                colours[static_cast<std::size_t>(which)].push_back(fit_to(which, own));
            }
        }
        return colours;
    }();
    return all[theme == render::Theme::dark ? 0 : 1][static_cast<std::size_t>(method)];
}

/// `method_of` gives the method of a pane.
template <class MethodOf>
glm::vec3 colour_at(int pane, render::Theme theme, const MethodOf& method_of) {
    for (int earlier = 0; earlier < pane; ++earlier) {
        if (method_of(earlier) == method_of(pane)) {
            const auto& others = theme == render::Theme::dark ? kOthersOnDark : kOthersOnLight;
            return others[static_cast<std::size_t>(pane - 1)];
        }
    }
    return method_colour(method_of(pane), theme);
}

} // namespace

glm::vec3 pane_colour(std::span<const Settings> panes, int pane, render::Theme theme) {
    return colour_at(pane, theme, [&](int i) { return static_cast<int>(panes[static_cast<std::size_t>(i)].method); });
}

glm::vec3 pane_colour(const lab::Snapshot& snapshot, int pane, render::Theme theme) {
    return colour_at(pane, theme, [&](int i) {
        return static_cast<int>(snapshot.panes[static_cast<std::size_t>(i)].settings.method);
    });
}

} // namespace xpbd::picture
