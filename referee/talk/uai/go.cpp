#include "referee/talk/uai/go.hpp"

#include "referee/talk/clock.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cstring>
#include <variant>

namespace referee::uai {
namespace {

using ataxx::Square;

void add_number(std::string& to, int number) {
    std::array<char, 12> digits;
    const std::to_chars_result end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    to.append(digits.data(), end.ptr);
}

/// A letter for each stone and each blocked square, a digit for each run of empty squares.
void add_squares(std::string& to, const AtaxxBoard& board) {
    const auto first = board.stones.stones(Side::First);
    const auto second = board.stones.stones(Side::Second);
    int run = 0;
    const auto add = [&](char letter) {
        if (run > 0) {
            to += static_cast<char>('0' + run);
            run = 0;
        }
        to += letter;
    };
    for (int i = 0; i < ataxx::kSquares; ++i) {
        const Square square(i);
        if (board.empty.has(square)) {
            ++run;
        } else {
            add(first.has(square) ? 'x' : second.has(square) ? 'o' : '-');
        }
        if (i % ataxx::kBoardSize == ataxx::kBoardSize - 1) {
            add(i + 1 < ataxx::kSquares ? '/' : ' ');
        }
    }
}

} // namespace

AtaxxBoard ataxx_board(const Board& board) noexcept {
    if (const auto* const position = std::get_if<ataxx::uai::Position>(&board.position())) {
        return {position->stones(), position->empty_squares(), position->can_move()};
    }
    const auto* const position = std::get_if<ataxx::Position>(&board.position());
    assert(position != nullptr);
    return {*position, position->empty_squares(), position->can_move()};
}

std::string_view fen_for_engine(const Board& board, int full_move, std::string& to) {
    assert(full_move >= 1);
    const auto* const counted = std::get_if<ataxx::uai::Position>(&board.position());
    to.clear();
    add_squares(to, ataxx_board(board));
    to += board.to_move() == Side::First ? 'x' : 'o';
    to += ' ';
    add_number(to, counted != nullptr ? counted->half_moves() : 0);
    to += ' ';
    add_number(to, full_move);
    return to;
}

namespace {

constexpr std::size_t kMostFenBytes = 100;

std::chrono::milliseconds::rep at_least_one_ms(std::chrono::nanoseconds time) noexcept {
    return std::max(shown_ms(time), std::chrono::milliseconds(1)).count();
}

} // namespace

std::string setoption_message(std::string_view name, std::string_view value) {
    assert(name.find('\n') == std::string_view::npos && value.find('\n') == std::string_view::npos);
    std::string message = "setoption name " + std::string(name);
    if (!value.empty()) {
        message += " value " + std::string(value);
    }
    return message + "\n";
}

TurnMessage& TurnMessage::position(std::string_view fen) noexcept {
    assert(fen.size() <= kMostFenBytes);
    add("position fen ");
    add(fen);
    add("\n");
    return *this;
}

TurnMessage& TurnMessage::is_ready() noexcept {
    add(kIsReadyMessage);
    return *this;
}

TurnMessage& TurnMessage::go_clock(const PerSide<std::chrono::nanoseconds>& left,
                                   const PerSide<std::chrono::nanoseconds>& increments) noexcept {
    add("go btime ");
    add_number(at_least_one_ms(left.first));
    add(" wtime ");
    add_number(at_least_one_ms(left.second));
    add(" binc ");
    add_number(shown_ms(increments.first).count());
    add(" winc ");
    add_number(shown_ms(increments.second).count());
    add("\n");
    return *this;
}

TurnMessage& TurnMessage::go_move_time(std::chrono::milliseconds time) noexcept {
    add("go movetime ");
    add_number(time.count());
    add("\n");
    return *this;
}

TurnMessage& TurnMessage::go_nodes(std::uint64_t nodes) noexcept {
    add("go nodes ");
    add_number(nodes);
    add("\n");
    return *this;
}

TurnMessage& TurnMessage::go_depth(int depth) noexcept {
    add("go depth ");
    add_number(depth);
    add("\n");
    return *this;
}

void TurnMessage::add(std::string_view text) noexcept {
    assert(size_ + text.size() <= buffer_.size());
    std::memcpy(buffer_.data() + size_, text.data(), text.size());
    size_ += text.size();
}

template<class Number>
void TurnMessage::add_number(Number number) noexcept {
    const std::to_chars_result result =
        std::to_chars(buffer_.data() + size_, buffer_.data() + buffer_.size(), number);
    size_ = static_cast<std::size_t>(result.ptr - buffer_.data());
}

} // namespace referee::uai
