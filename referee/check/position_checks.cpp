// Checks 8 to 12 and 22: positions that agents stumble over.

#include "referee/base/seed.hpp"
#include "referee/base/text.hpp"
#include "referee/base/time.hpp"
#include "referee/check/bench.hpp"
#include "referee/check/checks.hpp"
#include "referee/check/random_mover.hpp"
#include "referee/check/subject.hpp"
#include "referee/talk/protocol.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>

namespace referee::check {
namespace {

using namespace std::chrono_literals;

/// A position in which the side to move must pass, and moves from the start to another one.
struct NoMove {
    std::string_view fen;
    std::string_view moves;
};
constexpr std::array kNoMoves{
    NoMove{
        "7/7/7/7/ooo4/ooo4/xoo4 x 0 20",
        "1 1 3 1 7 1 7 3 3 1 5 3 7 3 5 5 7 7 5 6 1 7 2 6 5 6 3 5 1 7 2 7 3 5 3 6 1 7 1 6 5 5 3 7 1 6 1 5 3 5 "
        "2 5"},
    NoMove{
        "7/7/7/7/xxx4/xxx4/oxx4 o 0 20",
        "1 1 3 2 7 1 5 1 3 2 4 1 1 7 1 6 5 1 3 3 1 6 1 5 3 2 1 4 1 6 2 6 3 3 2 4 2 6 3 5 1 4 2 5 1 7 2 7 2 5 "
        "3 4 2 6 3 7 2 5 3 6"},
};

constexpr std::string_view kUntold = "it offers neither OPENING nor FEN, and is told no positions";
/// Nothing to win or to lose at once.
constexpr std::string_view kMiddle = "x5o/7/2x1o2/7/2o1x2/7/o5x x ";
constexpr std::string_view kBlocked = "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1";
constexpr std::string_view kOToMove = "x5o/7/7/7/7/7/o4xx o 0 1";
constexpr std::string_view kOneEmpty = "ooooooo/ooooooo/ooooooo/oooxxxx/xxxxxxx/xxxxxxx/xxxxxx1 x 0 46";
/// The last stone of the second player can be taken.
constexpr std::string_view kLastStone = "7/7/2x4/3o3/7/7/7 x 0 20";
constexpr std::string_view kMovesToLastStone = "7 7 6 7 1 7 3 5 6 7 4 5 7 1 6 3";

std::string written(const Bench& bench, const TurnAnswer& answer) {
    return notation(bench.subject().rules, answer.move.value());
}

/// What an engine does at half-move 100, which is never asked in a game.
struct AtTheHundredth {
    std::string told{};
    bool survives = false;
};

AtTheHundredth at_the_hundredth(Bench& bench) {
    engine::TurnMessage go;
    go.go_move_time(50ms);
    Search search;
    try {
        search = prepared_talk(bench).search(std::string(kMiddle) + "100 80", go, 50ms + bench.patience());
        expect_none(search.problem);
    } catch (const CheckFailed& failed) {
        return {failed.what()};
    }
    const Board board = read_fen(bench.subject().rules, std::string(kMiddle) + "0 80");
    const bool plays_on = std::holds_alternative<MoveNumbers>(
        engine::read_best_move(bench.subject().dialect(), search.line, board));
    return {plays_on ? "plays on" : "says '" + to_printable(search.line) + "'", true};
}

/// Turns that are played from a pass on: two of each agent.
constexpr int kTurnsAfterPass = 4;

/// Which agents passed in a game: all numbers of a pass are -1.
PerPlayer<bool> passed_in(const GameRecord& record) {
    const auto is_minus_one = [](int number) { return number == -1; };
    PerPlayer<bool> passed{false, false};
    Player mover = record.first;
    for (const TimedMove& move : record.moves) {
        passed[mover] = passed[mover] || std::ranges::all_of(move.numbers, is_minus_one);
        mover = other(mover);
    }
    return passed;
}

/// Of an agent that is told no positions: games from the start against an opponent that leaves one of both no
/// move, first the agent, then itself, until each of them had to pass.
Finding pass_in_games(Bench& bench) {
    constexpr std::chrono::seconds kLongest{20};
    constexpr int kMostGames = 60;
    constexpr int kMostAfterItsPass = 12;
    constexpr int kTurns = 300;
    constexpr int kDeepest = 4;
    const auto begin = SteadyTime::now();
    PerPlayer<bool> passed{false, false};
    std::uint64_t games = 0;
    for (int left = kMostGames; left > 0 && !(passed.agent1 && passed.agent2); --left) {
        if (SteadyTime::now() - begin > kLongest || bench.is_stopped()) {
            break;
        }
        const Player player = passed.agent1 ? Player::Agent2 : Player::Agent1;
        Job job = bench.game(games, bench.patient());
        job.limits.turns = kTurns;
        const Side who = player == job.first ? Side::First : Side::Second;
        // Each depth leads some agents astray. A side that helps to enclose itself has to look far.
        const int depth = player == Player::Agent1 ? kDeepest - left % 3 : kDeepest;
        const GameRecord record = bench.play(job, [&](const Board& board, SplitMix64& chance) {
            return move_towards_pass(board, who, depth, chance);
        });
        ++games;
        expect_none(problem_of(record),
                    fmt::format("in game {} against an opponent that tries to leave {} no move, turn {}: ",
                                games, passed.agent1 ? "itself" : "it", record.turns + 1));
        const auto [one, two] = passed_in(record);
        if (one && !passed.agent1) {
            left = std::min(left, kMostAfterItsPass);
        }
        passed = {passed.agent1 || one, passed.agent2 || two};
    }
    const std::string told = fmt::format("in {} against an opponent that tries to leave a side no move",
                                         referee::counted(games, "game"));
    if (!passed.agent1) {
        return note(
            fmt::format("not seen: it always had a move {}; one that offers OPENING is asked at once", told));
    }
    return ok(fmt::format("it passed {}{}", told, passed.agent2 ? "" : ", which always had one"));
}

} // namespace

Finding pass(Bench& bench) {
    if (!bench.subject().has_positions()) {
        return skip(fmt::format("no side may pass in {}", name(bench.subject().rules)));
    }
    if (!bench.offers()) {
        return fail("it cannot be got ready");
    }
    std::string form;
    for (const auto& [fen, moves] : kNoMoves) {
        const auto situation = bench.situation(fen, moves);
        if (!situation) {
            return pass_in_games(bench);
        }
        form = bench.moved(*situation).line;
        for (const Player who : kPlayers) { // the agent, and its opponent
            expect_none(problem_of(bench.play(bench.game_from(*situation, who, kTurnsAfterPass))),
                        who == Player::Agent1 ? "after its pass: " : "after its opponent's pass: ");
        }
    }
    return ok("'" + to_printable(form) + "'");
}

Finding half_moves(Bench& bench) {
    if (facts_of(bench.subject().rules).reads_notation) {
        return skip(fmt::format("its positions are of {}", name(kDefaultGame)));
    }
    if (!bench.subject().has_positions() || bench.subject().manner.protocol == Protocol::Uci) {
        return skip("it is always told 0 half-moves");
    }
    static_cast<void>(bench.moved(*bench.situation(std::string(kMiddle) + "0 80"), "at 0: "));
    const TurnAnswer at_99 = bench.answer(*bench.situation(std::string(kMiddle) + "99 80"), bench.patient());
    const AtTheHundredth at_100 = at_the_hundredth(bench);
    const std::string told = fmt::format("at 0: plays on; at 99: {}; at 100: {}",
                                         at_99.problem.empty() ? "plays on" : at_99.problem, at_100.told);
    return at_99.problem.empty() && at_100.survives ? ok(told) : note(told);
}

Finding blocked_squares(Bench& bench) {
    if (!bench.subject().has_positions()) {
        return skip(fmt::format("no square is blocked in {}", name(bench.subject().rules)));
    }
    return ok("plays " + written(bench, bench.moved(*bench.situation(kBlocked))));
}

Finding second_player(Bench& bench) {
    if (const auto situation = bench.situation(kOToMove)) {
        return ok("plays " + written(bench, bench.moved(*situation)));
    }
    Job job = bench.game(1, bench.patient()); // it plays second
    job.limits.turns = 2;
    const GameRecord record = bench.play(job);
    const std::string problem = problem_of(record);
    return problem.empty() && record.moves.size() == 2
               ? ok("plays " + notation(bench.subject().rules, record.moves[1].numbers))
               : fail(problem);
}

Finding last_squares(Bench& bench) {
    if (!bench.subject().has_positions()) {
        return skip(fmt::format("its positions are of {}", name(kDefaultGame)));
    }
    std::string told = "one empty square: not asked, which takes FEN; ";
    if (const auto one_empty = bench.situation(kOneEmpty)) {
        constexpr std::string_view kAbout = "one empty square: ";
        told = fmt::format("{}{}; ", kAbout, written(bench, bench.moved(*one_empty, kAbout)));
    }
    const auto last_stone = bench.situation(kLastStone, kMovesToLastStone);
    if (!last_stone) {
        return skip(std::string(kUntold));
    }
    const TurnAnswer takes = bench.moved(*last_stone, "the last stone can be taken: ");
    const Board before = board_of(bench.subject().rules, *last_stone);
    const bool has_won = before.after(takes.move.value())->ending().has_value();
    told += fmt::format("the last stone can be taken: {}, {}", written(bench, takes),
                        has_won ? "taken" : "not taken");
    return has_won ? ok(told) : note(told);
}

Finding random_positions(Bench& bench) {
    constexpr std::chrono::seconds kLongest{12};
    const Subject& subject = bench.subject();
    const auto offers = bench.offers();
    if (!offers || (!offers->fen && !offers->opening)) {
        return offers ? skip(std::string(kUntold)) : fail("it cannot be got ready");
    }
    TimeControl limit = bench.patient();
    bool has_depth = subject.is_engine();
    if (has_depth) {
        limit.kind = LimitKind::Search;
        limit.search.depth = 1;
        limit.turn = 1s;
    }
    const auto begin = SteadyTime::now();
    int asked = 0;
    while (asked < subject.positions && SteadyTime::now() - begin < kLongest && !bench.is_stopped()) {
        SplitMix64 chance(game_seed(subject.seed, static_cast<std::uint64_t>(asked), 1));
        const std::size_t most = offers->fen ? 120 : kMostOpeningMoves;
        const RandomPosition drawn = random_position(subject.rules, chance, most);
        const Situation situation{.start = drawn.start,
                                  .opening = offers->fen ? std::vector<MoveNumbers>() : drawn.moves};
        const TurnAnswer answer = bench.answer(situation, limit);
        if (has_depth && asked == 0 && (answer.is_late || answer.took >= limit.turn)) {
            has_depth = false;
            limit = bench.patient();
            limit.time = 5ms;
            continue;
        }
        if (!answer.problem.empty()) {
            return fail(fmt::format("position {} of {}, {}: {}", asked + 1, subject.positions,
                                    drawn.start.fen, answer.problem));
        }
        ++asked;
    }
    const std::string told = fmt::format("{}{}", counted(static_cast<std::uint64_t>(asked), "position"),
                                         !subject.is_engine() ? ""
                                         : has_depth          ? " at depth 1"
                                                              : " in 5 ms each");
    return asked == subject.positions
               ? ok(told)
               : note(fmt::format("{} of {} in {} s", told, subject.positions, kLongest.count()));
}

} // namespace referee::check
