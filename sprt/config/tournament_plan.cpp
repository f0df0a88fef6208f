#include "sprt/config/tournament_plan.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/settings/time_control.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace sprt {
namespace {

using referee::UserError;

std::optional<std::size_t> position_of(std::string_view name, std::span<const std::string> names) {
    const auto found = std::ranges::find(names, name);
    return found != names.end() ? std::optional(static_cast<std::size_t>(found - names.begin()))
                                : std::nullopt;
}

[[noreturn]] void fail_unknown(std::string_view name, std::span<const std::string> names,
                               std::string_view place) {
    std::string known;
    for (const std::string& one : names) {
        known += (known.empty() ? "" : ", ") + referee::to_printable(one);
    }
    throw UserError(fmt::format("{}: no agent is named '{}'; the agents are {}", place,
                                referee::to_printable(name), known));
}

double elo_in(std::string_view text, std::string_view place) {
    double elo = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + (text.starts_with('+') ? 1 : 0), end, elo);
    if (error != std::errc() || rest != end || !(std::abs(elo) <= kMostAnchorElo)) {
        throw UserError(fmt::format("{}: '{}' is no Elo; it must be a number from {:.0f} to {:.0f}", place,
                                    referee::to_printable(text), -kMostAnchorElo, kMostAnchorElo));
    }
    return elo;
}

} // namespace

std::size_t find_agent(std::string_view text, std::span<const std::string> names, std::string_view place) {
    if (const auto agent = position_of(text, names)) {
        return *agent;
    }
    fail_unknown(text, names, place);
}

Anchor read_anchor(std::string_view text, std::span<const std::string> names, std::string_view place) {
    if (const auto agent = position_of(text, names)) {
        return {.agent = *agent};
    }
    const std::size_t sign = text.rfind('=');
    const auto agent =
        sign != std::string_view::npos ? position_of(text.substr(0, sign), names) : std::nullopt;
    if (!agent) {
        fail_unknown(text.substr(0, sign), names, place);
    }
    return {.agent = *agent, .elo = elo_in(text.substr(sign + 1), place)};
}

std::optional<std::size_t> first_alike(const std::vector<std::string>& names) {
    std::set<std::string> seen;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::string name = names[i];
        constexpr std::string_view kWideBlank = "\u00A0";
        for (std::size_t at = name.find(kWideBlank); at != std::string::npos; at = name.find(kWideBlank)) {
            name.replace(at, kWideBlank.size(), " ");
        }
        const std::size_t first = name.find_first_not_of(" \t");
        const std::size_t last = name.find_last_not_of(" \t");
        if (!seen.insert(first == std::string::npos ? "" : name.substr(first, last - first + 1)).second) {
            return i;
        }
    }
    return std::nullopt;
}

namespace {

Until until_named(const std::optional<std::string>& word) {
    return word == "separated" ? Until::Separated : word == "best" ? Until::Best : Until::Rounds;
}

} // namespace

TournamentPlan plan_of(const TournamentConfig& config, const std::vector<AgentConfig>& later,
                       std::vector<RoundStage> stages) {
    const Config& run = config.run;
    TournamentPlan plan;
    plan.agents = config.agents;
    plan.agents.insert(plan.agents.end(), later.begin(), later.end());
    if (stages.empty()) {
        RoundStage all{.game = 0,
                       .agents = std::vector<std::size_t>(plan.agents.size()),
                       .rounds = static_cast<std::uint64_t>(config.rounds)};
        std::iota(all.agents.begin(), all.agents.end(), std::size_t{0});
        stages.push_back(std::move(all));
    }
    plan.counting = {.rules = {.format = format_named(config.format).value(),
                               .reach = reach_of(config),
                               .stages = std::move(stages)},
                     .agents = plan.agents.size(),
                     .max_faults = {},
                     .until = until_named(config.until),
                     .error = config.error,
                     .has_one_opening = run.openings == "start"};
    if (run.max_faults.most) {
        plan.counting.max_faults = static_cast<std::uint64_t>(*run.max_faults.most);
    }
    plan.schedule.base = schedule_of(run);
    for (const AgentConfig& agent : plan.agents) {
        plan.schedule.times.push_back(time_control(agent, run.play));
        plan.schedule.restarts.push_back(restart_of(agent));
    }
    if (config.anchor) {
        plan.anchor = read_anchor(*config.anchor, names_of(plan.agents), "anchor");
    }
    plan.play = play_plan_of(run);
    plan.watch = watch_plan_of(run);
    plan.remote = remote_plan_of(run);
    plan.out = run.out;
    return plan;
}

} // namespace sprt
