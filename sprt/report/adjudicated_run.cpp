#include "sprt/report/adjudicated_run.hpp"

#include "referee/base/text.hpp"
#include "referee/game/replay.hpp"
#include "sprt/report/calculation.hpp"
#include "sprt/report/numbers.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace sprt {
namespace {

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
