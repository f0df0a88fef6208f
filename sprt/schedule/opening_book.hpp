#pragma once
// Reads openings from a file: games in Portable Game Notation, when its first character that is no blank is a
// bracket; otherwise each line holds one opening: its moves in order, the first player's first, or a position
// as FEN or EPD. The first opening tells which of them the file holds. Comments and lines without an opening
// are skipped. Source: docs/games.md, "A file of openings".

#include "sprt/schedule/openings.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <istream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

// One line of a file of openings: a list of moves, a FEN, or an EPD. Source: docs/games.md, "A file of
// openings".

enum class LineFormat : std::uint8_t {
    Moves,
    Position, ///< a board and a side to move, and nothing else: a FEN or an EPD
    Fen,      ///< with counters
    Epd,      ///< with operations
};

/// With its article: `a list of moves`.
[[nodiscard]] std::string_view name(LineFormat format) noexcept;

/// Which format `text`, a line without its comment, shows. Whatever holds no `/` is a list of moves.
[[nodiscard]] LineFormat format_of(std::string_view text) noexcept;

/// The line without its comment and without blanks at its ends; empty when it holds no opening.
[[nodiscard]] std::string_view without_comment(std::string_view line) noexcept;

/// As format_of(), by the positions of `game`: where they may be EPDs, all that have a `/` are positions.
[[nodiscard]] LineFormat format_of(std::string_view text, referee::Game game) noexcept;

/// As without_comment(), by the positions of `game`: where they may be EPDs, whose operations are part of the
/// position, only a `#` at the beginning of a word outside quotes begins a comment of them.
[[nodiscard]] std::string_view without_comment(std::string_view line, referee::Game game) noexcept;

/// The format of a file of which earlier lines have `file` and the next one has `line`; empty when they do
/// not go together.
[[nodiscard]] std::optional<LineFormat> joined(LineFormat file, LineFormat line) noexcept;

/// An opening, and the board on which its games begin. No moves are looked for.
struct ReadOpening {
    Opening opening;
    referee::Board board;
};

/// Reads `text`, a line without its comment. The usual start is an opening without moves. Throws UserError
/// naming what is wrong with it.
[[nodiscard]] ReadOpening read_opening(referee::Game game, std::string_view text);

struct BookContent {
    std::string file;
    std::vector<Opening> openings;  ///< in the order of the file, without duplicates
    std::vector<std::size_t> lines; ///< of each opening, from 1
    std::uint64_t duplicates = 0;   ///< openings left out: an earlier one has the same canonical key
    /// Lines of positions among `openings` in which the side to move must pass.
    std::vector<std::size_t> forced_passes;
};

/// Reads all openings from `in`; of PGN at most `plies` moves of each game, and all when it is empty.
/// Positions near the start get the moves that lead to them, but for chess, see moves_to().
/// Throws UserError naming `file`, the line and the move for an opening that is illegal from the starting
/// position, ends the game or is too long, for a position that is none or in which the game is over, and for
/// a line of another format than the first; throws UserError naming `file` when there is no opening, and when
/// there are `plies` for a file that is no PGN.
[[nodiscard]] BookContent parse_book(std::istream& in, const std::string& file, referee::Game game,
                                     std::optional<std::size_t> plies = {});

/// Far longer than any opening. The limit refuses a file of another kind early.
inline constexpr std::size_t kMostLineBytes = 4096;

/// May stand at the beginning of a file.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// The most bytes of a file of openings.
inline constexpr std::uintmax_t kMostBookBytes = std::uintmax_t{1} << 30;

/// Opens `file`, which starts at the working directory when it is relative. Throws UserError when it cannot
/// be read, is no regular file or is larger than kMostBookBytes.
[[nodiscard]] std::ifstream open_book(const std::filesystem::path& file);

/// Whether the first opening in `file` is a position. Throws UserError as open_book() does.
[[nodiscard]] bool holds_positions(const std::filesystem::path& file, referee::Game game);

/// parse_book() of the text of `file`. Throws UserError also as open_book() does.
[[nodiscard]] BookContent read_book(const std::filesystem::path& file, referee::Game game,
                                    std::optional<std::size_t> plies = {});

/// What is known of a file, but the numbers of openings and of moves.
[[nodiscard]] OpeningsFacts facts_of_book(const BookContent& content);

// Reads Portable Game Notation: the tags and the moves of games, as texts, and openings from them. Comments,
// variations, glyphs and results are passed over. Source: PGN standard of 1994, sections 7 and 8.

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
