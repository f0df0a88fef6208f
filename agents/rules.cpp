// The agent `rules`: an opening table, wins in one and two moves and how to stop them, then a search with a
// weight for each square.

#include "agents/search/rules.hpp"

#include "agents/ataxx/opening_table.hpp"
#include "agents/ataxx/weights.hpp"
#include "agents/program/timed.hpp"
#include "agents/search/pvs.hpp"

#include <CLI/CLI.hpp>

namespace {

using namespace search;
using ataxx::Move;
using ataxx::Position;

/// The first of the rules that has an answer, and that answer.
Ruled<ataxx::MoveList> rule_for(const Position& position) {
    if (const auto move = opening_move(position)) {
        Ruled<ataxx::MoveList> opening{.rule = Rule::OpeningTable};
        opening.candidates.push_back(*move);
        return opening;
    }
    return apply_rules<WeightedAtaxx>(position);
}

/// Plays one game. Returns the exit status.
int play(const TimedOptions& options) {
    Table<Move> table(options.hash_mb);
    Pvs<WeightedAtaxx> pvs(table);
    referee::Rng rng(options.seed);
    return referee::serve([&](const Position& position, std::chrono::milliseconds left) {
        const auto start = std::chrono::steady_clock::now();
        Limits limits = limits_of(options, left, start);
        auto [rule, candidates] = rule_for(position);
        if (options.shuffle) {
            rng.shuffle(candidates);
        }
        if (candidates.size() == 1) {
            limits.depth = 1; // nothing to think about
        }
        const auto found = deepen(pvs, position, candidates, limits);
        if (options.info) {
            const auto time = std::chrono::steady_clock::now() - start;
            std::cerr << name(rule) << ": "
                      << to_string(Thought{found.depth, found.choice.value, found.nodes, time, found.line})
                      << '\n';
        }
        return found.choice.move;
    });
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app{"Ataxx agent: rules first (opening table, win, stop a win, win in two, stop a win in two), "
                 "then a search with a weight for each square."};
    TimedOptions options;
    add_timed_options(app, options);
    add_table_options(app, options);
    if (const auto status = parse<CLI::Success, CLI::ParseError>(app, argc, argv)) {
        return *status;
    }
    return within_memory(argv[0], "--hash-mb", [&] { return play(options); });
}
