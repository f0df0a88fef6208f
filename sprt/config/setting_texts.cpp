#include "referee/base/user_error.hpp"
#include "sprt/config/config.hpp"
#include "sprt/schedule/openings.hpp"
#include "sprt/stats/model.hpp"
#include "sprt/stats/motion/llr_motion.hpp"

#include <algorithm>

namespace sprt {

namespace {

constexpr int kFewestMoves = 4;
constexpr double kMayRunOut = 0.01; // share of runs

/// The fewest moves of which `is_enough` says so of the number of openings, and those that have the most
/// openings when no number of moves is enough.
template<class IsEnough>
int fewest_moves(referee::Game game, const IsEnough& is_enough) {
    int moves = kFewestMoves;
    while (moves <= most_counted_moves(game) && !is_enough(least_openings(game, moves))) {
        ++moves;
    }
    const auto& counts = facts_of(game).openings;
    const bool are_all = most_counted_moves(game) + 1 >= facts_of(game).turns; // one move more ends the game
    if (moves > most_counted_moves(game) && are_all) {
        return static_cast<int>(std::ranges::max_element(counts) - counts.begin()) + 1;
    }
    return moves;
}

} // namespace

int enough_random_moves(const Hypotheses& hypotheses, Model model, std::optional<std::uint64_t> max_games,
                        referee::Game game) {
    const double half_way = (hypotheses.elo0 + hypotheses.elo1) / 2;
    const auto true_elo =
        model == Model::Normalized ? true_elo_of_nelo(half_way, 0, 0) : std::optional(half_way);
    const PlanQuestion question{.hypotheses = hypotheses, .model = model, .true_elo = true_elo.value_or(0)};
    return fewest_moves(game, [&](std::uint64_t openings) {
        const std::uint64_t games = 2 * openings;
        const auto run_out = undecided_after(question, static_cast<double>(games));
        return (max_games && *max_games <= games) || (run_out && *run_out <= kMayRunOut);
    });
}

int enough_random_moves(std::uint64_t pairs, referee::Game game) {
    return fewest_moves(game, [&](std::uint64_t openings) { return openings >= pairs; });
}

const referee::Words& notations() {
    static const referee::Words kNotations{"san", "lan", "uci"}; // as Notation
    return kNotations;
}

referee::Notation notation_named(std::string_view text) {
    return static_cast<referee::Notation>(std::ranges::find(notations(), text) - notations().begin());
}

PgnComments read_pgn_comments(std::string_view text) {
    static const referee::Words kWords{"timeleft", "latency", "nodes", "seldepth", "nps",
                                       "hashfull", "tbhits",  "pv",    "line",     "none"}; // as MoveFact
    const bool is_one_word = text.find(',') == std::string_view::npos;
    PgnComments comments;
    for (bool has_more = !text.empty(); has_more;) {
        const std::string_view word = text.substr(0, text.find(','));
        has_more = word.size() < text.size();
        text.remove_prefix(word.size() + (has_more ? 1 : 0));
        if (const auto problem = referee::problem_among(kWords, word)) {
            throw referee::UserError(*problem);
        }
        if (word == kWords.back()) {
            comments.are_on = false;
        } else {
            comments.facts.push_back(static_cast<MoveFact>(std::ranges::find(kWords, word) - kWords.begin()));
        }
    }
    if (!comments.are_on && !is_one_word) {
        throw referee::UserError("none stands with other words; leave out none, or the others");
    }
    std::ranges::sort(comments.facts);
    comments.facts.erase(std::unique(comments.facts.begin(), comments.facts.end()), comments.facts.end());
    return comments;
}

} // namespace sprt
