#pragma once
// What a game gives to be refereed: pure values and static functions.
// Source: docs/architecture.md, "Another game".

#include "referee/rules/drawing.hpp"
#include "referee/rules/ending.hpp"
#include "referee/rules/move_numbers.hpp"
#include "referee/rules/position_key.hpp"
#include "referee/rules/side.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace referee {

/// A game as a bundle of static functions and constants.
///  - `kName`: in flags, files and messages. `kRuleSet`: only of a game that can be played by several sets of
///    rules, each of which is a bundle of its own with the same kName. `kMoveForm`: the answer to TURN, e.g.
///    `MOVE column`. `kNumbers`: how many numbers a move has. `kStartFen`: the default Position as text.
///  - `kTurns`: after so many turns of both sides a game ends unless another limit is given.
///    `kEndsByItself`: no game can last longer, whatever the limit.
///  - `kMostScore`: no score is higher. `kScoreUnit`: what a score counts, e.g. `stones`.
///  - `kImages`: how many symmetries keep the starting position. `kOpenings`: at [n - 1] how many different
///    openings of n moves there are, or are at least. `kListedPlies`: up to so many moves all openings are
///    listed, longer ones are drawn.
///  - `moves(position)`: the legal moves in a fixed order, none when the board has ended the game.
///  - `named(numbers)`: the move with these numbers; empty when they name none on any position.
///  - `ending(position)`: how the board has ended the game; empty while it goes on.
///  - `score(position)`: the side with the higher score wins; equal scores are a draw.
///  - `is_quiet(position)`: whether an opening may end here.
///  - `key(position)`: equal for images of a position, for no others. `image(move, i)`, i below kImages: the
///    move under a symmetry that keeps the starting position; image 0 is the move itself.
template<class G>
concept Rules = std::regular<typename G::Position> && std::regular<typename G::Move> &&
    requires(const typename G::Position& position, typename G::Move move, const MoveNumbers& numbers,
             int image) {
    { G::kName } -> std::convertible_to<std::string_view>;
    { G::kMoveForm } -> std::convertible_to<std::string_view>;
    { G::kStartFen } -> std::convertible_to<std::string_view>;
    { G::kScoreUnit } -> std::convertible_to<std::string_view>;
    { G::kNumbers } -> std::convertible_to<std::size_t>;
    { G::kTurns } -> std::convertible_to<int>;
    { G::kEndsByItself } -> std::convertible_to<bool>;
    { G::kMostScore } -> std::convertible_to<int>;
    { G::kImages } -> std::convertible_to<int>;
    { G::kListedPlies } -> std::convertible_to<int>;
    {std::span<const std::uint64_t>(G::kOpenings)};
    { G::to_move(position) } -> std::same_as<Side>;
    { G::moves(position) } -> std::same_as<typename G::Moves>;
    { G::named(numbers) } -> std::same_as<std::optional<typename G::Move>>;
    { G::numbers(move) } -> std::same_as<MoveNumbers>;
    { G::is_legal(position, move) } -> std::same_as<bool>;
    { G::after(position, move) } -> std::same_as<typename G::Position>;
    { G::ending(position) } -> std::same_as<std::optional<Termination>>;
    { G::score(position) } -> std::same_as<PerSide<int>>;
    { G::is_quiet(position) } -> std::same_as<bool>;
    { G::key(position) } -> std::same_as<CanonicalKey>;
    { G::image(move, image) } -> std::same_as<typename G::Move>;
};

/// A game that people can read.
///  - `read_fen(text)`: throws UserError naming what is wrong and where. `fen(position)`: that text.
///  - `kPieces`: the letters of both sides in such a text.
///  - `notation(numbers)`: the move with these numbers in a game record for other programs, without blanks;
///  it begins with a
///    letter, or it is a pass.
///  - `why_illegal(position, numbers)`: of numbers that are no legal move in a position that goes on.
///  - `fen(position, move_number)`, `start_number(text)`: only where that text has the number of the move.
///    `start_number` throws UserError when the numbers of `text` say that the game is over.
///  - `winner_by_filling(position, turns_left)`: only where stones fill the board. The side that wins
///  whatever
///    the other one does, because that one can only pass; empty when this is not proved.
///  - `kind(move)`: only where a game has moves of several kinds. The noun, e.g. `pass`.
///  - `draw(position)`: the board without marks. `draw(before, move)`: the board after a legal move.
///    `words(before, move)`: what the move does. `kMarks`: the words for the marks that the game uses.
template<class G>
concept ReadableRules = Rules<G> && requires(const typename G::Position& position, typename G::Move move,
                                             const MoveNumbers& numbers, std::string_view text) {
    { G::read_fen(text) } -> std::same_as<typename G::Position>;
    { G::fen(position) } -> std::same_as<std::string>;
    { G::kPieces } -> std::convertible_to<PerSide<char>>;
    { G::notation(numbers) } -> std::same_as<std::string>;
    { G::why_illegal(position, numbers) } -> std::same_as<std::string>;
    { G::draw(position) } -> std::same_as<Drawing>;
    { G::draw(position, move) } -> std::same_as<Drawing>;
    { G::words(position, move) } -> std::same_as<MoveWords>;
    {std::span<const MarkWords>(G::kMarks)};
};

} // namespace referee
