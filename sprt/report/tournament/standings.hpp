#pragma once
// What a table of agents shows, and in which order. Terminal, Markdown and CSV are made from it, so that
// their figures agree. Source: docs/tournaments.md, "The table".

#include "sprt/ledger/tournament_tally.hpp"
#include "sprt/stats/counts.hpp"
#include "sprt/stats/interval.hpp"
#include "sprt/stats/ratings/ratings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// What is known of an agent besides its counted pairs.
struct AgentConduct {
    std::uint64_t faults = 0;
    std::uint64_t time_losses = 0;
    std::optional<Flaw> withdrawn{}; ///< why; empty: it was not
    bool is_removed = false;         ///< by the user
    bool is_saturated = false;       ///< a pairing of it plays no more, because it only repeats itself
};

/// `results` and `ratings` belong together; the vectors are in their order.
struct Standings {
    std::string head;               ///< a line without its newline
    std::vector<std::string> names; ///< of agents, as users gave them
    Crosstable results;
    Ratings ratings;
    std::vector<Wld> games{};            ///< of the counted pairs, of agent a, by pairing; empty: not known
    std::vector<AgentConduct> conduct{}; ///< by agent; empty: not known
    std::vector<std::string> notes{};    ///< lines below the tables
};

/// Agents as the table lists them: by group, by falling rating, then by the list; those without a rating
/// come last. Ratings within 1e-9 are equal.
[[nodiscard]] std::vector<std::size_t> order_of_rows(const Ratings& ratings);

/// What all games of an agent come to.
struct AgentTotal {
    double points = 0;       ///< a game has one
    std::uint64_t games = 0; ///< of counted pairs
    std::uint64_t draws = 0; ///< 0 when games are not known
};
[[nodiscard]] AgentTotal total_of(const Standings& standings, std::size_t agent);

/// How much is known of an agent's rating.
struct ShownRating {
    enum class Kind : unsigned char {
        None,    ///< no counted pairs
        AtLeast, ///< `bound` or more: it is of a class above that of the zero
        AtMost,  ///< `bound` or less: below it
        Known,
    };
    Kind kind = Kind::None;
    double elo = 0;
    double bound = 0;
    Interval interval{}; ///< 95 %
    bool is_symmetric = true;
};
[[nodiscard]] ShownRating shown_rating(const Standings& standings, std::size_t agent);

/// The rating of `agent` less that of `rival`: the rival's class is that of the zero.
[[nodiscard]] ShownRating shown_difference(const Standings& standings, std::size_t agent, std::size_t rival);

/// Points of `agent` against `rival` as a cell: the points, of how many games, and wins, losses and draws
/// where they are known. Empty when they have no pairing.
struct CrossCell {
    double points = 0;
    std::uint64_t games = 0;
    std::optional<Wld> wld{};
};
[[nodiscard]] std::optional<CrossCell> cross_cell(const Standings& standings, std::size_t agent,
                                                  std::size_t rival);

/// The number of games that all cells share; empty when they differ.
[[nodiscard]] std::optional<std::uint64_t> games_of_all_cells(const Standings& standings);

/// What the fit says, and which groups never met: lines without newlines.
[[nodiscard]] std::vector<std::string> rating_notes(const Standings& standings);

} // namespace sprt
