#pragma once
// Reads Portable Game Notation: the tags and the moves of games, as texts, and openings from them. Comments,
// variations, glyphs and results are passed over. Source: PGN standard of 1994, sections 7 and 8.

#include "sprt/schedule/opening_book.hpp"

#include <cstddef>
#include <istream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sprt {

/// More half-moves than a game can have.
inline constexpr std::size_t kMostPgnMoves = 20'000;

struct PgnGame {
    struct Move {
        std::string text; ///< without its number: `Nf3+`, `Nf3!?`
        std::size_t line = 0;
    };
    std::size_t line = 0; ///< of its first tag or move, from 1
    std::map<std::string, std::string> tags;
    std::vector<Move> moves;
};

class PgnReader {
  public:
    /// `in` is at line `line` of `file`, the name in errors. Of a game at most `kept` moves are kept.
    PgnReader(std::istream& in, std::string file, std::size_t line, std::size_t kept = kMostPgnMoves);

    /// The next game; empty at the end. Throws UserError naming file and line of what is no PGN: a tag
    /// without a value, a comment, value or variation without its end, a word that is too long, a game with
    /// more than kMostPgnMoves moves.
    [[nodiscard]] std::optional<PgnGame> next();

    [[noreturn]] void fail(std::size_t line, const std::string& what) const;

  private:
    [[nodiscard]] int peek() { return in_->peek(); }
    int get();
    /// Passes over blanks and lines that begin with `%`. False at the end.
    bool skip_blanks();
    void skip_line();
    void skip_comment();
    void skip_variation();
    void read_tag(PgnGame& game);
    [[nodiscard]] std::string read_value();
    [[nodiscard]] std::string read_word();
    /// False when the word was the result, which ends the game.
    bool take_word(PgnGame& game, std::string word);

    std::istream* in_;
    std::string file_;
    std::size_t line_;
    std::size_t kept_;
    bool begins_line_ = true;
};

/// The opening that the moves of `pgn` are: a list of moves from the usual start, or the position to which
/// they lead from another one, or by more moves than an opening may have. Throws UserError naming file, line
/// and move of what is wrong: rules of another game, a FEN, a move that is not legal or ends the game.
[[nodiscard]] ReadOpening opening_of_pgn(const PgnReader& reader, const PgnGame& pgn, referee::Game game);

} // namespace sprt
