// Plays the first turns of a game in memory, for scripts/bench --only games:
//
//   bench_played GAME MOVES TURNS
//
// MOVES are the numbers of all moves, as `referee perft --moves` reads them. They are the answers of both
// agents, so that all work of a turn is the referee's: its messages, answers, rules, clocks and record,
// without pipes. Prints the line of a log. The same arguments take the same instructions.

#include "referee/base/user_error.hpp"
#include "referee/game/play.hpp"
#include "referee/rules/opening_text.hpp"
#include "tests/bench/arguments.hpp"

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using referee::PerSide;
using referee::Reply;
using referee::Side;

constexpr std::size_t kMostMoves = 400;

/// Both agents. They answer at once and always have the next move.
class Listed final : public referee::Agents {
  public:
    explicit Listed(std::vector<std::string> lines)
        : lines_(std::move(lines)) {}

    [[nodiscard]] const referee::Manner& manner(Side /*side*/) const override { return manner_; }
    [[nodiscard]] bool is_new(Side /*side*/) const override { return true; }
    bool replace(Side /*side*/) override { return false; }
    PerSide<Reply> ask_both(const PerSide<referee::Question>& /*questions*/) override {
        return {answer("OK"), answer("OK")};
    }
    referee::PingHabit& ping_habit(Side /*side*/) override { return ping_habit_; }
    Reply ask(Side /*side*/, const referee::Question& /*question*/) override {
        return answer(lines_.at(next_++));
    }
    PerSide<referee::Departure> finish(const PerSide<std::string_view>& /*last_words*/,
                                       const PerSide<bool>& /*keeps*/) override {
        return {{"exited 0", ""}, {"exited 0", ""}};
    }

  private:
    static Reply answer(referee::Line line) {
        return {.what = line, .elapsed = std::chrono::microseconds(10), .load = {}};
    }

    referee::Manner manner_;
    referee::PingHabit ping_habit_;
    std::vector<std::string> lines_;
    std::size_t next_ = 0;
};

void play_turns(referee::Game game, std::string_view moves, std::size_t turns) {
    std::vector<std::string> lines;
    for (const referee::MoveNumbers& move : make_moves(game, moves, kMostMoves, referee::MayEnd::Yes).moves) {
        lines.push_back("MOVE " + to_string(move));
    }
    if (lines.size() < turns) {
        throw referee::UserError("the game has only " + std::to_string(lines.size()) + " turns");
    }
    referee::Job job{.rules = game};
    job.limits.turns = static_cast<int>(turns);
    Listed agents(std::move(lines));
    std::puts(to_json_line(play(job, agents)).c_str());
}

} // namespace

int main(int argc, char** argv) {
    const auto game = argc == 4 ? referee::game_named(argv[1]) : std::nullopt;
    const auto turns = argc == 4 ? bench::number(argv[3], 1, kMostMoves) : std::nullopt;
    if (!game || !turns) {
        std::fputs("usage: bench_played GAME MOVES TURNS\n", stderr);
        return 2;
    }
    try {
        play_turns(*game, argv[2], *turns);
    } catch (const referee::UserError& error) {
        std::fprintf(stderr, "bench_played: %s\n", error.what());
        return 2;
    }
}
