#include "referee/talk/engine/dialect.hpp"

#include "referee/base/text.hpp"
#include "referee/talk/clock.hpp"
#include "referee/talk/engine/reader.hpp"
#include "referee/talk/engine/uai/notation.hpp"
#include "referee/talk/engine/uci/notation.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cstdlib>
#include <limits>

namespace referee::engine {
namespace {

using namespace std::chrono_literals;

constexpr Dialect kUai{.name = "UAI",
                       .hello = "uai\n",
                       .hello_ok = "uaiok",
                       .new_game = "uainewgame\nisready\n",
                       .clock_letter = {'b', 'w'},
                       .new_game_limit = 10s,
                       .ping_limit = 5s,
                       .tells_moves = [](Game /*game*/) noexcept { return false; },
                       .add_position = uai::add_position,
                       .read_move = uai::read_move,
                       .move_text = uai::move_text};

constexpr Dialect kUci{.name = "UCI",
                       .hello = "uci\n",
                       .hello_ok = "uciok",
                       .new_game = "ucinewgame\nisready\n",
                       .clock_letter = {'w', 'b'},
                       .new_game_limit = 60s,
                       .ping_limit = 10s,
                       .tells_moves = uci::tells_moves,
                       .add_position = uci::add_position,
                       .read_move = uci::read_move,
                       .move_text = uci::move_text};

std::chrono::milliseconds::rep at_least_one_ms(std::chrono::nanoseconds time) noexcept {
    return std::max(shown_ms(time), std::chrono::milliseconds(1)).count();
}

LineFault past(Termination end) {
    return end == Termination::Checkmate       ? LineFault::PastCheckmate
           : end == Termination::Stalemate     ? LineFault::PastStalemate
           : end == Termination::Repetition    ? LineFault::PastRepetition
           : end == Termination::HalfmoveLimit ? LineFault::PastHalfmoves
                                               : LineFault::PastEnd;
}

} // namespace

const Dialect& dialect_of(Protocol protocol) noexcept {
    assert(is_of_engines(protocol));
    switch (protocol) {
    case Protocol::Native:
    case Protocol::Uai:
        break;
    case Protocol::Uci:
        return kUci;
    }
    return kUai;
}

std::variant<MoveNumbers, AgentFault> read_best_move(const Dialect& dialect, std::string_view line,
                                                     const Board& board) {
    std::string_view text = trimmed(line);
    if (take_word(text) != "bestmove") {
        return AgentFault{Termination::ProtocolError,
                          "sent '" + to_printable(line) + "' instead of bestmove"};
    }
    const std::string_view word = take_word(text);
    return word.empty() ? AgentFault{Termination::ProtocolError, "sent 'bestmove', which names no move"}
                        : dialect.read_move(word, board);
}

AgentFault no_move(std::string_view word) {
    return {Termination::ProtocolError, "sent 'bestmove " + to_printable(word) + "', which names no move"};
}

std::optional<LineFault> fault_of_line(const Dialect& dialect, std::string_view line,
                                       std::optional<Score> score, Course game) {
    const auto verdict = [&] { return board_verdict(game, std::numeric_limits<int>::max()); };
    if (line.empty()) {
        return std::nullopt;
    }
    const Side mover = game.board().to_move();
    const int before = game.turns();
    while (!line.empty()) {
        const std::string_view word = take_word(line);
        if (const auto end = verdict()) {
            return past(*end);
        }
        const auto move = dialect.read_move(word, game.board());
        if (std::holds_alternative<AgentFault>(move) || !game.make(std::get<MoveNumbers>(move))) {
            return LineFault::Illegal;
        }
    }
    if (!score || !score->is_mate) {
        return std::nullopt;
    }
    const bool mates = score->value > 0;
    const std::int64_t most = std::int64_t{2} * std::abs(std::int64_t{score->value}) - (mates ? 1 : 0);
    const auto end = verdict();
    const bool is_mate = end && winner_by_board(game.board(), *end) == (mates ? mover : opponent(mover));
    return is_mate && game.turns() - before <= most ? std::nullopt : std::optional(LineFault::NoMate);
}

void add_number(std::int64_t number, std::string& to) {
    std::array<char, 24> digits;
    const std::to_chars_result end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    to.append(digits.data(), end.ptr);
}

std::string setoption_message(std::string_view name, std::string_view value, bool is_button) {
    assert(name.find('\n') == std::string_view::npos && value.find('\n') == std::string_view::npos);
    std::string message = "setoption name " + std::string(name);
    if (!is_button) {
        message += " value " + std::string(value);
    }
    return message + "\n";
}

void TurnMessage::begin(bool says_position) {
    text_.resize(kept_);
    begin_ = says_position ? 0 : kept_;
    if (says_position && kept_ > 0) {
        text_ += '\n';
    }
}

void TurnMessage::add_move(std::string_view move) {
    text_.resize(kept_);
    text_ += has_moves_ ? " " : " moves ";
    has_moves_ = true;
    text_ += move;
    keep();
}

TurnMessage& TurnMessage::start() {
    text_ += "position startpos";
    return *this;
}

TurnMessage& TurnMessage::start(std::string_view fen) {
    text_ += "position fen ";
    text_ += fen;
    return *this;
}

TurnMessage& TurnMessage::position(std::string_view fen) {
    start(fen);
    text_ += '\n';
    return *this;
}

TurnMessage& TurnMessage::position(const Dialect& dialect, const Board& board, int full_move) {
    text_ += "position fen ";
    dialect.add_position(board, full_move, text_);
    text_ += '\n';
    return *this;
}

TurnMessage& TurnMessage::is_ready() {
    text_ += kIsReadyMessage;
    return *this;
}

TurnMessage& TurnMessage::go_clock(const Dialect& dialect, const PerSide<std::chrono::nanoseconds>& left,
                                   const PerSide<std::chrono::nanoseconds>& increments, int moves_to_go,
                                   const SearchLimit& search) {
    go(search);
    for (const Side side : kSides) {
        text_ += ' ';
        text_ += dialect.clock_letter[side];
        add("time ", at_least_one_ms(left[side]));
    }
    for (const Side side : kSides) {
        text_ += ' ';
        text_ += dialect.clock_letter[side];
        add("inc ", shown_ms(increments[side]).count());
    }
    if (moves_to_go > 0) {
        add(" movestogo ", moves_to_go);
    }
    text_ += '\n';
    return *this;
}

TurnMessage& TurnMessage::go_move_time(std::chrono::milliseconds time, const SearchLimit& search) {
    go(search).add(" movetime ", at_least_one_ms(time));
    text_ += '\n';
    return *this;
}

TurnMessage& TurnMessage::go_search(const SearchLimit& search) {
    go(search);
    text_ += '\n';
    return *this;
}

/// Begins `go`, without its newline.
TurnMessage& TurnMessage::go(const SearchLimit& search) {
    text_ += "go";
    if (search.nodes > 0) {
        add(" nodes ", search.nodes);
    }
    if (search.depth > 0) {
        add(" depth ", search.depth);
    }
    return *this;
}

TurnMessage& TurnMessage::add(std::string_view words, std::int64_t number) {
    text_ += words;
    add_number(number, text_);
    return *this;
}

} // namespace referee::engine
