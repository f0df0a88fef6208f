#pragma once
// How moves of games are written as PGN, and what stands in the comments on them. Source: docs/commands.md,
// "sprt export".

#include "referee/game/settings/setting.hpp"
#include "referee/rules/rules.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace sprt {

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
