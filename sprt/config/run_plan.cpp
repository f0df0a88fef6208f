#include "sprt/config/run_plan.hpp"

#include "referee/game/settings/time_control.hpp"
#include "sprt/config/tune_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace sprt {
namespace {

CountingRules counting_of(const Config& config) {
    CountingRules rules{.test = {},
                        .repeats = repeat_rule_named(config.repeats.value()).value(),
                        .is_engine = {is_engine(config.agents.agent1), is_engine(config.agents.agent2)}};
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

Progress progress_named(const std::string& word) {
    return word == "on" ? Progress::On : word == "off" ? Progress::Off : Progress::Auto;
}

/// Numbers agents that have the same name: `NAME (1)`, `NAME (2)`.
referee::PerPlayer<AgentConfig> told_apart(referee::PerPlayer<AgentConfig> agents) {
    if (agents.agent1.name == agents.agent2.name) {
        for (const referee::Player player : referee::kPlayers) {
            agents[player].name += fmt::format(" ({})", number(player));
        }
    }
    return agents;
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
    return {.concurrency = static_cast<int>(config.concurrency.value()),
            .rules = std::move(rules),
            .has_check_game = !config.no_check};
}

WatchPlan watch_plan_of(const Config& config) {
    return {.report_every = static_cast<std::uint64_t>(config.report_every),
            .progress = progress_named(config.progress),
            .quiet = config.quiet,
            .summary_only = config.summary_only,
            .pgn = config.pgn,
            .pgn_comments = comments_of(config),
            .pgn_notation = notation_named(config.pgn_notation),
            .site = config.site};
}

RemotePlan remote_plan_of(const Config& config) {
    const RemoteSettings& remote = config.remote;
    return {.via = remote.via.value_or(""),
            .send_agents = remote.send_agents == "always"  ? SendAgents::Always
                           : remote.send_agents == "never" ? SendAgents::Never
                                                           : SendAgents::Auto,
            .share = remote.share,
            .reference_speed =
                remote.time_scale == "speed" ? std::optional(remote.reference_speed) : std::nullopt,
            .spot_check = remote.spot_check,
            .wait = std::chrono::seconds(remote.wait)};
}

RunPlan plan_of(const Config& config) {
    const CountingRules counting = counting_of(config);
    SchedulePlan schedule = schedule_of(config);
    for (const referee::Player player : referee::kPlayers) {
        schedule.limits.time[player] = time_control(config.agents[player], config.play);
    }
    schedule.restart = {restart_of(config.agents.agent1), restart_of(config.agents.agent2)};
    if (counting.tune) { // a process has one set of values
        for (const referee::Player player : referee::kPlayers) {
            schedule.restart[player] = std::min(schedule.restart[player], referee::Restart::Pair);
        }
    }
    schedule.max_games = counting.max_games;
    schedule.reuses_openings = counting.repeats == RepeatRule::Count;
    return {.agents = told_apart(config.agents),
            .counting = counting,
            .schedule = schedule,
            .play = play_plan_of(config),
            .watch = watch_plan_of(config),
            .out = config.out,
            .remote = remote_plan_of(config),
            .max_time = config.max_time ? std::optional(parse_max_time(*config.max_time)) : std::nullopt};
}

} // namespace sprt
