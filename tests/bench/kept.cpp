// How often an agent's moves keep win, draw or loss in Connect Four, for scripts/experiments/connect-four:
//
//   bench_kept solved|table REPEATS AGENT
//
// AGENT is a command, as of `referee play`. It is asked for one move in each position, in a game of its own
// whose opening is the way there, with 300 s on its clock and REPEATS times with different seeds. The
// positions are those of tests/support/connect_four_solved.hpp, or the opening table's, where the solver
// judges a move that is not the table's: some minutes for those of the first turns. Prints `NAME KEPT OF` for
// each group of positions that there is, then `best` for the moves that also keep the score.

#include "agents/connect_four/opening_table.hpp"
#include "agents/connect_four/solver.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/process_player.hpp"
#include "referee/process/orphans.hpp"
#include "referee/talk/agent_processes.hpp"
#include "tests/bench/arguments.hpp"
#include "tests/support/connect_four_solved.hpp"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using connect_four::Move;
using connect_four::Position;
using connect_four::Rules;
using referee::tests::Kind;
using referee::tests::Stage;

/// Asks an agent for one move at a time.
class Asked {
  public:
    explicit Asked(const std::string& command)
        : kit_{.settings = {}, .roster = roster_of(command), .trace = {}, .trace_faults = {}}
        , player_(kit_, nullptr, {}, orphans_) {}

    /// Throws std::runtime_error when the agent gives no move.
    [[nodiscard]] Move move_after(std::string_view moves, std::uint64_t seed) {
        referee::Job job{.rules = referee::Game::ConnectFour, .seeds{seed, seed}};
        for (const char column : moves) {
            job.opening.push_back(Rules::numbers(Move(column - '1')));
        }
        job.limits.time = {std::chrono::seconds(300), std::chrono::seconds(300)};
        job.limits.turns = static_cast<int>(moves.size()) + 1;
        const auto record = player_.play(job);
        if (record.moves.size() != 1) {
            const std::string why = record.fault ? ": " + record.fault->reason : "";
            throw std::runtime_error("the agent gave no move after " + std::string(moves) + why);
        }
        return *Rules::named(record.moves[0].numbers);
    }

  private:
    static referee::Program find(const std::string& command) {
        const auto bin = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
        return referee::find_program(referee::split_words(command), {}, bin / "agents");
    }

    static referee::Roster roster_of(const std::string& command) {
        return referee::Roster(
            {{.name = "agent 1", .program = find(command)}, {.name = "agent 2", .program = find(command)}});
    }

    referee::PlayerKit kit_;
    referee::Orphans orphans_;
    referee::ProcessPlayer player_;
};

/// What was counted for groups of positions, in the order of their names.
class Counts {
  public:
    void add(const std::string& group, bool is_kept) {
        auto& [kept, of] = groups_[group];
        kept += is_kept ? 1 : 0;
        ++of;
    }
    void print() const {
        for (const auto& [group, counts] : groups_) {
            std::printf("%s %d %d\n", group.c_str(), counts.first, counts.second);
        }
    }

  private:
    std::map<std::string, std::pair<int, int>> groups_;
};

std::string name_of(Stage stage) {
    switch (stage) {
    case Stage::Opening:
        return "opening";
    case Stage::Early:
        return "early";
    case Stage::Middle:
        return "middle";
    case Stage::End:
        return "end";
    }
    return {};
}

std::string name_of(Kind kind) {
    switch (kind) {
    case Kind::Balanced:
        return "balanced";
    case Kind::OnlyMove:
        return "onlymove";
    case Kind::Forced:
        return "forced";
    case Kind::Immediate:
        return "immediate";
    case Kind::Lost:
        return "lost";
    }
    return {};
}

void ask_solved(Asked& agent, std::uint64_t seed, Counts& counts) {
    for (const auto& position : referee::tests::kSolvedPositions) {
        const Move move = agent.move_after(position.moves, seed);
        const bool is_kept = position.keeps(move.column());
        counts.add(name_of(position.stage), is_kept);
        counts.add(name_of(position.kind), is_kept);
        counts.add("all", is_kept);
        counts.add("best", position.columns[static_cast<std::size_t>(move.column())] == position.score());
    }
}

void ask_table(Asked& agent, search::ConnectFourSolver& solver, std::uint64_t seed, Counts& counts) {
    for (const auto& opening : search::kConnectFourOpenings) {
        const Move move = agent.move_after(opening.moves, seed);
        const int least = opening.score > 0 ? 1 : opening.score == 0 ? 0 : -search::kDiscsOfSide;
        search::Watch watch({});
        const Position position = search::position_of(opening);
        const bool is_kept =
            move == Move(opening.column - 1) || solver.reaches_by(position, move, least, watch);
        counts.add("all", is_kept);
        counts.add("turn" + std::to_string(opening.moves.size() + 1), is_kept);
    }
}

} // namespace

int main(int argc, char** argv) {
    const std::string_view set = argc == 4 ? argv[1] : "";
    const auto repeats = bench::number(argc == 4 ? argv[2] : "", 1, 1000);
    if ((set != "solved" && set != "table") || !repeats) {
        std::fputs("usage: bench_kept solved|table REPEATS AGENT\n", stderr);
        return 2;
    }
    std::signal(SIGPIPE, SIG_IGN); // an agent that has exited is a result
    try {
        Asked agent(argv[3]);
        Counts counts;
        search::ConnectFourSolver solver(set == "table" ? 512 : 1);
        for (std::uint64_t seed = 1; seed <= *repeats; ++seed) {
            if (set == "solved") {
                ask_solved(agent, seed, counts);
            } else {
                ask_table(agent, solver, seed, counts);
            }
        }
        counts.print();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench_kept: %s\n", error.what());
        return 2;
    }
}
