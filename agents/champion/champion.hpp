#pragma once
// The agent `champion`: its search, and its side of UAI. The search is principal variation search that leaves
// out and shortens what is unlikely to matter, with the network's values.
// Source: the Chess Programming Wiki (reverse futility and futility pruning, late move pruning and
// reductions, history heuristic, aspiration windows); what each is worth here: docs/champion.md.

#include "agents/champion/network.hpp"
#include "agents/program/timed.hpp"
#include "agents/search/deepening.hpp"
#include "agents/search/table.hpp"
#include "agents/search/watch.hpp"
#include "referee/rules/ataxx/uai/rules.hpp"

#include <cstddef>
#include <functional>
#include <memory>

namespace search {

/// A search with what it remembers of a game: make another one for another game. Takes several megabytes
/// beside its table.
class Champion {
  public:
    using Move = ataxx::Move;
    using Position = ataxx::uai::Position;
    using Found = Deepened<Move>;

    /// Takes `megabytes` for the table. Throws std::bad_alloc.
    explicit Champion(std::size_t megabytes, const Network& network = built_in_network());
    ~Champion();

    /// Searches an unfinished position deeper and deeper until a limit is reached. `done` is called after
    /// each depth. The value is in 1 / kValueOne, or kInfinity less the plies to a win.
    [[nodiscard]] Found think(const Position& position, const Limits& limits,
                              const std::function<void(const Found&)>& done = {});

  private:
    class Tree;
    struct Memory;

    /// Searches to `depth`, with a window around the value of the depth before. False when the watch is over
    /// before it has ended; a better move that was found until then counts.
    bool search(Tree& tree, int depth, const Watch& watch, Found& found);

    std::unique_ptr<Memory> memory_;
};

// The agent `champion` as an engine that speaks UAI, the dialect of UCI for Ataxx. Source: docs/engines.md.

/// Serves on the descriptor `input` and standard output until `quit` or the end of the input. Limits of
/// `options` hold where `go` has none of its own. Lines that are not known are ignored, as UCI has it; a
/// position that is wrong is named by an `info string` and leaves the one before.
void serve_uai(int input, const TimedOptions& options, const Network& network);

} // namespace search
