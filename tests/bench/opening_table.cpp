// Solves the positions of the opening table of Connect Four, for scripts/experiments/opening-table:
//
//   bench_opening_table MEGABYTES < KNOWN
//
// The table holds a move for each position of the first seven turns in which its owner, the first or the second
// player, has followed the table so far, and the opponent has played anything. Of a position and its mirror
// image it holds one. KNOWN are lines of the form that is printed, which are not solved again. Prints a line
// `MOVES MOVE SCORE` for each other position as soon as it is solved: the moves from the start (`-` for none),
// the move of the table, and the score for the side that makes it. Standard error has the nodes and seconds of
// each. MEGABYTES are for the solver's table.

#include "agents/connect_four/solver.hpp"
#include "tests/bench/arguments.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using connect_four::Move;
using connect_four::Position;
using connect_four::Rules;
using Solved = search::Solved<Move>;

constexpr int kTurnsOfTable = 7;

/// The second player's first moves in the report, against columns 1 to 7. Each stands in the table if no move
/// is better.
constexpr std::string_view kReported = "4344454";

struct Line {
    Position position;
    std::string moves;
};

Line after(const Line& line, Move move) {
    return {Rules::after(line.position, move), line.moves + std::to_string(move.column() + 1)};
}

class Maker {
  public:
    Maker(std::size_t megabytes, std::map<std::string, Solved> known)
        : solver_(megabytes)
        , known_(std::move(known)) {}

    /// Prints what its owner plays in `start` and in all positions after it.
    void make(const std::vector<Line>& starts, int turn) {
        std::vector<Line> nexts;
        std::set<referee::CanonicalKey> keys;
        for (const Line& line : starts) {
            const Line answered = after(line, move_for(line));
            if (turn + 2 > kTurnsOfTable) {
                continue;
            }
            for (const Move reply : Rules::moves(answered.position)) {
                Line next = after(answered, reply);
                if (keys.insert(Rules::key(next.position)).second) {
                    nexts.push_back(std::move(next));
                }
            }
        }
        if (!nexts.empty()) {
            make(nexts, turn + 2);
        }
    }

  private:
    Move move_for(const Line& line) {
        const std::string name = line.moves.empty() ? "-" : line.moves;
        if (const auto known = known_.find(name); known != known_.end()) {
            return known->second.move;
        }
        const auto start = std::chrono::steady_clock::now();
        search::Watch watch({});
        Solved solved = solver_.solve(line.position, watch);
        if (line.moves.size() == 1) {
            const Move reported(kReported[static_cast<std::size_t>(line.moves[0] - '1')] - '1');
            if (solver_.reaches_by(line.position, reported, solved.score, watch)) {
                solved.move = reported;
            }
        }
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        std::printf("%s %d %d\n", name.c_str(), solved.move.column() + 1, solved.score);
        std::fflush(stdout);
        std::fprintf(stderr, "%s: %llu nodes, %.1f s\n", name.c_str(), static_cast<unsigned long long>(watch.nodes()),
                     seconds);
        return solved.move;
    }

    search::ConnectFourSolver solver_;
    std::map<std::string, Solved> known_;
};

std::optional<std::map<std::string, Solved>> read_known() {
    std::map<std::string, Solved> known;
    for (std::string text; std::getline(std::cin, text);) {
        std::istringstream words(text);
        std::string moves;
        int column = 0;
        int score = 0;
        if (!(words >> moves >> column >> score) || column < 1 || column > connect_four::kColumns) {
            std::fprintf(stderr, "bench_opening_table: no line of the table: %s\n", text.c_str());
            return std::nullopt;
        }
        known[moves] = {.move = Move(column - 1), .score = score};
    }
    return known;
}

} // namespace

int main(int argc, char** argv) {
    const auto megabytes = bench::number(argc == 2 ? argv[1] : "", 1, 1 << 20);
    if (!megabytes) {
        std::fputs("usage: bench_opening_table MEGABYTES < KNOWN\n", stderr);
        return 2;
    }
    auto known = read_known();
    if (!known) {
        return 2;
    }
    Maker maker(*megabytes, std::move(*known));
    maker.make({Line{}}, 1);
    std::vector<Line> answers;
    for (const Move move : {Move(0), Move(1), Move(2), Move(3)}) { // the others are images of these
        answers.push_back(after(Line{}, move));
    }
    maker.make(answers, 2);
}
