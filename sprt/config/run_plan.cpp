#include "sprt/config/run_plan.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace sprt {

namespace {

CountingRules counting_of(const Config& config) {
    CountingRules rules{.test = {},
                        .repeats = repeat_rule_named(config.repeats.value()).value(),
                        .is_engine = {is_engine(config.agents[0]), is_engine(config.agents[1])}};
    const bool is_test = config.kind == RunKind::Test;
    if (is_test) {
        rules.test.emplace(model_named(config.model).value(), config.test);
    }
    if (const auto limit = is_test ? config.max_games : config.games) {
        rules.max_games = static_cast<std::uint64_t>(*limit);
    }
    if (config.kind == RunKind::Tune) {
        rules.tune = tune_rules_of(config);
        rules.max_games = 2 * rules.tune->all_pairs();
    }
    if (config.max_faults.most) {
        rules.max_faults = static_cast<std::uint64_t>(*config.max_faults.most);
    }
    return rules;
}

OpeningsSpec openings_of(const Config& config) {
    OpeningsSpec openings = parse_openings(config.openings);
    if (auto* const book = std::get_if<OpeningBook>(&openings)) {
        book->order = config.book_order == "sequential" ? BookOrder::Sequential : BookOrder::Random;
        book->first = static_cast<std::uint64_t>(config.book_start);
        book->checks = config.check_book;
        if (config.book_plies) {
            book->plies = static_cast<std::size_t>(*config.book_plies);
        }
    }
    return openings;
}

/// A line that is asked for stands in them.
PgnComments comments_of(const Config& config) {
    PgnComments comments = read_pgn_comments(config.pgn_comments);
    const bool has_line = std::ranges::find(comments.facts, MoveFact::Line) != comments.facts.end();
    if (!config.pgn_line.empty() && !has_line) {
        comments.facts.push_back(MoveFact::Line);
    }
    return comments;
}

/// Numbers agents that have the same name: `NAME (1)`, `NAME (2)`.
referee::PerPlayer<AgentConfig> told_apart(const std::vector<AgentConfig>& both) {
    referee::PerPlayer<AgentConfig> agents{both[0], both[1]};
    if (agents.agent1.name == agents.agent2.name) {
        for (const referee::Player player : referee::kPlayers) {
            agents[player].name += fmt::format(" ({})", number(player));
        }
    }
    return agents;
}

RemotePlan remote_plan_of(const Config& config) {
    const RemoteSettings& remote = config.remote;
    return {.via = remote.via.value_or(""),
            .send_agents = referee::named_in<SendAgents>(kSendAgentsWords, remote.send_agents).value(),
            .share = remote.share,
            .reference_speed =
                remote.time_scale == "speed" ? std::optional(remote.reference_speed) : std::nullopt,
            .spot_check = remote.spot_check,
            .wait = std::chrono::seconds(remote.wait)};
}

SharedPlan shared_plan_of(const Config& config) {
    return {.play = play_plan_of(config),
            .watch = watch_plan_of(config),
            .remote = remote_plan_of(config),
            .out = config.out};
}

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
    throw UserError("{}: no agent is named '{}'; the agents are {}", place, referee::to_printable(name),
                    known);
}

double elo_in(std::string_view text, std::string_view place) {
    double elo = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + (text.starts_with('+') ? 1 : 0), end, elo);
    if (error != std::errc() || rest != end || !(std::abs(elo) <= kMostAnchorElo)) {
        throw UserError("{}: '{}' is no Elo; it must be a number from {:.0f} to {:.0f}", place,
                        referee::to_printable(text), -kMostAnchorElo, kMostAnchorElo);
    }
    return elo;
}

Until until_named(const std::optional<std::string>& word) {
    return word == "separated" ? Until::Separated : word == "best" ? Until::Best : Until::Rounds;
}

} // namespace

SchedulePlan schedule_of(const Config& config) {
    SchedulePlan schedule;
    schedule.rules = referee::rules_of(config.play);
    schedule.openings = openings_of(config);
    schedule.openings_text = config.openings;
    schedule.seed = config.seed.value();
    schedule.limits = referee::game_limits(config.play);
    schedule.scales_time = config.remote.time_scale == "speed";
    return schedule;
}

PlayPlan play_plan_of(const Config& config) {
    referee::PlayRules rules = referee::play_rules(config.play);
    if (!config.pgn_line.empty()) {
        rules.kept.emplace(config.pgn_line);
    }
    return {.concurrency = static_cast<int>(config.concurrency.value_or(1)),
            .rules = std::move(rules),
            .has_check_game = !config.no_check};
}

WatchPlan watch_plan_of(const Config& config) {
    return {.report_every = static_cast<std::uint64_t>(config.report_every),
            .progress = config.progress == "on"    ? Progress::On
                        : config.progress == "off" ? Progress::Off
                                                   : Progress::Auto,
            .quiet = config.quiet,
            .summary_only = config.summary_only,
            .pgn = config.pgn,
            .pgn_comments = comments_of(config),
            .pgn_notation = notation_named(config.pgn_notation),
            .title = config.title,
            .site = config.site};
}

RunPlan plan_of(const Config& config) {
    RunPlan plan{shared_plan_of(config)};
    plan.agents = told_apart(config.agents);
    plan.counting = counting_of(config);
    SchedulePlan& schedule = plan.schedule = schedule_of(config);
    for (const referee::Player player : referee::kPlayers) {
        schedule.limits.time[player] = time_control(plan.agents[player], config.play);
        schedule.restart[player] = restart_of(plan.agents[player]);
        if (plan.counting.tune) { // a process has one set of values
            schedule.restart[player] = std::min(schedule.restart[player], referee::Restart::Pair);
        }
    }
    schedule.max_games = plan.counting.max_games;
    schedule.reuses_openings = plan.counting.repeats == RepeatRule::Count;
    if (config.max_time) {
        plan.max_time = parse_max_time(*config.max_time);
    }
    return plan;
}

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

TournamentPlan tournament_plan_of(const Config& config, const std::vector<AgentConfig>& later,
                                  std::vector<RoundStage> stages) {
    TournamentPlan plan{shared_plan_of(config)};
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
                     .repeats =
                         repeat_rule_named(config.repeats.value_or("")).value_or(RepeatRule::Collapse)};
    if (config.max_faults.most) {
        plan.counting.max_faults = static_cast<std::uint64_t>(*config.max_faults.most);
    }
    plan.schedule.base = schedule_of(config);
    plan.schedule.base.reuses_openings = plan.counting.repeats == RepeatRule::Count;
    plan.counting.has_one_opening = is_one_opening(plan.schedule.base.openings, plan.schedule.base.rules);
    for (const AgentConfig& agent : plan.agents) {
        plan.schedule.times.push_back(time_control(agent, config.play));
        plan.schedule.restarts.push_back(restart_of(agent));
    }
    if (config.anchor) {
        plan.anchor = read_anchor(*config.anchor, names_of(plan.agents), "anchor");
    }
    return plan;
}

} // namespace sprt
