#include "referee/base/text.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/report/status/status_line.hpp"
#include "sprt/report/tuning_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>

namespace sprt {
namespace {

/// Games, scored or not.
std::uint64_t games_of(const RunState& state) {
    return state.games() + state.unscored();
}

/// Games played for each game that the test counts. Repeats and unscored games are not counted.
double games_for_one(const Standing& standing) {
    const auto ratio = [](std::uint64_t all, std::uint64_t counted) {
        return counted > 0 ? static_cast<double>(all) / static_cast<double>(counted) : 1.0;
    };
    if (const auto* pairs = std::get_if<Ptnml>(&standing.counted)) {
        return ratio(standing.whole_pairs + standing.dropped_pairs, pairs->pairs());
    }
    return ratio(standing.games.games() + standing.unscored, std::get<Wld>(standing.counted).games());
}

std::string ptnml_words(const Ptnml& pairs) {
    return fmt::format("Ptnml [{}]", fmt::join(pairs.counts, ", "));
}

std::string elo_text(bool is_normalized, const Estimates& seen) {
    const std::string score = "Elo " + number_text(seen.elo, 1);
    return is_normalized ? score + ", nElo " + number_text(seen.nelo, 1) : score;
}

std::string games_range_text(const Interval& games) {
    const std::string from = games_text(games.lower);
    const std::string to = games_text(games.upper);
    return from == to ? from : from + " to " + to;
}

std::string time_losses_text(const RunSnapshot& run) {
    const auto& of = run.state.conduct.faults;
    const std::string text =
        fmt::format("time losses {}/{}", of.agent1.time_losses(), of.agent2.time_losses());
    const std::uint64_t disputed = run.state.standing.disputed.games;
    return disputed > 0 ? fmt::format("{} ({} disputed)", text, disputed) : text;
}

std::string unless_none(const char* what, std::uint64_t count) {
    return count > 0 ? fmt::format("{} {}", what, count) : std::string();
}

constexpr int kLeastColumns = 20;
constexpr int kMostBarCells = 41; ///< odd, so that symmetric bounds have zero in the middle
constexpr int kLeastBarCells = 7;

/// Those of the pieces that fit, as StyledLine has it.
std::string line_of(int columns, std::initializer_list<std::string> pieces) {
    StyledLine line(columns);
    for (const std::string& piece : pieces) {
        line.add(piece);
    }
    return line.text() + "\n";
}

/// The ratio as a bar between its bounds, in so many columns; empty when it does not fit.
std::string drawn_ratio(double llr, const Bounds& bounds, int columns,
                        const referee::TerminalTraits& traits) {
    const std::string lower = number_text(bounds.lower, 3) + " ";
    const std::string upper = " " + number_text(bounds.upper, 3);
    const int cells = std::min(kMostBarCells, columns - columns_of(lower + upper) - 2);
    // It favours H1 (above zero) or H0 (below zero).
    const Colour side = !traits.has_colour || llr == 0 ? Colour::None : llr > 0 ? Colour::Green : Colour::Red;
    return cells < kLeastBarCells ? std::string()
                                  : lower + ratio_bar(llr, bounds, cells, traits.has_unicode, side) + upper;
}

/// The ratio as a bar when that fits, otherwise as numbers; nothing for a match.
std::string ratio_line(const RunSnapshot& run, const StatusWords& words, int columns,
                       const referee::TerminalTraits& traits) {
    if (!run.plan.counting.test) {
        return {};
    }
    StyledLine line(columns);
    line.add(words.ratio);
    const int room = line.room() - (words.p_h1.empty() ? 0 : columns_of(words.p_h1) + StyledLine::kBetween);
    const std::string drawn =
        drawn_ratio(run.state.standing.evaluation.llr, run.test().bounds(), room, traits);
    line.add(drawn.empty() ? words.bounds : drawn);
    line.add(words.p_h1);
    return line.text() + "\n";
}

} // namespace

std::optional<Interval> games_left(const RunSnapshot& run, const Calculation& estimates) {
    const Standing& standing = run.state.standing;
    if (run.state.is_over()) {
        return std::nullopt;
    }
    std::optional<double> most;
    if (run.plan.counting.max_games) {
        most = std::fmax(0, static_cast<double>(*run.plan.counting.max_games) -
                                static_cast<double>(games_of(run.state)));
    }
    if (!estimates.forecast) {
        return most ? std::optional(Interval{*most, *most}) : std::nullopt;
    }
    const double factor = games_for_one(standing);
    const auto& counted = estimates.forecast->units_range;
    return Interval{std::fmin(counted.lower * factor, most.value_or(INFINITY)),
                    std::fmin(counted.upper * factor, most.value_or(INFINITY))};
}

StatusWords status_words(const RunSnapshot& run, const Calculation& estimates) {
    const Standing& standing = run.state.standing;
    const auto& test = run.plan.counting.test;
    const std::uint64_t games = games_of(run.state);
    const double seconds = std::chrono::duration<double>(run.session_elapsed).count();
    const auto& limit = run.plan.counting.max_games;
    const auto& faults = run.state.conduct.faults;

    StatusWords words;
    words.games = fmt::format("Games {}{}", games, limit ? fmt::format(" of {}", *limit) : "");
    words.wld = fmt::format("WLD {}/{}/{}", standing.games.wins, standing.games.losses, standing.games.draws);
    words.ptnml = run.plan.counting.by_pairs() ? ptnml_words(standing.pairs) : "";
    if (test) {
        words.ratio = "LLR " + number_text(standing.evaluation.llr, 3);
        words.bounds = interval_text(Interval{test->bounds().lower, test->bounds().upper}, 3);
    }
    words.elo = elo_text(test && test->model() == Model::Normalized, estimates.estimates);
    words.anytime = "anytime 95 % " + interval_text(estimates.anytime.elo, 1);
    if (estimates.forecast && !run.state.is_over()) {
        words.p_h1 = "P(H1) " + number_text(estimates.forecast->p_h1, 2);
    }

    const bool has_rate = games > run.session_first_game && seconds > 0;
    const std::uint64_t session_games = has_rate ? games - run.session_first_game : 0;
    if (has_rate) {
        words.rate = rate_text(session_games, seconds);
    }
    if (const auto left = games_left(run, estimates)) {
        const std::string at_most = estimates.forecast || !test ? "" : "at most ";
        words.games_left = at_most + games_range_text(*left) + " games left";
        if (has_rate) {
            const double a_game = seconds / static_cast<double>(session_games);
            words.time_left =
                at_most + duration_range_text({left->lower * a_game, left->upper * a_game}) + " left";
        }
    }

    words.faults = fmt::format("faults {}/{}", faults.agent1.faults(), faults.agent2.faults());
    words.time_losses = time_losses_text(run);
    words.delays = fmt::format("delays {} %", number_text(run.state.machine.delay_percent(), 1));
    words.unscored = unless_none("unscored", run.state.unscored());
    if (const auto& tuning = run.state.tuning; tuning && tuning->verified() == 0) {
        words.wld = words.ptnml = words.anytime = "";
        words.elo = tuned_so_far(*tuning);
        words.elo.resize(words.elo.find_last_not_of('\n') + 1);
    }
    words.repeated = unless_none("repeated pairs", standing.whole_pairs - standing.distinct_pairs);
    words.elapsed = "elapsed " + duration_text(seconds);
    return words;
}

std::string plain_status(const RunSnapshot& run, const Calculation& estimates) {
    const StatusWords words = status_words(run, estimates);
    const std::string ratio = words.ratio.empty() ? words.ratio : words.ratio + " " + words.bounds;
    std::string text = words.games;
    for (const std::string& phrase :
         {words.wld, words.ptnml, ratio, words.p_h1, words.elo, words.anytime, words.time_left,
          words.games_left, words.rate, words.faults, words.time_losses, words.delays, words.unscored,
          words.repeated, words.elapsed}) {
        text += phrase.empty() ? "" : ", " + phrase;
    }
    return text;
}

std::string status_block(const RunSnapshot& run, const Calculation& estimates,
                         const referee::TerminalTraits& traits, int columns) {
    if (columns < kLeastColumns) {
        return {};
    }
    const int width = columns - 1; // some terminals wrap a full line
    const StatusWords words = status_words(run, estimates);
    const auto& faults = run.state.conduct.faults;
    const auto tinted = [&](const std::string& text, Colour colour, bool is_due) {
        return coloured(text, traits.has_colour && is_due ? colour : Colour::None);
    };
    return line_of(width, {words.games, words.wld, words.rate, words.ptnml}) +
           ratio_line(run, words, width, traits) +
           line_of(width, {words.elo, words.anytime, words.time_left, words.games_left}) +
           line_of(width, {tinted(referee::capitalised(words.faults), Colour::Red,
                                  faults.agent1.faults() + faults.agent2.faults() > 0),
                           tinted(words.time_losses, Colour::Yellow, run.state.standing.disputed.games > 0),
                           tinted(words.delays, Colour::Yellow, run.state.machine.is_overloaded()),
                           tinted(words.unscored, Colour::Yellow, true), words.repeated, words.elapsed});
}

} // namespace sprt
