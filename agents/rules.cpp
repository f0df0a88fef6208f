// The agent `rules`: an opening table, wins in one and two moves and how to stop them, then a search, the
// greatest weight or random games.

#include "agents/search/rules.hpp"

#include "agents/ataxx/ataxx.hpp"
#include "agents/ataxx/opening_table.hpp"
#include "agents/connect_four/opening_table.hpp"
#include "agents/program/timed.hpp"
#include "agents/search/deepening.hpp"
#include "agents/search/mcts.hpp"
#include "agents/search/minimax.hpp"

namespace {

using namespace search;

struct RulesOptions : TimedOptions {
    std::string then = "search";
    bool uses_patterns = false;
    bool has_no_table = false;
};

/// What the first rule that has an answer leaves to be searched.
template<Game G>
Candidates<G> candidates_by_rule(const typename G::Position& position, const RulesOptions& options) {
    if constexpr (requires { opening_move(position); }) {
        const auto move = options.has_no_table ? std::nullopt : opening_move(position);
        if (move) {
            Candidates<G> opening{.moves = {}, .reason = name(Rule::OpeningTable)};
            opening.moves.push_back(*move);
            return opening;
        }
    }
    if constexpr (GameWithPatterns<G>) {
        if (options.uses_patterns) {
            const auto [rule, moves] = apply_rules<G>(position, G::pattern_move);
            return {moves, name(rule)};
        }
    }
    const auto [rule, moves] = apply_rules<G>(position);
    return {moves, name(rule)};
}

/// The candidate with the greatest evaluation after it, the first of equals.
template<Game G>
SearchOnTime<G> by_weight() {
    return [](const auto& position, const auto& moves, const Limits&) {
        const auto choice = greedy_move<G>(position, moves);
        return Deepened<typename G::Move>{
            .choice = choice, .depth = 1, .nodes = moves.size() + 1, .line = {choice.move}};
    };
}

/// As many random games for each candidate; the one that won most.
template<Game G>
SearchOnTime<G> by_random_games(std::uint64_t seed) {
    const MctsSettings settings{.is_flat = true, .playout_plies = G::kPlayoutPlies};
    return [mcts = Mcts<G>(settings, seed)](const auto& position, const auto& moves,
                                            const Limits& limits) mutable {
        const std::uint64_t playouts = moves.size() == 1 ? 1 : limits.nodes;
        const auto found = mcts.search(position, moves, {.nodes = playouts, .deadline = limits.deadline});
        return Deepened<typename G::Move>{.choice = {found.move, static_cast<int>(1000 * found.win_rate)},
                                          .depth = 1,
                                          .nodes = found.playouts,
                                          .line = found.line};
    };
}

template<Game G>
TimedSearch<G> search_by_rules(const RulesOptions& options) {
    TimedSearch<G> timed{.search = {}, .find = [&options](const typename G::Position& position) {
                             return candidates_by_rule<G>(position, options);
                         }};
    if (options.then == "weights") {
        timed.search = by_weight<G>();
    } else if (options.then == "flat") {
        timed.search = by_random_games<G>(options.seed.seed());
    } else {
        timed.search = deepening_with_table<Pvs<G>>(options.hash_mb);
    }
    return timed;
}

} // namespace

int main(int argc, char** argv) {
    CommandLine line("Rules first (opening table, win, stop a win, win in two, stop a win in two), "
                     "then a search with a weight for each square.");
    RulesOptions options;
    add_timed_options(line, options);
    add_table_options(line, options);
    line.add_word("--then", options.then, {"search", "weights", "flat"},
                  "When no rule has an answer: search; the greatest weight after the move, without a search; "
                  "flat Monte Carlo, with --nodes random games for all moves together");
    line.add_flag("--no-table", options.has_no_table, "Play without the opening table");
    line.add_flag("--patterns", options.uses_patterns,
                  "In Connect Four, look for patterns of five cells in place of an exact win in two");
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return within_memory(argv[0], "--hash-mb", options.hash_mb, [&] {
        const Plays<WeightedAtaxx, ConnectFour, TicTacToe> games;
        return play_on_time(games, options, [&]<class G>(G) { return search_by_rules<G>(options); });
    });
}
