#pragma once
// An agent's side of the protocol: reads messages, keeps the position, asks `choose` for a move.
// Source: docs/protocol.md.

#include "referee/rules/ataxx/move.hpp"
#include "referee/rules/ataxx/position.hpp"

#include <charconv>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace referee {

/// Says in one line what is wrong with the command line. Returns the exit status for it: 2.
[[nodiscard]] inline int wrong_arguments(const char* program, const char* what) {
    std::cerr << program << ": " << what << " (see --help)\n";
    return 2;
}

/// The position after the moves of `OPENING n x1 y1 x2 y2 ...`, made from the start. Empty when `text` is no
/// such message or holds a move that cannot be made.
[[nodiscard]] inline std::optional<ataxx::Position> position_after_opening(std::string_view text) noexcept {
    constexpr std::string_view kWord = "OPENING ";
    if (!text.starts_with(kWord)) {
        return std::nullopt;
    }
    text.remove_prefix(kWord.size());
    unsigned moves = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), moves);
    if (error != std::errc()) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    ataxx::Position position;
    for (; moves > 0; --moves) {
        const auto numbers = ataxx::take_move_numbers(text);
        const auto move = numbers ? ataxx::Move::from_numbers(*numbers) : std::nullopt;
        if (!move || !position.is_legal(*move)) {
            return std::nullopt;
        }
        position = position.after(*move);
    }
    return text.empty() ? std::optional(position) : std::nullopt;
}

/// The milliseconds that `text` is, no more and no less. Empty when it is no such number.
[[nodiscard]] inline std::optional<std::chrono::milliseconds>
milliseconds_in(std::string_view text) noexcept {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < 0 || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return std::chrono::milliseconds(number);
}

/// What `TURN my_time opp_time` says is left on the agent's own clock. Empty when `text` is no such message.
[[nodiscard]] inline std::optional<std::chrono::milliseconds> time_left(std::string_view text) noexcept {
    constexpr std::string_view kWord = "TURN ";
    const auto space = text.rfind(' ');
    if (!text.starts_with(kWord) || space < kWord.size() || !milliseconds_in(text.substr(space + 1))) {
        return std::nullopt;
    }
    return milliseconds_in(text.substr(kWord.size(), space - kWord.size()));
}

/// The move of `OPP x1 y1 x2 y2 time`. Empty when `text` is no such message.
[[nodiscard]] inline std::optional<ataxx::Move> opponents_move(std::string_view text) noexcept {
    constexpr std::string_view kWord = "OPP ";
    const auto space = text.rfind(' ');
    if (!text.starts_with(kWord) || space < kWord.size() || !milliseconds_in(text.substr(space + 1))) {
        return std::nullopt;
    }
    const auto numbers = ataxx::parse_move_numbers(text.substr(kWord.size() - 1, space - kWord.size() + 1));
    return numbers ? ataxx::Move::from_numbers(*numbers) : std::nullopt;
}

/// Serves one game on standard input and output. `choose(const Position&) -> Move`, or `choose(const
/// Position&, std::chrono::milliseconds left) -> Move` for an agent that looks at its clock, is called on
/// each TURN, with a legal move to return. Returns the exit status: 0 after FINISH or the end of input, 1 for
/// a message it does not know or a move it cannot make (said on standard error).
template<class Choose>
int serve(Choose&& choose) {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    ataxx::Position position;
    bool may_open = false; // OPENING comes straight after OK or not at all
    const auto say = [](std::string_view text) {
        std::fwrite(text.data(), 1, text.size(), stdout);
        std::fflush(stdout);
    };
    std::string line;
    while (std::getline(std::cin, line)) {
        const std::string_view text = line;
        const bool is_first = std::exchange(may_open, false);
        if (const auto left = time_left(text)) {
            ataxx::Move move;
            if constexpr (std::is_invocable_v<Choose&, const ataxx::Position&, std::chrono::milliseconds>) {
                move = choose(std::as_const(position), *left);
            } else {
                move = choose(std::as_const(position));
            }
            position = position.after(move);
            std::string answer = "MOVE ";
            answer += to_string(move);
            answer += '\n';
            say(answer);
        } else if (text.starts_with("OPP ")) {
            const auto move = opponents_move(text);
            if (!move || !position.is_legal(*move)) {
                std::cerr << "cannot make the move in '" << text << "'\n";
                return 1;
            }
            position = position.after(*move);
        } else if (text == "READY FIRST" || text == "READY SECOND") {
            position = ataxx::Position();
            may_open = true;
            say("OK OPENING\n");
        } else if (is_first && text.starts_with("OPENING ")) {
            const auto opened = position_after_opening(text);
            if (!opened) {
                std::cerr << "cannot make the moves in '" << text << "'\n";
                return 1;
            }
            position = *opened;
        } else if (text == "FINISH") {
            return 0;
        } else {
            std::cerr << "unknown message '" << text << "'\n";
            return 1;
        }
    }
    return 0;
}

} // namespace referee
