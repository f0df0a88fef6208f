#pragma once
// What the index of a page says of each game: an array for each property, by game.
// Source: docs/runs.md, "The index of a page".

#include "referee/game/player.hpp"
#include "referee/game/record.hpp"
#include "sprt/ledger/counting.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

// The games of a page: blocks of lines of games.jsonl, in which standard error is cut.
// Source: docs/runs.md, "The data of a page".

/// Games in a block.
inline constexpr std::uint64_t kBlockGames = 256;

/// The line of a game for the page, without its newline: `line`, in which `stderr` of each fault is cut from
/// its front when it is longer than `most_bytes`; such a fault has `"stderr_cut": true`.
[[nodiscard]] std::string page_line(std::string_view line, std::size_t most_bytes);

/// Texts without copies; a text is told by its index.
class TextTable {
  public:
    /// The index of `text`, which is added when it is new.
    [[nodiscard]] std::size_t index_of(std::string_view text);
    [[nodiscard]] const std::vector<std::string>& texts() const noexcept { return texts_; }

  private:
    std::vector<std::string> texts_;
    std::map<std::string, std::size_t, std::less<>> indices_;
};

/// So many parameters of a tuning have their values in the index; the line of a game has all.
inline constexpr std::size_t kMostTuned = 8;

/// A game in the index.
struct GameRow {
    int first = 1;               ///< the agent that plays first, 1 or 2
    std::optional<int> winner{}; ///< 1, 2, or 0 for a draw; empty: not scored
    std::uint64_t turns = 0;     ///< moves of the opening and of the game
    std::size_t termination = 0; ///< in Columns::terminations()
    std::size_t opening = 0;     ///< in Columns::openings()
    referee::PerPlayer<int> score;
    referee::PerPlayer<std::int64_t> used_us; ///< time charged
    int fault = 0;                            ///< the agent that lost by a fault or on time, 1 or 2; 0: none
    bool disputed = false;                    ///< a time loss for which the machine may be to blame
    bool repeat = false;       ///< its pair (or the game, where games are counted) equals an earlier one
    std::int64_t delay_us = 0; ///< the agents waited so long for a core; the longer one's
    std::optional<std::size_t> worker{}; ///< in Columns::workers(); empty: this machine played it
};

/// The rows of all games.
class Columns {
  public:
    /// For add() with `repeats_pair`.
    Columns() noexcept = default;
    explicit Columns(const CountingRules& rules) noexcept;

    /// Takes the next game; `standing` is the state with it. A pair that repeats another one is known with
    /// its second game: then the row of its first game changes, too.
    void add(const referee::GameRecord& record, const Standing& standing);
    /// Takes the next game, which makes a pair that repeats another one, or does not.
    void add(const referee::GameRecord& record, bool repeats_pair);

    /// Of a tuning what each game was played with, of at most kMostTuned parameters; otherwise empty.
    [[nodiscard]] const std::vector<referee::TunedGame>& tuned() const noexcept { return tuned_; }
    [[nodiscard]] const std::vector<GameRow>& rows() const noexcept { return rows_; }
    [[nodiscard]] const std::vector<std::string>& terminations() const noexcept {
        return terminations_.texts();
    }
    /// Moves as records for other programs write them (Game notation), with blanks between them; `FEN ...`
    /// for a position whose moves are not known; empty: the start.
    [[nodiscard]] const std::vector<std::string>& openings() const noexcept { return openings_.texts(); }
    /// Names, in the order of their first games.
    [[nodiscard]] const std::vector<std::string>& workers() const noexcept { return workers_.texts(); }

  private:
    void add_row(const referee::GameRecord& record, bool repeats);

    bool collapses_games_ = false;
    TextTable terminations_;
    TextTable openings_;
    TextTable workers_;
    std::vector<GameRow> rows_;
    std::vector<referee::TunedGame> tuned_;
    std::uint64_t units_before_ = 0;    ///< pairs, or games, before the last game
    std::uint64_t distinct_before_ = 0; ///< of these, those that repeat no other one
};

} // namespace sprt
