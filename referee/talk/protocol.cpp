#include "referee/talk/protocol.hpp"

#include "referee/base/text.hpp"
#include "referee/talk/clock.hpp"
#include "referee/talk/engine/reader.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstring>

namespace referee {
namespace {

/// The line without one CR at its end and the blanks before that.
std::string_view without_trailing_blanks(Line line) noexcept {
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    while (line.ends_with(' ') || line.ends_with('\t')) {
        line.remove_suffix(1);
    }
    return line;
}

AgentFault malformed(Line line, std::string_view wanted) {
    return {Termination::ProtocolError,
            "sent '" + to_printable(line) + "' instead of " + std::string(wanted)};
}

} // namespace

std::string ready_message(Side side, Game game, std::optional<std::uint64_t> new_seed) {
    std::string message = new_seed ? "SEED " + std::to_string(*new_seed) + "\n" : "";
    message += side == Side::First ? "READY FIRST" : "READY SECOND";
    if (game != kDefaultGame) {
        message += " " + std::string(name(game));
    }
    return message + "\n";
}

template<class... Parts>
Message& Message::say(const Parts&... parts) noexcept {
    (add(parts), ...);
    return *this;
}

Message& Message::turn(std::chrono::nanoseconds own_left, std::chrono::nanoseconds other_left) noexcept {
    return say("TURN ", shown_ms(own_left).count(), " ", shown_ms(other_left).count(), "\n");
}

Message& Message::opponent_moved(const MoveNumbers& move, std::chrono::nanoseconds took) noexcept {
    return say("OPP", move, " ", shown_ms(took).count(), "\n");
}

Message& Message::clock(const TimeControl& control) noexcept {
    const auto of_a_move = control.kind == LimitKind::Move ? control.time : TimeControl::Time(0);
    return say("CLOCK ", shown_ms(control.increment).count(), " ", shown_ms(of_a_move).count(), "\n");
}

Message& Message::opening(std::span<const MoveNumbers> moves) noexcept {
    assert(moves.size() <= kMostOpeningMoves);
    say("OPENING ", static_cast<long long>(moves.size()));
    for (const MoveNumbers& move : moves) {
        add(move);
    }
    return say("\n");
}

Message& Message::fen(std::string_view position) noexcept {
    assert(position.size() <= kMostFenBytes);
    return say("FEN ", position, "\n");
}

Message& Message::finish() noexcept {
    return say(kFinishMessage);
}

void Message::add(std::string_view text) noexcept {
    std::memcpy(buffer_.data() + size_, text.data(), text.size());
    size_ += text.size();
}

void Message::add(long long number) noexcept {
    const auto [end, error] = std::to_chars(buffer_.data() + size_, buffer_.data() + buffer_.size(), number);
    size_ = static_cast<std::size_t>(end - buffer_.data());
}

void Message::add(const MoveNumbers& move) noexcept {
    for (const int number : move) {
        say(" ", number);
    }
}

std::variant<Capabilities, AgentFault> parse_ready_answer(Line line) {
    std::string_view text = without_trailing_blanks(line);
    if (text.substr(0, text.find_first_of(" \t")) != "OK") {
        return malformed(line, "OK");
    }
    Capabilities capabilities;
    while (!text.empty()) {
        const std::string_view word = engine::take_word(text);
        capabilities.opening |= word == "OPENING";
        capabilities.games |= word == "GAMES";
        capabilities.clock |= word == "CLOCK";
        capabilities.fen |= word == "FEN";
    }
    return capabilities;
}

std::variant<MoveNumbers, AgentFault> parse_move_answer(Line line, std::size_t numbers,
                                                        std::string_view form) {
    constexpr std::string_view kWord = "MOVE";
    const std::string_view text = without_trailing_blanks(line);
    if (text.starts_with(kWord)) {
        if (const auto move = parse_move_numbers(text.substr(kWord.size()), numbers)) {
            return *move;
        }
    }
    return malformed(line, form);
}

std::unique_ptr<AnswerReader> make_reader(Protocol protocol, const std::optional<engine::LinePattern>& kept) {
    if (is_of_engines(protocol)) {
        return std::make_unique<engine::Reader>(kept);
    }
    return std::make_unique<NativeReader>();
}

void NativeReader::expect(std::string_view /*awaited: one line is an answer, whatever it says*/) {
    size_ = 0;
    is_owed_ = true;
}

std::span<char> NativeReader::room() {
    return is_owed_ ? std::span<char>(input_).subspan(size_) : std::span<char>(unasked_);
}

std::optional<AnswerReader::Answer> NativeReader::take(std::size_t count) {
    if (!is_owed_) {
        if (count > 0 && !uninvited_) {
            uninvited_ = "sent '" + to_printable({unasked_.data(), count}) + "' when no answer was owed";
        }
        return std::nullopt;
    }
    size_ += count;
    const std::string_view input = part();
    const auto newline = input.find('\n');
    if (std::min(newline, input.size()) > kMaxLineBytes) {
        is_owed_ = false;
        return AgentFault{Termination::ProtocolError, "sent a line longer than " +
                                                          std::to_string(kMaxLineBytes) + " bytes: '" +
                                                          to_printable(input) + "'"};
    }
    if (newline == std::string_view::npos) {
        return std::nullopt;
    }
    is_owed_ = false;
    const std::string_view rest = input.substr(newline + 1);
    if (!rest.empty()) {
        uninvited_ = "sent '" + to_printable(rest) + "' behind its answer";
    }
    return input.substr(0, newline);
}

} // namespace referee
