#include "agents/program/session.hpp"

#include "referee/base/seed.hpp"
#include "referee/base/text.hpp"
#include "referee/rules/games.hpp"

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string>

namespace search {
namespace {

/// The milliseconds that `text` is, no more and no less. Empty when `text` is no such number.
std::optional<std::chrono::milliseconds> milliseconds_in(std::string_view text) noexcept {
    const auto number = referee::parse_number<std::int64_t>(text);
    return number && *number >= 0 ? std::optional(std::chrono::milliseconds(*number)) : std::nullopt;
}

/// A message that ends with a time.
struct TimedMessage {
    std::string_view body; ///< what stands between its first word and that time
    std::chrono::milliseconds time;
};

/// Empty when `text` is no such message that begins with `word` and a blank.
std::optional<TimedMessage> timed_message(std::string_view text, std::string_view word) noexcept {
    const auto space = text.rfind(' ');
    if (!text.starts_with(word) || space < word.size()) {
        return std::nullopt;
    }
    const auto time = milliseconds_in(text.substr(space + 1));
    return time ? std::optional(TimedMessage{text.substr(word.size(), space - word.size()), *time})
                : std::nullopt;
}

} // namespace

std::optional<std::string_view> game_of_ready(std::string_view text) noexcept {
    for (const std::string_view ready : {"READY FIRST", "READY SECOND"}) {
        if (text == ready) {
            return name(referee::kDefaultGame);
        }
        if (text.starts_with(ready) && text[ready.size()] == ' ') {
            return text.substr(ready.size() + 1);
        }
    }
    return std::nullopt;
}

std::optional<std::uint64_t> seed_of_game(std::string_view text) noexcept {
    constexpr std::string_view kWord = "SEED ";
    return text.starts_with(kWord) ? referee::parse_seed(text.substr(kWord.size())) : std::nullopt;
}

bool begins_game(std::string_view text) noexcept {
    return seed_of_game(text) || game_of_ready(text);
}

std::optional<OwnClock> times_of_clock(std::string_view text) noexcept {
    const auto message = timed_message(text, "CLOCK ");
    const auto increment = message ? milliseconds_in(message->body) : std::nullopt;
    if (!increment) {
        return std::nullopt;
    }
    OwnClock clock(std::chrono::milliseconds(0));
    clock.increment = *increment;
    clock.move = message->time;
    return clock;
}

std::optional<std::chrono::milliseconds> time_left(std::string_view text) noexcept {
    const auto message = timed_message(text, "TURN ");
    return message ? milliseconds_in(message->body) : std::nullopt;
}

std::optional<referee::MoveNumbers> opponents_move(std::string_view text, std::size_t numbers) noexcept {
    const auto message = timed_message(text, "OPP ");
    return message ? referee::parse_move_numbers(' ' + std::string(message->body), numbers) : std::nullopt;
}

std::optional<std::vector<referee::MoveNumbers>> moves_of_opening(std::string_view text,
                                                                  std::size_t numbers) {
    constexpr std::string_view kWord = "OPENING ";
    if (!text.starts_with(kWord)) {
        return std::nullopt;
    }
    text.remove_prefix(kWord.size());
    unsigned count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc()) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    std::vector<referee::MoveNumbers> moves;
    for (; count > 0; --count) {
        const auto move = referee::take_move_numbers(text, numbers);
        if (!move) {
            return std::nullopt;
        }
        moves.push_back(*move);
    }
    return text.empty() ? std::optional(std::move(moves)) : std::nullopt;
}

void say(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

Status give_up(std::string_view what, std::string_view text) {
    std::cerr << what << " '" << text << "'\n";
    return 1;
}

} // namespace search
