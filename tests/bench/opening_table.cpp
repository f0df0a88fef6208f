// Solves the positions of the opening table of Connect Four, for scripts/experiments/opening-table:
//
//   bench_opening_table MEGABYTES < KNOWN
//
// The table holds a move for each position of the first seven turns in which its owner, the first or the
// second player, has followed the table so far, and the opponent has played anything; and where the first
// move was any and the second that of the table, as openings may have it. Of a position and its mirror image
// it holds one. KNOWN are lines of the form that is printed, which are not solved again. Prints a line `MOVES
// MOVE SCORE` for each other position as soon as it is solved: the moves from the start (`-` for none), the
// move of the table, and the score for the side that makes it. Standard error has the nodes and seconds of
// each. MEGABYTES are for the solver's table.

#include "agents/connect_four/solver.hpp"
#include "tests/bench/arguments.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <new>
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

/// A position, which stands for its mirror image as well, and the move of the table.
struct Entry {
    Position position;
    Move move;
};
using Known = std::map<referee::CanonicalKey, Entry>;

class Maker {
  public:
    Maker(std::size_t megabytes, Known known)
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

    /// The move of the table; solved and printed when it is not known.
    Move move_for(const Line& line) {
        const auto key = Rules::key(line.position);
        if (const auto known = known_.find(key); known != known_.end()) {
            const int image = known->second.position == line.position ? 0 : 1;
            return Rules::image(known->second.move, image);
        }
        const auto start = std::chrono::steady_clock::now();
        search::Watch watch({});
        auto solved = solver_.solve(line.position, watch);
        if (line.moves.size() == 1) {
            const Move reported(kReported[static_cast<std::size_t>(line.moves[0] - '1')] - '1');
            if (solver_.reaches_by(line.position, reported, solved.score, watch)) {
                solved.move = reported;
            }
        }
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        const std::string name = line.moves.empty() ? "-" : line.moves;
        std::printf("%s %d %d\n", name.c_str(), solved.move.column() + 1, solved.score);
        std::fflush(stdout);
        std::fprintf(stderr, "%s: %llu nodes, %.1f s\n", name.c_str(),
                     static_cast<unsigned long long>(watch.nodes()), seconds);
        known_[key] = {line.position, solved.move};
        return solved.move;
    }

  private:
    search::ConnectFourSolver solver_;
    Known known_;
};

std::optional<Known> read_known() {
    Known known;
    for (std::string text; std::getline(std::cin, text);) {
        std::istringstream words(text);
        std::string moves;
        int column = 0;
        int score = 0;
        if (!(words >> moves >> column >> score) || column < 1 || column > connect_four::kColumns) {
            std::fprintf(stderr, "bench_opening_table: no line of the table: %s\n", text.c_str());
            return std::nullopt;
        }
        Line line;
        for (const char move : moves == "-" ? "" : moves) {
            if (move < '1' || move > '7' || !Rules::is_legal(line.position, Move(move - '1'))) {
                std::fprintf(stderr, "bench_opening_table: no moves: %s\n", moves.c_str());
                return std::nullopt;
            }
            line = after(line, Move(move - '1'));
        }
        const int most = search::score_of_a_win_now(static_cast<int>(line.moves.size()));
        if (!Rules::is_legal(line.position, Move(column - 1)) || score > most || score < -most) {
            std::fprintf(stderr, "bench_opening_table: no move and score of that position: %s\n",
                         text.c_str());
            return std::nullopt;
        }
        known.try_emplace(Rules::key(line.position), Entry{line.position, Move(column - 1)});
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
    std::optional<Maker> made;
    try {
        made.emplace(*megabytes, std::move(*known));
    } catch (const std::bad_alloc&) {
        std::fputs("bench_opening_table: there is less memory than that\n", stderr);
        return 2;
    }
    Maker& maker = *made;
    maker.make({Line{}}, 1);
    std::vector<Line> answers;
    for (const Move move : {Move(0), Move(1), Move(2), Move(3)}) { // the others are images of these
        answers.push_back(after(Line{}, move));
    }
    maker.make(answers, 2);
    // An opening may have set the first move: the first player then follows the table from turn 3 on.
    std::vector<Line> set;
    set.reserve(answers.size());
    for (const Line& line : answers) {
        set.push_back(after(line, maker.move_for(line)));
    }
    maker.make(set, 3);
}
