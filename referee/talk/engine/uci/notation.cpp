#include "referee/talk/engine/uci/notation.hpp"

#include "referee/base/text.hpp"
#include "referee/rules/ataxx/position.hpp"
#include "referee/rules/fen_text.hpp"
#include "referee/talk/engine/dialect.hpp"
#include "referee/talk/engine/uai/notation.hpp"

#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <optional>
#include <variant>

namespace referee::uci {
namespace {

constexpr uai::BoardLetters kLetters{.stones = {'P', 'p'}, .blocked = '*'};

/// A game in which pieces are put down one after the other, as a grid. Rows are counted from the top, rows
/// and columns from 0.
struct Grid {
    int rows;
    int columns;
    std::array<std::uint64_t, 2> pieces; ///< by Side
    std::uint64_t (*cell)(int row, int column);

    [[nodiscard]] bool has(Side side, std::uint64_t one) const noexcept {
        return (pieces[index(side)] & one) != 0;
    }
};

Grid grid_of(const connect_four::Position& position) {
    return {.rows = connect_four::kRows,
            .columns = connect_four::kColumns,
            .pieces = position.discs,
            .cell = [](int row, int column) {
                return connect_four::lowest_cell(column) << (connect_four::kRows - 1 - row);
            }};
}

Grid grid_of(const tic_tac_toe::Position& position) {
    return {
        .rows = tic_tac_toe::kSize,
        .columns = tic_tac_toe::kSize,
        .pieces = {position.marks[0], position.marks[1]},
        .cell = [](int row, int column) { return std::uint64_t{1} << (tic_tac_toe::kSize * row + column); }};
}

/// Empty for boards of other games.
std::optional<Grid> grid_on(const Board& board) {
    return std::visit(
        []<class Position>(const Position& position) -> std::optional<Grid> {
            if constexpr (requires { grid_of(position); }) {
                return grid_of(position);
            } else {
                return std::nullopt;
            }
        },
        board.position());
}

void add_grid(const Grid& grid, Side to_move, std::string& to) {
    int empty = 0;
    const auto rows = static_cast<std::size_t>(grid.rows);
    const auto columns = static_cast<std::size_t>(grid.columns);
    const auto letter_at = [&](std::size_t i) {
        const std::uint64_t one = grid.cell(static_cast<int>(i / columns), static_cast<int>(i % columns));
        for (const Side side : kSides) {
            if (grid.has(side, one)) {
                return kLetters.stones[side];
            }
        }
        ++empty;
        return kEmptyCell;
    };
    add_board(rows * columns, columns, letter_at, to);
    PerSide<int> in_hand;
    in_hand[to_move] = (empty + 1) / 2;
    in_hand[opponent(to_move)] = empty / 2;
    to += '[';
    for (const Side side : kSides) {
        to.append(static_cast<std::size_t>(in_hand[side]), kLetters.stones[side]);
    }
    to += ']';
}

/// The numbers of putting a piece into a cell; empty when it would not stand there.
std::optional<MoveNumbers> numbers_of(const connect_four::Position& position, int row, int column) {
    const std::uint64_t one = grid_of(position).cell(row, column);
    return (position.free_cells() & one) != 0 ? std::optional(MoveNumbers{column + 1}) : std::nullopt;
}

std::optional<MoveNumbers> numbers_of(const tic_tac_toe::Position& /*position*/, int row, int column) {
    return MoveNumbers{row + 1, column + 1};
}

std::string cell_text(const Grid& grid, int row, int column) {
    return {static_cast<char>('a' + column), static_cast<char>('0' + grid.rows - row)};
}

/// A bundle of rules that writes and reads moves as UCI does.
template<class G>
concept HasCoordinates = requires(const typename G::Position& position, typename G::Move move) {
    { G::coordinates(position, move) } -> std::same_as<std::string>;
    { G::read_coordinates(position, std::string_view()) } -> std::same_as<std::optional<typename G::Move>>;
};

/// `files` and `ranks`: of the board, at most 9.
bool is_no_move(std::string_view word, int files, int ranks) {
    const auto is_square = [&](std::string_view text) {
        return text[0] >= 'a' && text[0] < 'a' + files && text[1] >= '1' && text[1] < '1' + ranks;
    };
    return word == "(none)" || word == "resign" || word == "0000" || word == "null" || word == "pass" ||
           (word.size() == 4 && word.substr(0, 2) == word.substr(2) && is_square(word));
}

AgentFault gave_no_move(const Board& board) {
    const std::size_t legal = std::visit(
        []<class Position>(const Position& position) { return RulesOf<Position>::moves(position).size(); },
        board.position());
    return {Termination::IllegalMove,
            legal == 1 ? "gave no move: there is 1 legal one"
                       : "gave no move: there are " + std::to_string(legal) + " legal ones"};
}

template<class Position>
std::variant<MoveNumbers, AgentFault> read_drop(std::string_view word, const Position& position,
                                                const Board& board) {
    const Grid grid = grid_of(position);
    std::string text = lower_case(word);
    if (is_no_move(text, grid.columns, grid.rows)) {
        return gave_no_move(board);
    }
    if (text.starts_with("p@")) {
        text.erase(0, 2);
    }
    const int column = text.size() == 2 ? text[0] - 'a' : -1;
    const int row = text.size() == 2 ? grid.rows - (text[1] - '0') : -1;
    if (column < 0 || column >= grid.columns || row < 0 || row >= grid.rows) {
        return engine::no_move(word);
    }
    const auto numbers = numbers_of(position, row, column);
    if (numbers && board.after(*numbers)) {
        return *numbers;
    }
    const std::uint64_t one = grid.cell(row, column);
    const bool is_taken = grid.has(Side::First, one) || grid.has(Side::Second, one);
    return AgentFault{Termination::IllegalMove, "played " + to_printable(word) + ": " + text +
                                                    (is_taken ? " is not empty" : " has nothing below it")};
}

template<HasCoordinates G>
std::variant<MoveNumbers, AgentFault> read_coordinates(std::string_view word, const Board& board) {
    constexpr int kSize = 8;
    if (is_no_move(lower_case(word), kSize, kSize)) {
        return gave_no_move(board);
    }
    const auto move = G::read_coordinates(std::get<typename G::Position>(board.position()), word);
    if (!move) {
        return engine::no_move(word);
    }
    const MoveNumbers numbers = G::numbers(*move);
    if (!board.after(numbers)) {
        return AgentFault{Termination::IllegalMove,
                          "played " + to_printable(word) + ": " + why_illegal(board, numbers)};
    }
    return numbers;
}

/// The own stone on the lowest square, in the order a1, b1, ... g7.
std::string lowest_stone(const ataxx::Position& stones) {
    for (int rank = 1; rank <= ataxx::kBoardSize; ++rank) {
        for (int file = 1; file <= ataxx::kBoardSize; ++file) {
            const auto square = ataxx::Square::at(ataxx::kBoardSize + 1 - rank, file);
            if (square && stones.own().has(*square)) {
                return {static_cast<char>('a' + file - 1), static_cast<char>('0' + rank)};
            }
        }
    }
    return {};
}

} // namespace

std::string_view variant_of(Game game) noexcept {
    constexpr auto kVariants =
        std::to_array<std::string_view>({"ataxx", "cfour", "tictactoe", "ataxx", "chess", "chess"});
    static_assert(kVariants.size() == kGames.size(), "each game has a name here");
    return kVariants[static_cast<std::size_t>(game)];
}

std::string_view option_of_rules(Game game) noexcept {
    return rules_name(game) == "chess960" ? "UCI_Chess960" : "";
}

std::string_view hint_for_one_game(Game game) noexcept {
    return variant_of(game) == variant_of(Game::Chess)
               ? ""
               : "; it lists no UCI_Variant: an engine for chess needs --game chess";
}

bool tells_moves(Game game) noexcept {
    return with_game(game, []<class G>(G) { return HasCoordinates<G>; });
}

void add_position(const Board& board, int full_move, std::string& to) {
    assert(full_move >= 1);
    if (tells_moves(board.game())) {
        to += engine_fen(board, full_move);
        return;
    }
    if (const auto grid = grid_on(board)) {
        add_grid(*grid, board.to_move(), to);
    } else {
        uai::add_squares(uai::ataxx_board(board), kLetters, to);
    }
    to += board.to_move() == Side::First ? " w - - 0 " : " b - - 0 ";
    engine::add_number(full_move, to);
}

std::variant<MoveNumbers, AgentFault> read_move(std::string_view word, const Board& board) {
    return std::visit(
        [&]<class Position>(const Position& position) -> std::variant<MoveNumbers, AgentFault> {
            if constexpr (requires { grid_of(position); }) {
                return read_drop(word, position, board);
            } else if constexpr (HasCoordinates<RulesOf<Position>>) {
                return read_coordinates<RulesOf<Position>>(word, board);
            } else {
                const std::string text = lower_case(word);
                return text == "(none)" || text == "resign" ? gave_no_move(board)
                                                            : uai::read_move(word, board);
            }
        },
        board.position());
}

std::string move_text(const Board& board, const MoveNumbers& move) {
    const auto coordinates = [&]<class Position>(const Position& position) -> std::string {
        using G = RulesOf<Position>;
        if constexpr (HasCoordinates<G>) {
            return G::coordinates(position, G::named(move).value());
        } else {
            return {};
        }
    };
    if (std::string text = std::visit(coordinates, board.position()); !text.empty()) {
        return text;
    }
    if (const auto grid = grid_on(board)) {
        const Board after = board.after(move).value();
        const Grid then = grid_on(after).value();
        for (int row = 0; row < grid->rows; ++row) {
            for (int column = 0; column < grid->columns; ++column) {
                const std::uint64_t one = grid->cell(row, column);
                if (then.has(board.to_move(), one) && !grid->has(board.to_move(), one)) {
                    return "P@" + cell_text(*grid, row, column);
                }
            }
        }
    }
    const std::string text = uai::move_text(board, move);
    if (text == "0000") {
        const std::string stone = lowest_stone(uai::ataxx_board(board).stones);
        return stone + stone;
    }
    return text.size() == 2 ? "P@" + text : text;
}

} // namespace referee::uci
