// A UCI engine that plays the moves of its arguments and costs almost nothing: bench_listed_engine MOVE ...

#include "tests/bench/lines.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace {

using bench::Next;

Next listen_after(bool was_said) {
    return was_said ? Next::Listen : Next::Lost;
}

/// How many moves a position has after those of the start of the game.
std::size_t moves_of(std::string_view position) {
    const std::size_t moves = position.find(" moves ");
    return moves == std::string_view::npos
               ? 0
               : static_cast<std::size_t>(std::ranges::count(position.substr(moves + 1), ' '));
}

} // namespace

int main(int argc, char** argv) {
    std::size_t made = 0;
    return bench::serve_lines(
        [] {},
        [&](std::string_view line) {
            if (line.starts_with("position ")) {
                made = moves_of(line);
                return Next::Listen;
            }
            if (line == "isready") {
                return listen_after(bench::say("readyok\n"));
            }
            if (line.starts_with("go ")) {
                const std::size_t next = made + 1;
                return next < static_cast<std::size_t>(argc)
                           ? listen_after(bench::say("info depth 1 score cp 0 nodes 1 time 0\nbestmove " +
                                                     std::string(argv[next]) + "\n"))
                           : Next::Lost;
            }
            if (line == "uci") {
                return listen_after(bench::say("id name listed\nuciok\n"));
            }
            return line == "quit" ? Next::Done : Next::Listen;
        });
}
