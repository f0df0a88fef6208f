#include "sprt/config/test_validation.hpp"

#include "referee/base/user_error.hpp"

#include <fmt/format.h>

#include <tuple>

namespace sprt {

std::optional<TestProblem> problem_of(const Hypotheses& test) {
    constexpr referee::RealRange kElos{-kMostElo, kMostElo};
    for (const auto& [key, value, range] :
         {std::tuple{"elo0", test.elo0, kElos}, std::tuple{"elo1", test.elo1, kElos},
          std::tuple{"alpha", test.alpha, kErrorRates}, std::tuple{"beta", test.beta, kErrorRates}}) {
        if (const auto problem = referee::problem_in(range, value)) {
            return TestProblem{{key}, *problem};
        }
    }
    if (test.elo0 >= test.elo1) {
        return TestProblem{{"elo0", "elo1"},
                           fmt::format("elo0 ({}) must be below elo1 ({})", test.elo0, test.elo1)};
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
