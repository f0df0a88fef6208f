// The agent `rules`: an opening table, wins in one and two moves and how to stop them, then a search with a
// weight for each square.

#include "agents/search/rules.hpp"

#include "agents/ataxx/opening_table.hpp"
#include "agents/ataxx/weights.hpp"
#include "agents/program/timed.hpp"
#include "agents/search/pvs.hpp"

namespace {

using namespace search;

/// What the first rule that has an answer leaves to be searched.
template<Game G>
Candidates<G> candidates_by_rule(const typename G::Position& position) {
    if constexpr (std::same_as<G, WeightedAtaxx>) {
        if (const auto move = opening_move(position)) {
            Candidates<G> opening{.moves = {}, .reason = name(Rule::OpeningTable)};
            opening.moves.push_back(*move);
            return opening;
        }
    }
    const auto [rule, moves] = apply_rules<G>(position);
    return {moves, name(rule)};
}

} // namespace

int main(int argc, char** argv) {
    CommandLine line("Rules first (opening table, win, stop a win, win in two, stop a win in two), "
                     "then a search with a weight for each square.");
    TimedOptions options;
    add_timed_options(line, options);
    add_table_options(line, options);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    return within_memory(argv[0], "--hash-mb", options.hash_mb, [&] {
        const Plays<WeightedAtaxx, ConnectFour, TicTacToe> games;
        return play_on_time(games, options, [&]<class G>(G) -> TimedSearch<G> {
            return {.search =
                        deepening_with_table<G>(options.hash_mb, [](auto& table) { return Pvs<G>(table); }),
                    .find = candidates_by_rule<G>};
        });
    });
}
