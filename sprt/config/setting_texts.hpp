#pragma once
// Settings whose text has a form of its own: `random:auto` and the comments of PGN.

#include "referee/game/settings/setting.hpp"
#include "referee/rules/games.hpp"
#include "referee/rules/rules.hpp"
#include "sprt/stats/model.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sprt {

// `random:auto`: so many random moves that a run rarely uses up its openings, and a match never. Source:
// docs/games.md, "Openings".

inline constexpr std::string_view kRandomAuto = "random:auto";

/// The fewest random moves, 4 or more, whose openings are enough for 99 of 100 runs of a test: each takes a
/// pair. The true Elo is the one at which the test is longest, half way between the hypotheses; there are no
/// draws and no opening bias. Where no number of moves has enough openings: the one that has the most.
/// `max_games`: the limit of a run; empty: none.
[[nodiscard]] int enough_random_moves(const Hypotheses& hypotheses, Model model,
                                      std::optional<std::uint64_t> max_games, referee::Game game);

/// The fewest random moves, 4 or more, that have an opening for each of `pairs`. Where no number of moves has
/// so many: the one that has the most.
[[nodiscard]] int enough_random_moves(std::uint64_t pairs, referee::Game game);

// How moves of games are written as PGN, and what stands in the comments on them. Source: docs/commands.md,
// "sprt export".

/// Beside score, depth and time, in the order in which they are written.
enum class MoveFact : std::uint8_t { TimeLeft, Latency, Nodes, SelDepth, Nps, HashFull, TbHits, Pv, Line };

struct PgnComments {
    bool are_on = true;            ///< off: only why the game ended
    std::vector<MoveFact> facts{}; ///< in the order of MoveFact, each once
};

inline constexpr std::string_view kPgnCommentsForm = "WORD[,WORD...]";
inline constexpr std::string_view kPgnCommentsHelp =
    "What the comments of PGN say of each move beside score, depth and time: timeleft, latency, nodes, "
    "seldepth, nps, hashfull, tbhits, pv (with --log-pv), line (with --pgn-line); none: no comments on moves";

/// The words for a Notation.
[[nodiscard]] const referee::Words& notations();
/// `text` is one of them.
[[nodiscard]] referee::Notation notation_named(std::string_view text);

/// Reads `none`, or words with commas between them: `timeleft,nodes`; empty: no facts. Throws UserError.
[[nodiscard]] PgnComments read_pgn_comments(std::string_view text);

} // namespace sprt
