#include "sprt/report/run_snapshot.hpp"

#include "referee/base/text.hpp"
#include "referee/game/replay.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/store/result_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace sprt {

Calculation estimates_of(const RunPlan& plan, const RunState& state) {
    const Counts& counted = state.standing.counted;
    const auto& test = plan.counting.test;
    Calculation now = test ? calculate(*test, counted) : calculate(counted);
    if (state.is_over() && state.verdict() == Verdict::Continue) {
        now.forecast.reset();
    }
    return now;
}

std::string_view MatchEstimates::interval_name() const noexcept {
    return is_fixed ? "number of games fixed beforehand" : "at any time";
}

MatchCounts match_counts(const RunPlan& plan, const RunState& state) {
    const Standing& standing = state.standing;
    return {.counted = standing.counted,
            .pairs = standing.pairs,
            .games = standing.games_of_pairs,
            .is_fixed = state.reason == EndReason::Games && !plan.number_changed};
}

MatchEstimates match_estimates(const MatchCounts& counts, const Calculation& now) {
    return {.seen = now.estimates,
            .draw_ratio = draw_ratio(counts.games),
            .opening_bias = opening_imbalance(counts.games, counts.pairs),
            .interval = counts.is_fixed ? now.estimates.elo_ci95 : std::optional(now.anytime.elo),
            .anytime = now.anytime.elo,
            .is_fixed = counts.is_fixed};
}

namespace {

/// The last numbers of a line of estimates.
std::string more_estimates(const Estimates& seen, const Standing& standing) {
    return fmt::format("nElo: {}, LOS: {}, draws: {}, pairs ratio: {}, opening bias: {}\n",
                       number_text(seen.nelo, 1), percent_text(seen.los, 1),
                       percent_text(draw_ratio(standing.games_of_pairs), 1), number_text(seen.pairs_ratio, 2),
                       opening_bias_text(opening_imbalance(standing.games_of_pairs, standing.pairs)));
}

/// The interval that is valid at any time; then the forecast while the test runs, or the estimate after its
/// verdict.
std::string outlook_text(const Calculation& now) {
    std::string text = fmt::format("Anytime 95 %: {}", interval_text(now.anytime.elo, 1));
    if (now.post_sprt) {
        text += fmt::format(", post-SPRT Elo: {} {}, LOS: {}", number_text(now.post_sprt->elo, 1),
                            interval_text(now.post_sprt->ci95, 1), percent_text(now.post_sprt->los, 1));
    } else if (now.forecast && now.evaluation.verdict == Verdict::Continue) {
        const auto& [p_h1, left, range] = *now.forecast;
        text += fmt::format(", P(H1): {}, games left: {} ({} to {})", number_text(p_h1, 2), games_text(left),
                            games_text(range.lower), games_text(range.upper));
    }
    return text + "\n";
}

/// The part of `record` that `ruled` leaves.
referee::GameRecord as_ruled(referee::GameRecord record, const referee::RuledTurn& ruled) {
    record.moves.resize(ruled.turn - record.opening.size());
    record.turns = ruled.turn;
    record.winner = ruled.winner;
    record.termination = referee::Termination::Adjudicated;
    record.adjudication = ruled.rule;
    record.would_adjudicate.reset();
    record.fault.reset();
    record.also_fault.reset();
    record.time_loss.reset();
    return record;
}

std::string row(std::string_view rule, const RuleCounts& counts, std::uint64_t all_turns) {
    std::string line = fmt::format("{:<10}{:>6}{:>11.1f} %  ", rule, counts.verified,
                                   100 * static_cast<double>(counts.turns_saved) /
                                       static_cast<double>(all_turns > 0 ? all_turns : 1));
    if (const auto share = counts.wrong_share()) {
        line += fmt::format("{:>7}  {:.1f} % {}", counts.wrong, 100 * share->share(),
                            interval_text(Interval{100 * share->ci95().lower, 100 * share->ci95().upper}, 1));
    } else {
        line += "      0";
    }
    return line + "\n";
}

/// `LLR 2.987, H1 accepted after 286 games (143/143/0)`; of a match `Elo 12.0 after 286 games (143/143/0)`.
std::string ending_text(const RunState& state, bool is_test) {
    const Wld& games = state.standing.games;
    const Verdict verdict = state.verdict();
    const std::string decision =
        verdict == Verdict::Continue ? std::string("no decision") : fmt::format("{} accepted", name(verdict));
    const std::string what =
        is_test ? fmt::format("LLR {}, {}", number_text(state.standing.evaluation.llr, 3), decision)
                : "Elo " + number_text(calculate(state.standing.counted).estimates.elo, 1);
    return fmt::format("{} after {} ({}/{}/{})\n", what, referee::counted(games.games(), "game"), games.wins,
                       games.losses, games.draws);
}

} // namespace

std::string match_text(const RunPlan& plan, const RunState& state) {
    const MatchEstimates now = match_estimates(match_counts(plan, state));
    const Estimates& seen = now.seen;
    return ptnml_text(state.standing) +
           fmt::format("Elo: {} {} (95 %, {})\n", number_text(seen.elo, 1), interval_text(now.interval, 1),
                       now.interval_name()) +
           fmt::format("Score: {}, ", percent_text(seen.score, 2)) + more_estimates(seen, state.standing);
}

referee::Json match_json(const MatchCounts& counts, const Calculation& calculated) {
    const MatchEstimates now = match_estimates(counts, calculated);
    const Estimates& seen = now.seen;
    const auto& bias = now.opening_bias;
    return {{"score", json_number(seen.score)},
            {"elo", json_number(seen.elo)},
            {"elo_ci95", json_interval(seen.elo_ci95)},
            {"anytime_ci95", json_interval(now.anytime)},
            {"interval", now.is_fixed ? "fixed" : "anytime"},
            {"nelo", json_number(seen.nelo)},
            {"nelo_ci95", json_interval(seen.nelo_ci95)},
            {"los", json_number(seen.los)},
            {"draw_ratio", json_number(now.draw_ratio)},
            {"pairs_ratio", json_number(seen.pairs_ratio)},
            {"opening_bias", json_number(bias ? std::optional(bias->elo) : std::nullopt)},
            {"opening_bias_ci95", json_interval(bias ? bias->ci95 : std::nullopt)}};
}

referee::Json match_json(const MatchCounts& counts) {
    return match_json(counts, calculate(counts.counted));
}

std::string ptnml_text(const Standing& standing) {
    std::string text =
        fmt::format("Ptnml: [{}], pairs: {}, distinct: {}, n_eff: {}", fmt::join(standing.pairs.counts, ", "),
                    standing.whole_pairs, standing.distinct_pairs, number_text(standing.n_eff, 1));
    if (standing.dropped_pairs > 0) {
        text += fmt::format(", dropped: {}", standing.dropped_pairs);
    }
    return text + "\n";
}

std::string opening_bias_text(const std::optional<OpeningImbalance>& bias) {
    return bias ? fmt::format("{} {} Elo", number_text(bias->elo, 0),
                              bias->ci95 ? interval_text(bias->ci95, 0) : "[undefined]")
                : "undefined";
}

std::string pairs_text(const Standing& standing, const Calculation& now) {
    const Estimates& seen = now.estimates;
    return ptnml_text(standing) +
           fmt::format("Elo: {} {}, ", number_text(seen.elo, 1),
                       seen.elo_ci95 ? interval_text(seen.elo_ci95, 1) : "[undefined]") +
           more_estimates(seen, standing) + outlook_text(now);
}

std::string StrengthEstimate::text() const {
    return number_text(elo, 1) + " " + interval_text(ci95, 1);
}

std::string_view StrengthEstimate::label() const noexcept {
    return after_verdict ? "Elo after the verdict (95 %)" : "Elo, interval at any time (95 %)";
}

StrengthEstimate strength_of(const RunSnapshot& run) {
    const Calculation now = estimates_of(run);
    if (run.state.verdict() != Verdict::Continue && now.post_sprt) {
        return {now.post_sprt->elo, now.post_sprt->ci95, true};
    }
    return {now.estimates.elo, now.anytime.elo, false};
}

std::string llr_text(const RunSnapshot& run) {
    const Bounds& bounds = run.test().bounds();
    return number_text(run.state.standing.evaluation.llr, 3) + " " +
           interval_text(Interval{bounds.lower, bounds.upper}, 3);
}

AdjudicatedRun::AdjudicatedRun(const referee::Adjudication& rules, const CountingRules& counting)
    : rules_(rules)
    , is_test_(counting.test.has_value())
    , after_(counting) {}

void AdjudicatedRun::add(const referee::GameRecord& record) {
    ++games_;
    turns_ += record.turns;
    const auto ruled = first_ruling(rules_, record);
    if (ruled && record.winner) {
        RuleCounts& counts = counts_.of[ruled->rule];
        ++counts.verified;
        counts.wrong += ruled->winner != *record.winner ? 1U : 0U;
        counts.turns_saved += record.turns - ruled->turn;
    }
    if (!after_.ended()) {
        after_.add(ruled ? as_ruled(record, *ruled) : record);
    }
}

std::string AdjudicatedRun::text(const RunState& played) const {
    std::string table =
        fmt::format("Games: {}, turns: {}\n\n", games_, turns_) + "Rule       Games  Turns saved  Changed\n";
    for (const referee::AdjudicationRule rule : referee::kAdjudicationRules) {
        if (rules_.has(rule)) {
            table += row(name(rule), counts_.of[rule], turns_);
        }
    }
    return table + row("together", counts_.total(), turns_) +
           "\nAs played:   " + ending_text(played, is_test_) +
           "Adjudicated: " + ending_text(after_.state(), is_test_);
}

std::string adjudication_text(const RuleCounts& counts) {
    const std::string ended = referee::counted(counts.ended, "game") + " ended; ";
    if (counts.verified == 0) {
        return ended + "none verified";
    }
    return ended +
           fmt::format("{} verified, {} wrong (95 %: at most {:.1f} %), {:.1f} turns saved a game",
                       counts.verified, counts.wrong, 100 * counts.most_wrong(),
                       static_cast<double>(counts.turns_saved) / static_cast<double>(counts.verified));
}

std::string adjudication_lines(const AdjudicationCounts& counts) {
    std::string text;
    for (const referee::AdjudicationRule rule : referee::kAdjudicationRules) {
        if (!counts.of[rule].is_empty()) {
            text += fmt::format("Adjudicated by {}: {}\n", name(rule), adjudication_text(counts.of[rule]));
        }
    }
    return text;
}

} // namespace sprt
