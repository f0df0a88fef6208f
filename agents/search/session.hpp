#pragma once
// An agent's side of the protocol: reads messages, keeps the position, asks `choose` for a move.
// Source: docs/protocol.md.

#include "referee/rules/move.hpp"
#include "referee/rules/position.hpp"

#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

namespace ataxx {

/// Says in one line what is wrong with the command line. Returns the exit status for it: 2.
[[nodiscard]] inline int wrong_arguments(const char* program, const char* what) {
    std::cerr << program << ": " << what << " (see --help)\n";
    return 2;
}

/// Serves one game on standard input and output. `choose(const Position&) -> Move` is called on each TURN,
/// with a legal move to return. Returns the exit status: 0 after FINISH or the end of input, 1 for a message
/// it does not know or a move it cannot make (said on standard error).
template<class Choose>
int serve(Choose&& choose) {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    Position position;
    const auto say = [](std::string_view text) {
        std::fwrite(text.data(), 1, text.size(), stdout);
        std::fflush(stdout);
    };
    std::string line;
    while (std::getline(std::cin, line)) {
        const std::string_view text = line;
        if (text.starts_with("TURN ")) {
            const Move move = choose(position);
            position = position.after(move);
            std::string answer = "MOVE ";
            answer += to_string(move);
            answer += '\n';
            say(answer);
        } else if (text.starts_with("OPP ")) {
            const auto numbers =
                parse_move_numbers(text.substr(3, text.rfind(' ') - 3)); // its last number is a time
            const auto move = numbers ? Move::from_numbers(*numbers) : std::nullopt;
            if (!move || !position.is_legal(*move)) {
                std::cerr << "cannot make the move in '" << text << "'\n";
                return 1;
            }
            position = position.after(*move);
        } else if (text == "READY FIRST" || text == "READY SECOND") {
            position = Position();
            say("OK\n");
        } else if (text == "FINISH") {
            return 0;
        } else {
            std::cerr << "unknown message '" << text << "'\n";
            return 1;
        }
    }
    return 0;
}

} // namespace ataxx
