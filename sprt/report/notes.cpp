#include "referee/base/text.hpp"
#include "referee/game/adjudication/adjudication.hpp"
#include "referee/talk/clock.hpp"
#include "sprt/report/conduct_text.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/motion/llr_motion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace sprt {
namespace {

/// Whether the transcript has the form of the articles, which have no notes before the result.
bool keeps_articles_form(const RunPlan& plan) {
    const auto& test = plan.counting.test;
    return test && test->model() == Model::Wald && plan.counting.repeats == RepeatRule::Count;
}

bool is_start(const RunPlan& plan) {
    return is_one_opening(plan.schedule.openings, plan.schedule.rules);
}

std::string_view but_not_of_gain(const RunPlan& plan) {
    return plan.counting.tune ? ", but not in the verification" : "";
}

/// Of games that begin at the start. `why`: after the word; empty where that was asked for.
std::string start_note(const RunPlan& plan, const std::string& why) {
    if (plan.counting.repeats == RepeatRule::Count) {
        return fmt::format("Openings: start{}; a game that was played before counts like any other{}\n", why,
                           but_not_of_gain(plan));
    }
    const bool by_pairs = plan.counting.by_pairs();
    return fmt::format("Openings: start{}; a {} that was played before counts for nothing while no other was "
                       "played, {} in a row end the run\n",
                       why, by_pairs ? "pair" : "game", by_pairs ? "three" : "six");
}

/// Whether an agent may turn out not to offer OPENING. Engines are always told positions.
bool may_lack(const RunPlan& plan, const Lacking& lacking) {
    const auto& is_engine = plan.counting.is_engine;
    return !lacking && !(is_engine.agent1 && is_engine.agent2);
}

std::string openings_note(const RunPlan& plan, const OpeningsFacts& openings, const Lacking& lacking) {
    if (is_start(plan)) {
        return start_note(plan, {});
    }
    if (const std::string lack = lacking ? lack_text(*lacking) : std::string(); !lack.empty()) {
        return start_note(plan, fmt::format(", not {}, because {}",
                                            referee::to_printable(plan.schedule.openings_text, 1000), lack));
    }
    const bool is_test = plan.counting.test.has_value();
    std::string line = "Openings: " + referee::to_printable(plan.schedule.openings_text, 1000);
    if (const auto* book = std::get_if<OpeningBook>(&plan.schedule.openings)) {
        line += book->order == BookOrder::Sequential ? " in its order" : "";
        line += book->first > 1 ? fmt::format(" from number {} on", book->first) : "";
    }
    if (openings.size) {
        line += ", enough for " + referee::counted(*openings.size, "pair");
    } else if (openings.least) {
        line += ", enough for " + referee::counted(*openings.least, "pair") + " and more";
    }
    if (openings.duplicates > 0) {
        line += fmt::format(" ({} of {} are duplicates and are left out)", openings.duplicates,
                            *openings.size + openings.duplicates);
    }
    line +=
        plan.counting.repeats == RepeatRule::Collapse
            ? fmt::format("; when they are used up the {} ends{}", is_test ? "run" : "match",
                          is_test ? " without a decision" : "")
            : fmt::format("; when they are used up they begin again, and repeats count like any other game{}",
                          but_not_of_gain(plan));
    return line + (may_lack(plan, lacking) ? "; played where both agents offer OPENING\n" : "\n");
}

/// After so many games a run has no decision.
struct Limit {
    std::uint64_t games;
    bool is_of_openings; ///< it is that of the openings, which are used up before `max_games`
    bool is_least;       ///< there may be more openings
};

/// Empty: no limit.
std::optional<Limit> limit_of(const RunPlan& plan, const OpeningsFacts& openings) {
    const auto& max_games = plan.counting.max_games;
    if (plan.counting.repeats == RepeatRule::Collapse && openings.least &&
        (!max_games || 2 * *openings.least < *max_games)) {
        return Limit{2 * *openings.least, true, !openings.size};
    }
    return max_games ? std::optional(Limit{*max_games, false, false}) : std::nullopt;
}

/// How likely the limit is to end a test. Empty where that is unknown, and where few runs reach a limit that
/// nobody has set.
std::string limit_note(const RunPlan& plan, const Limit& limit) {
    constexpr double kFewRuns = 0.01;
    const SequentialTest& test = *plan.counting.test;
    const Hypotheses& bounds = test.hypotheses();
    PlanQuestion question{.hypotheses = bounds, .model = test.model()};
    std::string line;
    double most = 0;
    for (const double elo : {bounds.elo0, (bounds.elo0 + bounds.elo1) / 2, bounds.elo1}) {
        const auto true_elo =
            question.model == Model::Normalized ? true_elo_of_nelo(elo, 0, 0) : std::optional(elo);
        question.true_elo = true_elo.value_or(0);
        const auto share =
            true_elo ? undecided_after(question, static_cast<double>(limit.games)) : std::nullopt;
        if (!share) {
            return {};
        }
        most = std::max(most, *share);
        line += fmt::format("{}{:.1f} % at {:.1f}", line.empty() ? "" : ", ", 100 * *share, elo + 0.0);
    }
    if (!plan.counting.max_games && most <= kFewRuns) {
        return {};
    }
    return fmt::format(
        "Limit: {}{}{}; the probability of no decision, without draws and opening bias, is {} {}\n",
        referee::counted(limit.games, "game"), limit.is_least ? " or more" : "",
        limit.is_of_openings ? ", when the openings are used up" : "", line,
        question.model == Model::Normalized ? "nElo" : "Elo");
}

/// The line of what ends the run besides its test, or a match too early. Empty: nothing is worth telling.
std::string limit_line(const RunPlan& plan, const OpeningsFacts& openings) {
    const auto limit = limit_of(plan, openings);
    if (!limit) {
        return {};
    }
    if (plan.counting.test) {
        return limit_note(plan, *limit);
    }
    return limit->is_of_openings && !limit->is_least
               ? fmt::format("Limit: {}, when the openings are used up\n",
                             referee::counted(limit->games, "game"))
               : std::string();
}

/// What holds for each game, and what ends the run besides the test.
std::string limits_note(const RunPlan& plan) {
    const referee::GameLimits& limits = plan.schedule.limits;
    const std::string time = limits.time.agent1 == limits.time.agent2
                                 ? fmt::format("{} for each agent", to_string(limits.time.agent1))
                                 : fmt::format("{} for agent 1, {} for agent 2",
                                               to_string(limits.time.agent1), to_string(limits.time.agent2));
    const auto& faults = plan.counting.max_faults;
    const std::string where = played_where(plan.remote, plan.play);
    const std::string allowed = faults
                                    ? fmt::format("; more than {} of an agent end{} the run",
                                                  referee::counted(*faults, "fault"), *faults == 1 ? "s" : "")
                                    : "";
    return fmt::format("Games: {}, {} at most, {}{}\n", time,
                       referee::counted(static_cast<std::uint64_t>(limits.turns), "turn"), where, allowed);
}

/// What agents remember of a game may matter in the next one.
std::string dependence_note(const RunPlan& plan) {
    const auto is_kept = [&](referee::Player player) {
        return plan.schedule.restart[player] == referee::Restart::Never;
    };
    const std::string who = named({is_kept(referee::Player::Agent1), is_kept(referee::Player::Agent2)});
    return who.empty()
               ? who
               : fmt::format("Processes: those of {} are kept for the whole run, so that games are not "
                             "independent of each other and not the same at another concurrency\n",
                             who);
}

} // namespace

std::string played_where(const RemotePlan& remote, const PlayPlan& play) {
    return remote.is_remote() ? std::string("played by workers")
                              : fmt::format("{} at once", play.concurrency);
}

std::string adjudication_line(const referee::Adjudication& rules) {
    return rules.is_on() ? fmt::format("Adjudication: {}\n", fmt::join(referee::rule_texts(rules), ", "))
                         : std::string();
}

std::string start_notes(const RunPlan& plan, const OpeningsFacts& openings, const Lacking& lacking) {
    if (keeps_articles_form(plan)) {
        return plan.watch.note + adjudication_line(plan.schedule.limits.adjudication);
    }
    return plan.watch.note + openings_note(plan, openings, lacking) + limit_line(plan, openings) +
           limits_note(plan) + adjudication_line(plan.schedule.limits.adjudication) + dependence_note(plan) +
           fmt::format("Seed: {}\n", plan.schedule.seed);
}

std::string end_notes(const RunPlan& plan, const OpeningsFacts& openings, const Lacking& lacking) {
    return keeps_articles_form(plan) && !is_start(plan) ? openings_note(plan, openings, lacking)
                                                        : std::string();
}

} // namespace sprt
