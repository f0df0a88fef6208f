#include "referee/game/adjudication/adjudication.hpp"

#include "referee/base/seed.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace referee {

std::string_view name(AdjudicationRule rule) noexcept {
    switch (rule) {
    case AdjudicationRule::Material:
        return "material";
    case AdjudicationRule::Resign:
        return "resign";
    case AdjudicationRule::Draw:
        return "draw";
    case AdjudicationRule::Fill:
        return "fill";
    case AdjudicationRule::MaxTurns:
        break;
    }
    return "max_turns";
}

std::optional<AdjudicationRule> adjudication_rule_named(std::string_view text) noexcept {
    const auto has_name = [text](AdjudicationRule rule) { return name(rule) == text; };
    const auto* const found = std::ranges::find_if(kAdjudicationRules, has_name);
    return found == kAdjudicationRules.end() ? std::nullopt : std::optional(*found);
}

bool Adjudication::has(AdjudicationRule rule) const noexcept {
    switch (rule) {
    case AdjudicationRule::Material:
        return material.has_value();
    case AdjudicationRule::Resign:
        return resign.has_value();
    case AdjudicationRule::Draw:
        return draw.has_value();
    case AdjudicationRule::Fill:
        return fill;
    case AdjudicationRule::MaxTurns:
        break;
    }
    return max_turns.has_value();
}

std::optional<std::string> problem_of(const Adjudication& rules, Game game,
                                      const PerPlayer<bool>& sends_scores) {
    if (rules.needs_scores()) {
        for (const Player player : kPlayers) {
            if (!sends_scores[player]) {
                return fmt::format("{} needs the scores of both agents, and agent {} sends none: only UAI "
                                   "engines do",
                                   name(rules.resign ? AdjudicationRule::Resign : AdjudicationRule::Draw),
                                   number(player));
            }
        }
    }
    const bool by_stones = rules.max_turns && rules.max_turns->by_stones;
    if (!counts_stones(game) && (rules.material || rules.fill || by_stones)) {
        return fmt::format("{} counts stones, and {} has none to count",
                           name(rules.material ? AdjudicationRule::Material
                                : rules.fill   ? AdjudicationRule::Fill
                                               : AdjudicationRule::MaxTurns),
                           name(game));
    }
    return std::nullopt;
}

bool is_verified(std::uint64_t run_seed, std::uint64_t game, double verify) noexcept {
    constexpr std::uint64_t kNoAgent = 2; // the seeds of the agents were those of 0 and 1
    constexpr int kBits = 53;             // of a double's fraction
    const std::uint64_t drawn = game_seed(run_seed, game, kNoAgent) >> (64 - kBits);
    return static_cast<double>(drawn) < verify * static_cast<double>(std::uint64_t{1} << kBits);
}

} // namespace referee
