// The agent `mcts`: Monte Carlo tree search.

#include "agents/search/mcts.hpp"

#include "agents/program/timed.hpp"

#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>

namespace {

using namespace search;

struct MctsOptions : TimedOptions {
    MctsSettings settings;
    std::optional<int> playout_plies;
    std::size_t tree_mb = 64;
};

void add_options(CommandLine& line, MctsOptions& options) {
    add_common_options(line, options, "its playouts");
    line.add_number(
        "--move-ms", options.move_ms, {1, 1'000'000'000},
        "Milliseconds a move (150 unless --nodes is given), 10 at most when less than 1150 are left; "
        "never more than a twentieth of what is left. With an increment, or a time for each move, the "
        "default "
        "is what that allows");
    line.add_number("--nodes", options.most_nodes, {1, 1'000'000'000}, "Playouts for a move");
    line.add_real("--c", options.settings.exploration, 0, 100,
                  "How much a move that was tried seldom is preferred: w/n + c * sqrt(ln t / n)");
    line.add_flag("--flat", options.settings.is_flat, "Playouts for each move only, no tree");
    line.add_number(
        "--playout-plies", options.playout_plies, {1, 400},
        "Plies of a playout at most, then the evaluation decides (8 in Ataxx, where it is who has more "
        "stones; 20 in chess; elsewhere the whole game)");
    line.add_number("--tree-mb", options.tree_mb, {1, 4096}, "Megabytes of the tree; full, it grows no more");
}

/// `playouts 5312 won 0.532 tree 48213 ms 149.20 pv 1 1 1 2, 7 1 6 1`.
template<Game G>
std::string to_string(const MctsResult<typename G::Move>& found, std::chrono::nanoseconds time) {
    std::string text(120, '\0');
    const int length = std::snprintf(text.data(), text.size(), "playouts %llu won %.3f tree %zu ms %.2f pv",
                                     static_cast<unsigned long long>(found.playouts), found.win_rate,
                                     found.tree_nodes, std::chrono::duration<double>(time).count() * 1e3);
    text.resize(static_cast<std::size_t>(length));
    return text + line_text<G>(found.line);
}

template<Game G>
class MctsPlayer {
  public:
    explicit MctsPlayer(const MctsOptions& options)
        : options_(&options)
        , mcts_(settings_of(options), options.seed.seed()) {}

    typename G::Move operator()(const typename G::Position& position, const OwnClock& clock) {
        const auto start = std::chrono::steady_clock::now();
        Limits limits = limits_of(*options_, clock, start);
        limits.nodes = G::moves(position).size() > 1 ? limits.nodes : 1;
        const auto found = mcts_.search(position, limits);
        if (options_->info) {
            std::cerr << to_string<G>(found, std::chrono::steady_clock::now() - start) << '\n';
        }
        return found.move;
    }

  private:
    static MctsSettings settings_of(const MctsOptions& options) {
        MctsSettings settings = options.settings;
        settings.playout_plies = options.playout_plies.value_or(G::kPlayoutPlies);
        return settings;
    }

    const MctsOptions* options_;
    Mcts<G> mcts_;
};

int play(MctsOptions& options) {
    return serve(AllGames(), options.seed, [&]<class G>(G) { return MctsPlayer<G>(options); });
}

} // namespace

int main(int argc, char** argv) {
    CommandLine line("Monte Carlo tree search (UCT).");
    MctsOptions options;
    add_options(line, options);
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    options.settings.tree_bytes = options.tree_mb << 20;
    return within_memory(argv[0], "--tree-mb", options.tree_mb, [&] { return play(options); });
}
