#include "referee/talk/uai/best_move.hpp"

#include "referee/base/text.hpp"
#include "referee/rules/ataxx/text.hpp"
#include "referee/talk/uai/go.hpp"
#include "referee/talk/uai/reader.hpp"

#include <optional>

namespace referee::uai {
namespace {

using ataxx::kBoardSize;
using ataxx::Square;

/// A move as it was written: a clone has no source, a pass no square at all.
struct Written {
    std::optional<Square> from;
    std::optional<Square> to;
};

/// The square of the first two characters, e.g. `g2`.
std::optional<Square> square_named(std::string_view text) noexcept {
    const int file = text[0] - 'a' + 1;
    const int rank = text[1] - '0';
    return Square::at(kBoardSize + 1 - rank, file);
}

/// Empty when the word is no move on any position.
std::optional<Written> written_move(std::string_view word) {
    const std::string text = lower_case(word);
    if (text == "0000" || text == "pass" || text == "null") {
        return Written{};
    }
    const std::size_t target = text.size() == 4 ? 2 : 0;
    if (text.size() != 2 && text.size() != 4) {
        return std::nullopt;
    }
    Written move{.from = std::nullopt, .to = square_named(std::string_view(text).substr(target))};
    if (target != 0 && !text.starts_with("p@")) {
        move.from = square_named(text);
        if (!move.from) {
            return std::nullopt;
        }
    }
    if (!move.to) {
        return std::nullopt;
    }
    return move.from == move.to ? Written{} : move;
}

/// Why a move is not legal; empty when it is.
std::string why_not(const AtaxxBoard& board, const Written& move) {
    const auto own = board.stones.own();
    if (!move.to) {
        return board.can_move ? "it may not pass while it has a move" : "";
    }
    if (move.from && !own.has(*move.from)) {
        return square_text(*move.from) + " holds no stone of its own";
    }
    if (const int steps = move.from ? distance(*move.from, *move.to) : 1; steps > 2) {
        return square_text(*move.to) + " is " + std::to_string(steps) + " away, not 1 or 2";
    }
    if (!board.empty.has(*move.to)) {
        return square_text(*move.to) + " is not empty";
    }
    if (!move.from && (neighbours(*move.to) & own).empty()) {
        return "no stone of its own is beside " + square_text(*move.to);
    }
    return "";
}

/// The one move that all spellings of a legal move are.
ataxx::Move the_move(const AtaxxBoard& board, const Written& move) {
    if (!move.to) {
        return ataxx::Move::pass();
    }
    const bool is_jump = move.from && distance(*move.from, *move.to) == 2;
    return {is_jump ? *move.from : (neighbours(*move.to) & board.stones.own()).lowest(), *move.to};
}

} // namespace

std::variant<MoveNumbers, AgentFault> read_best_move(std::string_view line, const Board& board) {
    const AtaxxBoard ataxx = ataxx_board(board);
    std::string_view text = trimmed(line);
    if (take_word(text) != "bestmove") {
        return AgentFault{Termination::ProtocolError,
                          "sent '" + to_printable(line) + "' instead of bestmove"};
    }
    const std::string_view word = take_word(text);
    if (word.empty()) {
        return AgentFault{Termination::ProtocolError, "sent 'bestmove' without a move"};
    }
    const auto move = written_move(word);
    if (!move) {
        return AgentFault{Termination::ProtocolError,
                          "sent 'bestmove " + to_printable(word) + "', which names no move"};
    }
    if (const std::string reason = why_not(ataxx, *move); !reason.empty()) {
        return AgentFault{Termination::IllegalMove, "played " + to_printable(word) + ": " + reason};
    }
    return the_move(ataxx, *move).numbers();
}

bool is_legal_line(std::string_view line, Board board) {
    while (!line.empty()) {
        const auto move = board.ending() ? std::nullopt : written_move(take_word(line));
        if (!move || !why_not(ataxx_board(board), *move).empty()) {
            return false;
        }
        board = board.after(the_move(ataxx_board(board), *move).numbers()).value();
    }
    return true;
}

} // namespace referee::uai
