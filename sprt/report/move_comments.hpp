#pragma once
// The comments of a game as PGN: what is known of each move, and why the game ended.
// Source: docs/commands.md, "sprt export"; for chess fastchess and cutechess.

#include "referee/game/record.hpp"
#include "sprt/report/exported_games.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// Whether the game is the one that the standard of PGN is about, which every reader knows.
[[nodiscard]] bool is_standard(const referee::GameRecord& record);

/// Both must outlive it.
class MoveComments {
  public:
    MoveComments(const referee::GameRecord& record, const ExportedRun& run);

    /// Of the move `turn`, from 0, the opening's included: `book`, or score, depth, the time that was charged
    /// and the facts of run.comments: `+0.35/12 0.042s, tl=9.958s`, in games other than chess `35/12
    /// 0.000042s`. `before`: where it was made. Empty when no comments are wanted.
    [[nodiscard]] std::string of(std::size_t turn, const referee::Board& before) const;

  private:
    /// `tl=9.958s`; empty for what is not known.
    [[nodiscard]] std::string fact_text(MoveFact fact, std::size_t move, const referee::Board& before) const;

    const referee::GameRecord& record_;
    const ExportedRun& run_;
    std::vector<std::optional<std::chrono::nanoseconds>> left_; ///< on the mover's clock after each move
};

/// Why a game of chess ended, in the words that tools for chess know: `White mates`.
[[nodiscard]] std::string standard_ending(const referee::GameRecord& record);

/// Why the game ended. In games other than chess only a fault; empty: the result says all.
[[nodiscard]] std::string ending_comment(const referee::GameRecord& record, const ExportedRun& run);

} // namespace sprt
