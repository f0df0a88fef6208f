#include "sprt/config/test_validation.hpp"

#include "referee/base/user_error.hpp"
#include "referee/game/settings/setting.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace sprt {
std::optional<TestProblem> problem_of(const Hypotheses& test) {
    for (const auto& [key, value] : {std::pair{"elo0", test.elo0}, std::pair{"elo1", test.elo1}}) {
        if (!(std::abs(value) <= kMostElo)) {
            return TestProblem{
                {key},
                fmt::format("{} is out of range; it must be from {} to {}", value, -kMostElo, kMostElo)};
        }
    }
    if (test.elo0 >= test.elo1) {
        return TestProblem{{"elo0", "elo1"},
                           fmt::format("elo0 ({}) must be below elo1 ({})", test.elo0, test.elo1)};
    }
    for (const auto& [key, value] : {std::pair{"alpha", test.alpha}, std::pair{"beta", test.beta}}) {
        if (!(value > 0 && value < 1)) {
            return TestProblem{{key},
                               fmt::format("{} is out of range; it must be above 0 and below 1", value)};
        }
    }
    if (test.alpha + test.beta >= 1) {
        return TestProblem{
            {"alpha", "beta"},
            fmt::format("alpha ({}) and beta ({}) must be below 1 together", test.alpha, test.beta)};
    }
    return std::nullopt;
}

Model read_model(std::string_view text, std::string_view place) {
    if (const auto model = model_named(text)) {
        return *model;
    }
    referee::Words words;
    for (const Model model : kModels) {
        words.push_back(name(model));
    }
    throw referee::UserError(fmt::format("{}: {}", place, referee::problem_among(words, text).value()));
}

} // namespace sprt
