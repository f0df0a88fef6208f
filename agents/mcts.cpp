// The agent `mcts`: Monte Carlo tree search.

#include "agents/search/mcts.hpp"

#include "agents/ataxx/ataxx.hpp"
#include "agents/program/session.hpp"
#include "agents/program/timed.hpp"

#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>

namespace {

using namespace search;

struct MctsOptions : TimedOptions {
    MctsSettings settings;
    std::size_t tree_mb = 64;
};

void add_options(CommandLine& line, MctsOptions& options) {
    add_common_options(line, options, "its playouts");
    line.add_number(
        "--move-ms", options.move_ms, {1, 1'000'000'000},
        "Milliseconds a move (150 unless --nodes is given), 10 at most when less than 1150 are left; "
        "never more than a twentieth of what is left");
    line.add_number("--nodes", options.most_nodes, {1, 1'000'000'000}, "Playouts for a move");
    line.add_real("--c", options.settings.exploration, 0, 100,
                  "How much a move that was tried seldom is preferred: w/n + c * sqrt(ln t / n)");
    line.add_flag("--flat", options.settings.is_flat, "Playouts for each move only, no tree");
    line.add_number("--playout-plies", options.settings.playout_plies, {1, 400},
                    "Plies of a playout at most; who has more stones then has won");
    line.add_number("--tree-mb", options.tree_mb, {1, 4096}, "Megabytes of the tree; full, it grows no more");
}

/// `playouts 5312 won 0.532 tree 48213 ms 149.20 pv 1 1 1 2, 7 1 6 1`.
std::string to_string(const MctsResult<ataxx::Move>& found, std::chrono::nanoseconds time) {
    std::string text(120, '\0');
    const int length = std::snprintf(text.data(), text.size(), "playouts %llu won %.3f tree %zu ms %.2f pv",
                                     static_cast<unsigned long long>(found.playouts), found.win_rate,
                                     found.tree_nodes, std::chrono::duration<double>(time).count() * 1e3);
    text.resize(static_cast<std::size_t>(length));
    for (std::size_t i = 0; i < found.line.size(); ++i) {
        text += (i == 0 ? " " : ", ") + ataxx::to_string(found.line[i]);
    }
    return text;
}

/// Plays one game. Returns the exit status.
int play(const MctsOptions& options) {
    Mcts<Ataxx> mcts(options.settings, options.seed);
    return serve([&](const ataxx::Position& position, std::chrono::milliseconds left) {
        const auto start = std::chrono::steady_clock::now();
        const Limits limits = limits_of(options, left, start);
        const bool has_choice = ataxx::legal_moves(position).size() > 1;
        const auto found =
            mcts.search(position, {.playouts = has_choice ? limits.nodes : 1, .deadline = limits.deadline});
        if (options.info) {
            std::cerr << to_string(found, std::chrono::steady_clock::now() - start) << '\n';
        }
        return found.move;
    });
}

} // namespace

int main(int argc, char** argv) {
    CommandLine line("Ataxx agent: Monte Carlo tree search (UCT).");
    MctsOptions options;
    add_options(line, options);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    options.settings.tree_bytes = options.tree_mb << 20;
    return within_memory(argv[0], "--tree-mb", [&] { return play(options); });
}
