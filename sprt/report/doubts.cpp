#include "referee/base/text.hpp"
#include "referee/talk/clock.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/schedule/openings.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/stats/model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <optional>
#include <variant>

namespace sprt {
namespace {

using referee::Player;
using Found = std::vector<Doubt>;
using Numbers = std::vector<DoubtNumber>;

bool has_verdict(const RunSnapshot& run) {
    return run.state.verdict() != Verdict::Continue;
}

/// `rests`: what the verdict does. `otherwise`: what would be without.
Doubt of_verdict(const std::string& rests, const std::string& otherwise, Numbers numbers) {
    return {
        .text = fmt::format("the verdict {}: {}", rests, otherwise),
        .numbers = std::move(numbers),
        .rests = rests,
    };
}

/// A verdict for the only agent that did a thing decides nothing: the agent may have chosen that. `amount`:
/// how much of it each did, above 1 enough; the other did less than half. `rests`: see of_verdict(); `chose`:
/// what the winner alone did.
void add_rests_on_choice(const RunSnapshot& run, const referee::PerPlayer<double>& amount,
                         const std::string& rests, std::string_view chose, Found& found) {
    const Player winner = run.state.verdict() == Verdict::H1 ? Player::Agent1 : Player::Agent2;
    if (has_verdict(run) && amount[winner] > 1 && 2 * amount[other(winner)] < amount[winner]) {
        found.push_back(of_verdict(rests, fmt::format("agent {} alone {}.", number(winner), chose),
                                   {{"agent", number(winner)}}));
    }
}

constexpr double kAny = 2; ///< the amount of what is done or not

// ---- Conditions

/// A limit with what to_string() leaves out, where it is not that of `other`.
std::string limit_text(const referee::TimeControl& limit, const referee::TimeControl& other) {
    std::string text = to_string(limit);
    const auto add = [&](std::string_view what, std::chrono::nanoseconds time) {
        text += fmt::format(" ({} {} ms)", what, referee::shown_ms(time).count());
    };
    if (limit.kind == other.kind && limit.margin != other.margin) {
        add("margin", limit.margin);
    }
    if (limit.kind == other.kind && !limit.has_time() && limit.turn != other.turn) {
        add("turn", limit.turn);
    }
    return text;
}

void find_unequal_limits(const RunSnapshot& run, Found& found) {
    const auto& [one, two] = run.plan.schedule.limits.time;
    if (one == two) {
        return;
    }
    const bool are_for_game = one.kind == referee::LimitKind::Game && two.kind == referee::LimitKind::Game;
    found.push_back({.text = fmt::format("the agents had unequal {}: agent 1 {}, agent 2 {}.",
                                         are_for_game ? "time for a game" : "limits", limit_text(one, two),
                                         limit_text(two, one))});
    const auto ms = [](const referee::TimeControl& limit) {
        return std::chrono::duration<double, std::milli>(limit.time).count();
    };
    if (one.has_time() && two.has_time()) {
        found.back().numbers = {{"agent1_ms", ms(one)}, {"agent2_ms", ms(two)}};
    }
}

void find_too_few_cores(const RunSnapshot& run, Found& found) {
    const int cores = run.plan.play.rules.placement.threads_per_agent;
    for (const Player player : referee::kPlayers) {
        const int threads = run.state.conduct.effort[player].threads;
        if (threads > cores) {
            found.push_back({.text = referee::too_few_cores_text(fmt::format("agent {}", number(player)),
                                                                 threads, cores) +
                                     ".",
                             .numbers = {{"agent", number(player)}, {"threads", threads}, {"cores", cores}}});
        }
    }
}

/// Engines that search far beyond their limit of nodes or depth, which they do not know, or hide how far.
/// Some look at the nodes seldom, and some count one ply more.
void find_ignored_limits(const RunSnapshot& run, Found& found) {
    constexpr double kMostNodesBeyond = 10'000;
    const auto says_nodes = [&](Player player) {
        const Effort& effort = run.state.conduct.effort[player];
        return 2 * effort.nodes.count > effort.moves;
    };
    referee::PerPlayer<double> is_beyond{};
    for (const Player player : referee::kPlayers) {
        const auto& [nodes, depth] = run.plan.schedule.limits.time[player].search;
        const Effort& effort = run.state.conduct.effort[player];
        const auto add = [&](std::string_view what, std::int64_t limit, double mean) {
            is_beyond[player] = kAny;
            found.push_back({.text = fmt::format("agent {} ignored its limit: {:.0f} {} a move, not {}.",
                                                 number(player), mean, what, limit),
                             .numbers = {{"agent", number(player)}, {"limit", limit}, {"mean", mean}}});
        };
        const double most_nodes = 2 * static_cast<double>(nodes) + kMostNodesBeyond;
        if (nodes > 0 && effort.nodes.mean() > most_nodes) {
            add("nodes", nodes, effort.nodes.mean());
        }
        if (nodes > 0 && effort.moves > 0 && !says_nodes(player) && says_nodes(other(player))) {
            is_beyond[player] = kAny;
            found.push_back(
                {.text = fmt::format("agent {} does not say its nodes: whether it held its limit of {} "
                                     "is not known.",
                                     number(player), nodes),
                 .numbers = {{"agent", number(player)}, {"limit", nodes}}});
        }
        if (depth > 0 && effort.depth.mean() > static_cast<double>(depth + 1)) {
            add("plies", depth, effort.depth.mean());
        }
    }
    add_rests_on_choice(run, is_beyond, "rests on a limit that was not held",
                        "searched beyond it, or hid how far", found);
}

/// Engines that are given the same time for each move and use their cores for different times. Some subtract
/// a margin, some seldom look at the clock, some have threads. A difference that is small
/// beside the time of a move is chance.
void find_unequal_work(const RunSnapshot& run, Found& found) {
    constexpr double kMostRatio = 1.2;
    constexpr double kPartOfTime = 0.1;
    find_ignored_limits(run, found);
    const auto& [one, two] = run.plan.schedule.limits.time;
    const auto& is_engine = run.plan.counting.is_engine;
    const auto& [first, second] = run.state.conduct.effort;
    const auto first_ms = first.processor_ms_a_move();
    const auto second_ms = second.processor_ms_a_move();
    if (!is_engine.agent1 || !is_engine.agent2 || one.kind != referee::LimitKind::Move || one != two ||
        !first_ms || !second_ms) {
        return;
    }
    const auto [least, most] = std::minmax(*first_ms, *second_ms);
    const double time_ms = std::chrono::duration<double, std::milli>(one.time).count();
    if (most <= kMostRatio * least || most - least <= kPartOfTime * time_ms) {
        return;
    }
    found.push_back({.text = fmt::format("the engines used their cores unequally in the same time for a "
                                         "move: agent 1 {:.2f} ms a move, agent 2 {:.2f} ms.",
                                         *first_ms, *second_ms),
                     .numbers = {{"agent1_ms", *first_ms}, {"agent2_ms", *second_ms}}});
}

/// An engine may think about a position before it says that it has read it, and an agent about an opening
/// that it knows before it is ready: no clock runs then.
void find_uncharged_pings(const RunSnapshot& run, Found& found) {
    constexpr double kPartOfTime = 0.1;
    constexpr double kPartThatDecides = 0.02; // worth about 2 Elo
    constexpr std::chrono::nanoseconds kLeast =
        std::chrono::milliseconds(1); // a busy machine takes less on the average
    // A process that knows a game's opening may free its memory at the end of that game.
    const std::chrono::nanoseconds least_of_game =
        std::chrono::milliseconds(100) + run.plan.play.rules.finish_wait;
    /// Of `time` in so many moves or games; above 1 it is beyond the least of each and this part of what was
    /// charged.
    const auto amount_of = [](std::chrono::nanoseconds time, std::uint64_t count,
                              std::chrono::nanoseconds least, std::chrono::nanoseconds charged, double part) {
        const double most = std::max(static_cast<double>(count) * static_cast<double>(least.count()),
                                     part * static_cast<double>(charged.count()));
        return count > 0 ? static_cast<double>(time.count()) / most : 0;
    };
    const auto mean_ms = [](std::chrono::nanoseconds time, std::uint64_t count) {
        return static_cast<double>(time.count()) / 1e6 / static_cast<double>(count);
    };
    referee::PerPlayer<double> amount{};
    for (const Player player : referee::kPlayers) {
        const Effort& effort = run.state.conduct.effort[player];
        const double of_pings = amount_of(effort.pings, effort.moves, kLeast, effort.time, kPartOfTime);
        if (of_pings > 1) {
            const double ms = mean_ms(effort.pings, effort.moves);
            found.push_back({.text = fmt::format("agent {} took {:.1f} ms before each move to say readyok, "
                                                 "which is not charged; ping=off charges it.",
                                                 number(player), ms),
                             .numbers = {{"agent", number(player)}, {"ms", ms}}});
        }
        const double of_games =
            amount_of(effort.uncharged, effort.known_games, least_of_game, effort.known_time, kPartOfTime);
        if (of_games > 1) {
            const double ms = mean_ms(effort.uncharged, effort.known_games);
            found.push_back(
                {.text = fmt::format("agent {} worked {:.0f} ms before or after its turns in games whose "
                                     "opening it knew, which is not charged; restart=game prevents it.",
                                     number(player), ms),
                 .numbers = {{"agent", number(player)}, {"ms", ms}}});
        }
        amount[player] =
            std::max(amount_of(effort.pings, effort.moves, kLeast, effort.time, kPartThatDecides), of_games);
    }
    add_rests_on_choice(run, amount, "rests on uncharged time", "thought when no clock ran", found);
}

// ---- What runs of two agents and tournaments have

struct Seen {
    struct Agent {
        std::string name;        ///< `agent 1`, `agent NAME` of a tournament
        std::size_t number;      ///< from 1; of a tournament its position in the list, from 0
        std::string rival;       ///< `agent 2`, `a rival of agent NAME`
        std::string_view rivals; ///< of its rival: `the other one's`, `a rival's`
        AgentState state;
    };
    std::vector<Agent> agents;
    std::vector<PairingResults> apart{}; ///< pairings of agents that play on which tampering ended
    const referee::MachineReport& machine;
    const std::vector<std::string>& changes;
    bool has_table = false; ///< that shows faults and time losses
    bool is_judged = false; ///< by a gate, which has a verdict
};

void find_processes_left(const Seen& run, Found& found) {
    for (const Seen::Agent& agent : run.agents) {
        if (!agent.state.given_up.empty()) {
            found.push_back(
                {.text =
                     fmt::format("processes of {} could not be ended and may have slowed later games: {}.",
                                 agent.name, fmt::join(agent.state.given_up, ", ")),
                 .numbers = {{"agent", agent.number}, {"processes", agent.state.given_up.size()}}});
        }
    }
}

void find_no_sandbox(const Seen& run, Found& found) {
    for (const Seen::Agent& agent : run.agents) {
        if (!agent.state.lacks_sandbox.empty()) {
            found.push_back({.text = fmt::format("{} played without a sandbox: {}.", agent.name,
                                                 referee::to_printable(agent.state.lacks_sandbox)),
                             .numbers = {{"agent", agent.number}},
                             .holds_paths = true});
        }
    }
}

void find_changed(const Seen& run, Found& found) {
    for (const std::string& change : run.changes) {
        found.push_back({.text = change + ".", .holds_paths = true});
    }
    if (!found.empty() && run.is_judged) {
        found.push_back(of_verdict("rests on games under changed conditions",
                                   "a gate answers for one build and for all its games.", {}));
    }
}

void find_faults(const Seen& run, Found& found) {
    for (const Seen::Agent& agent : run.agents) {
        if (run.has_table ? agent.state.disputed > 0 : agent.state.faults + agent.state.time_losses > 0) {
            found.push_back({.text = fmt::format("{} had {} and {}, {} of them disputed.", agent.name,
                                                 referee::counted(agent.state.faults, "fault"),
                                                 referee::counted(agent.state.time_losses, "time loss"),
                                                 agent.state.disputed),
                             .numbers = {{"agent", agent.number},
                                         {"faults", agent.state.faults},
                                         {"time_losses", agent.state.time_losses},
                                         {"disputed", agent.state.disputed}}});
        }
    }
}

void find_interference(const Seen& run, Found& found) {
    for (const Seen::Agent& agent : run.agents) {
        if (agent.state.interfered > 0) {
            found.push_back(
                {.text = fmt::format("{} worked while {} clock ran, in {}.", agent.name, agent.rivals,
                                     referee::counted(agent.state.interfered, "game")),
                 .numbers = {{"agent", agent.number}, {"games", agent.state.interfered}}});
        }
    }
}

void find_overloaded(const Seen& run, Found& found) {
    if (run.machine.is_overloaded()) {
        found.push_back({.text = fmt::format("the machine was overloaded: agents waited for a core in {:.1f} "
                                             "% of their time; play fewer games at once.",
                                             run.machine.delay_percent()),
                         .numbers = {{"percent", run.machine.delay_percent()}}});
    }
}

// Attempts at games that were not scored, because an agent, the referee or the machine stood still.

void add_attempts(int attempts, const std::string& why, Found& found, Numbers numbers = {}) {
    if (attempts > 0) {
        numbers.emplace_back("attempts", attempts);
        found.push_back(
            {.text = fmt::format("{} not scored, because {}.",
                                 referee::counted(static_cast<std::uint64_t>(attempts), "attempt"), why),
             .numbers = std::move(numbers)});
    }
}

void find_tampering(const Seen& run, Found& found) {
    for (const Seen::Agent& agent : run.agents) {
        add_attempts(agent.state.tampering,
                     fmt::format("{} was stopped or traced, which {} can do without a sandbox", agent.rival,
                                 agent.name),
                     found, {{"agent", agent.number}});
    }
    for (const PairingResults& pairing : run.apart) {
        found.push_back(
            {.text = fmt::format("{} and {} play no more with each other: one of them was stopped "
                                 "or traced, and who did that cannot be told.",
                                 run.agents[pairing.a].name, run.agents[pairing.b].name),
             .numbers = {{"agent", pairing.a}, {"rival", pairing.b}}});
    }
}

void find_referee_stopped(const Seen& run, Found& found) {
    add_attempts(run.machine.disturbances().referee_stopped, "the referee was stopped while a clock ran",
                 found);
}

void find_machine_suspended(const Seen& run, Found& found) {
    add_attempts(run.machine.disturbances().machine_suspended, "the machine was suspended", found);
}

void find_starved_starts(const Seen& run, Found& found) {
    add_attempts(run.machine.disturbances().machine_overloaded,
                 "neither agent got a core to be ready in time", found);
}

void find_out_of_memory(const Seen& run, Found& found) {
    add_attempts(run.machine.disturbances().out_of_memory,
                 "the kernel ended an agent for want of memory that it shares with others", found);
}

// ---- Pairs that depend on one another

/// Whether the p of a correlation, which takes it for normal, can be trusted. When nearly all pairs score the
/// same, two of the others that chance puts side by side already make a high correlation. Its excess kurtosis
/// is about k^2 / pairs for scores of kurtosis k.
bool is_about_normal(const Ptnml& pairs) noexcept {
    constexpr double kMostKurtosis = 0.2;
    const Moments seen = moments(weights(pairs));
    return seen.fourth * seen.fourth <= kMostKurtosis * seen.units * std::pow(seen.variance, 4);
}

void add_drift(const RunSnapshot& run, const std::optional<Correlation>& seen, std::string_view what,
               Found& found) {
    const Standing& standing = run.state.standing;
    // Copies that count make pairs depend on one another, whatever the agents and the machine do.
    const bool counts_copies =
        run.plan.counting.repeats == RepeatRule::Count && standing.distinct_pairs < standing.whole_pairs;
    if (seen && seen->p < kDriftWarning && !counts_copies && is_about_normal(standing.pairs)) {
        const std::uint64_t pairs = standing.drift.pairs;
        found.push_back({.text = fmt::format(
                             "{} (correlation {:.2f} over {} pairs, p = {:.1e}): agents that learn between "
                             "games do so, and a machine that changes; the test takes pairs for independent.",
                             what, seen->r, pairs, seen->p),
                         .numbers = {{"r", seen->r}, {"p", seen->p}, {"pairs", pairs}}});
    }
}

void find_pairs_correlated(const RunSnapshot& run, Found& found) {
    const auto& seen = run.state.standing.drift.lag_one;
    add_drift(run, seen,
              seen && seen->r > 0 ? "pairs resemble the pair before them"
                                  : "pairs are unlike the pair before them",
              found);
}

void find_score_drifts(const RunSnapshot& run, Found& found) {
    add_drift(run, run.state.standing.drift.trend, "the score changed in the course of the run", found);
}

/// Two copies of one program without chance play so, and so does a patch that was not built.
void find_play_alike(const RunSnapshot& run, Found& found) {
    constexpr std::uint64_t kLeastPairs = 10;
    const Standing& standing = run.state.standing;
    if (standing.distinct_pairs >= kLeastPairs && standing.alike_pairs == standing.whole_pairs) {
        found.push_back(
            {.text = fmt::format("the agents play alike: the two games of each of the {} pairs have the same "
                                 "moves; check that the change is in the program that played.",
                                 standing.whole_pairs),
             .numbers = {{"pairs", standing.whole_pairs}}});
    }
}

// ---- Games that were not as they should be

void find_lacks_opening(const RunSnapshot& run, Found& found) {
    if (is_one_opening(run.plan.schedule.openings, run.plan.schedule.rules)) {
        return;
    }
    const auto& lacks = run.state.conduct.lacks_opening;
    for (const Player player : referee::kPlayers) {
        if (lacks[player]) {
            found.push_back(
                {.text = fmt::format(
                     "agent {} does not offer OPENING: such games began at the starting position.",
                     number(player)),
                 .numbers = {{"agent", number(player)}}});
        }
    }
    add_rests_on_choice(run, {lacks.agent1 ? kAny : 0, lacks.agent2 ? kAny : 0},
                        "rests on games without openings", "chose that by not offering OPENING", found);
}

void find_unscored(const RunSnapshot& run, Found& found) {
    const std::uint64_t unscored = run.state.unscored();
    if (unscored > 0) {
        found.push_back({.text = fmt::format("{} not scored.", referee::counted(unscored, "game")),
                         .numbers = {{"games", unscored}}});
    }
}

// ---- Games without which there would be another verdict

/// `what` is plural; `unit`: the key of `count`. `without`: the evaluation `where`.
Doubt of_verdict_on(std::string_view what, std::uint64_t count, const Evaluation& without,
                    std::string_view unit = "games", std::string_view where = "without them") {
    return of_verdict(fmt::format("rests on {} ({})", what, count),
                      fmt::format("{} the LLR is {}, {}.", where, number_text(without.llr, 3),
                                  without.verdict == Verdict::Continue
                                      ? "no decision"
                                      : fmt::format("which accepts {}", name(without.verdict))),
                      {{unit, count}, {"llr", without.llr}});
}

void add_rests_on(const RunSnapshot& run, Doubted Standing::*games, std::string_view what, Found& found,
                  std::string_view where = "without them") {
    const Standing& standing = run.state.standing;
    if (has_verdict(run) && standing.rests_on(games)) {
        found.push_back(
            of_verdict_on(what, (standing.*games).games, *(standing.*games).otherwise, "games", where));
    }
}

/// Faults are an agent's own: they are evidence, and the verdict stands.
void find_rests_on_faults(const RunSnapshot& run, Found& found) {
    add_rests_on(run, &Standing::faulty, "games lost by faults", found);
    for (Doubt& doubt : found) {
        doubt.rests.clear();
    }
}

void find_rests_on_adjudication(const RunSnapshot& run, Found& found) {
    const Standing& standing = run.state.standing;
    if (has_verdict(run) && standing.rests_on_adjudication()) {
        const std::uint64_t ended = standing.adjudicated.total().ended;
        const double llr = standing.worst_evaluation->llr;
        found.push_back(of_verdict(fmt::format("rests on adjudication ({})", referee::counted(ended, "game")),
                                   fmt::format("with as many wrong results as the verified games leave room "
                                               "for, the LLR is {}; verify more games.",
                                               number_text(llr, 3)),
                                   {{"games", ended}, {"llr", llr}}));
    }
}

void find_rests_on_disputed(const RunSnapshot& run, Found& found) {
    add_rests_on(run, &Standing::disputed, "disputed time losses", found);
}

void find_rests_on_doubtful(const RunSnapshot& run, Found& found) {
    add_rests_on(run, &Standing::doubtful, "losses that the winner may have caused", found,
                 "without them, or if its agent had lost them,");
}

void find_rests_on_tampering(const RunSnapshot& run, Found& found) {
    const Standing& standing = run.state.standing;
    if (!run.state.rests_on_tampering()) {
        return;
    }
    if (!standing.rests_on(&Standing::disturbed)) {
        found.push_back(of_verdict("may rest on tampering",
                                   "it favours the agent that may have stopped or traced the other one.",
                                   {}));
        return;
    }
    const auto& [games, otherwise] = standing.disturbed;
    found.push_back(
        of_verdict(fmt::format("may rest on tampering ({})", referee::counted(games, "game")),
                   fmt::format("if its agent had lost the games that were disturbed, the LLR were {}.",
                               number_text(otherwise->llr, 3)),
                   {{"games", games}, {"llr", otherwise->llr}}));
}

void find_rests_on_distrusted(const RunSnapshot& run, Found& found) {
    if (run.state.rests_on_distrusted()) {
        found.push_back(of_verdict_on("pairs of workers that were caught lying", run.state.distrusted_pairs,
                                      *run.state.trusted_evaluation, "pairs"));
    }
}

struct DoubtRow {
    std::string_view kind;
    /// What it is given last is empty; its kind is set afterwards.
    std::variant<void (*)(const RunSnapshot&, Found&), void (*)(const Seen&, Found&)> find;
};

/// In the order in which reports name them.
constexpr DoubtRow kDoubtRows[] = {
    {"unequal_limits", find_unequal_limits},
    {"unequal_work", find_unequal_work},
    {"uncharged_pings", find_uncharged_pings},
    {"too_few_cores", find_too_few_cores},
    {"no_sandbox", find_no_sandbox},
    {"processes_left", find_processes_left},
    {"tampering", find_tampering},
    {"referee_stopped", find_referee_stopped},
    {"machine_suspended", find_machine_suspended},
    {"starved_starts", find_starved_starts},
    {"out_of_memory", find_out_of_memory},
    {"changed", find_changed},
    {"pairs_correlated", find_pairs_correlated},
    {"score_drifts", find_score_drifts},
    {"play_alike", find_play_alike},
    {"faults", find_faults},
    {"interference", find_interference},
    {"lacks_opening", find_lacks_opening},
    {"unscored", find_unscored},
    {"overloaded", find_overloaded},
    {"rests_on_faults", find_rests_on_faults},
    {"rests_on_adjudication", find_rests_on_adjudication},
    {"rests_on_disputed", find_rests_on_disputed},
    {"rests_on_doubtful", find_rests_on_doubtful},
    {"rests_on_tampering", find_rests_on_tampering},
    {"rests_on_distrusted", find_rests_on_distrusted},
};

Seen seen_in(const RunSnapshot& run) {
    const RunState& state = run.state;
    Seen seen{.agents = {},
              .machine = state.machine,
              .changes = run.session_changes,
              .is_judged = run.plan.watch.is_gate && has_verdict(run)};
    for (const Player player : referee::kPlayers) {
        const FaultCounts& counts = state.conduct.faults[player];
        seen.agents.push_back({.name = fmt::format("agent {}", number(player)),
                               .number = static_cast<std::size_t>(number(player)),
                               .rival = fmt::format("agent {}", number(other(player))),
                               .rivals = "the other one's",
                               .state = {.faults = counts.faults(),
                                         .time_losses = counts.time_losses(),
                                         .disputed = state.machine.disputed()[player],
                                         .interfered = state.machine.interference()[player],
                                         .tampering = state.machine.disturbances().tampering[player],
                                         .given_up = state.conduct.given_up[player],
                                         .lacks_sandbox = state.lacks_sandbox[player]}});
    }
    return seen;
}

/// `run`: null of a tournament.
std::vector<Doubt> found_by_rows(const RunSnapshot* run, const Seen& seen) {
    std::vector<Doubt> doubts;
    for (const DoubtRow& row : kDoubtRows) {
        Found found;
        if (const auto* find = std::get_if<1>(&row.find)) {
            (*find)(seen, found);
        } else if (run != nullptr) {
            std::get<0>(row.find)(*run, found);
        }
        for (Doubt& doubt : found) {
            doubt.kind = row.kind;
            doubts.push_back(std::move(doubt));
        }
    }
    return doubts;
}

} // namespace

std::vector<std::string_view> doubt_kinds() {
    std::vector<std::string_view> kinds(std::size(kDoubtRows));
    std::ranges::transform(kDoubtRows, kinds.begin(), &DoubtRow::kind);
    return kinds;
}

std::vector<Doubt> doubts_of(const RunSnapshot& run) {
    return found_by_rows(&run, seen_in(run));
}

std::vector<Doubt> doubts_of(const TournamentPlan& plan, const TournamentState& state,
                             const std::vector<std::string>& session_changes) {
    Seen seen{.agents = {}, .machine = state.machine, .changes = session_changes, .has_table = true};
    for (std::size_t i = 0; i < state.agents.size(); ++i) {
        const std::string name = "agent " + referee::to_printable(plan.agents[i].name);
        seen.agents.push_back({.name = name,
                               .number = i,
                               .rival = "a rival of " + name,
                               .rivals = "a rival's",
                               .state = state.agents[i]});
    }
    std::ranges::copy_if(state.pairings, std::back_inserter(seen.apart), [&](const PairingResults& pairing) {
        return pairing.is_apart && !state.agents[pairing.a].withdrawn && !state.agents[pairing.b].withdrawn;
    });
    std::vector<Doubt> doubts = found_by_rows(nullptr, seen);
    for (Doubt& doubt : doubts) {
        doubt.holds_paths = true; // names
    }
    return doubts;
}

std::string warning_lines(const std::vector<Doubt>& doubts) {
    std::string text;
    for (const Doubt& doubt : doubts) {
        text += "Warning: " + doubt.text + "\n";
    }
    return text;
}

} // namespace sprt
