#pragma once
// What an agent writes about its search to standard error (--info): one line a move.

#include "agents/search/deepening.hpp"
#include "agents/search/game.hpp"
#include "referee/rules/move_numbers.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace search {

/// `+3` in the units of the evaluation, or `win 5` or `loss 4`: the game ends after so many plies.
[[nodiscard]] inline std::string value_text(int value) {
    if (is_decided(value)) {
        return value > 0 ? "win " + std::to_string(kInfinity - value)
                         : "loss " + std::to_string(kInfinity + value);
    }
    return (value > 0 ? "+" : "") + std::to_string(value);
}

/// ` 1 1 1 2, 7 1 6 1`: the numbers of the moves.
template<Game G>
[[nodiscard]] std::string line_text(const std::vector<typename G::Move>& line) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
        text += i == 0 ? " " : ", ";
        text += to_string(G::Rules::numbers(line[i]));
    }
    return text;
}

/// `nodes 5312 nodes/s 9123456 ms 0.58`.
[[nodiscard]] inline std::string effort_text(std::uint64_t nodes, std::chrono::nanoseconds time) {
    const double seconds = std::chrono::duration<double>(time).count();
    const double speed = seconds > 0 ? static_cast<double>(nodes) / seconds : 0;
    std::string text(100, '\0');
    const int length = std::snprintf(text.data(), text.size(), "nodes %llu nodes/s %.0f ms %.2f",
                                     static_cast<unsigned long long>(nodes), speed, seconds * 1e3);
    text.resize(static_cast<std::size_t>(length));
    return text;
}

/// `depth 3 value +2 nodes 5312 nodes/s 9123456 ms 0.58 pv 1 1 1 2, 7 1 6 1`, without a newline: what a
/// search found in `time`.
template<Game G>
[[nodiscard]] std::string thought_text(const Deepened<typename G::Move>& found,
                                       std::chrono::nanoseconds time) {
    return "depth " + std::to_string(found.depth) + " value " + value_text(found.choice.value) + ' ' +
           effort_text(found.nodes, time) + " pv" + line_text<G>(found.line);
}

} // namespace search
