// Lines of logs with random errors, in each game.

#include "referee/base/text.hpp"
#include "referee/game/game_text.hpp"
#include "referee/game/review/review.hpp"
#include "tests/support/mutation.hpp"
#include "tests/support/print.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>
#include <string>
#include <variant>
#include <vector>

namespace referee {
namespace {

using namespace std::chrono_literals;
using testing_support::is_printable_line;
using testing_support::Mutator;
using testing_support::read_or_refused;
using testing_support::Verdicts;

constexpr int kLines = 500; // of each kind and game

/// What the rules say of the moves of a record, found without replay() and differences().
struct Outcome {
    bool is_legal = true;
    Board board; ///< the last one
    std::optional<Termination> verdict;
};

Outcome outcome_of(const GameRecord& record) {
    Outcome outcome{.board = Board(record.rules), .verdict = {}};
    std::vector<MoveNumbers> moves = record.opening;
    for (const TimedMove& move : record.moves) {
        moves.push_back(move.numbers);
    }
    Course course(outcome.board);
    for (const MoveNumbers& move : moves) {
        if (board_verdict(course, record.turn_limit) || !course.make(move)) {
            outcome.is_legal = false;
            return outcome;
        }
        outcome.board = course.board();
    }
    outcome.verdict = board_verdict(course, record.turn_limit);
    return outcome;
}

/// A game by chance with an opening, ended by the board, by a turn limit or, when `faulty`, by an agent's
/// fault.
GameRecord a_game(Game game, Mutator& random, bool faulty) {
    GameRecord record;
    record.rules = game;
    record.game = random.below(1000);
    record.pair = record.game / 2;
    record.first = random.below(2) == 0 ? Player::Agent1 : Player::Agent2;
    record.turn_limit = effective_turns(game, static_cast<int>(8 + random.below(24)));
    record.seed = {random.below(1'000'000), UINT64_MAX};
    record.exit = {"exited 0", "killed by referee"};
    record.limits = {10s, 20s};
    const std::size_t opening = random.below(4);
    const std::size_t most = faulty ? opening + random.below(3) : 1000;
    Course course{Board(game)};
    while (!board_verdict(course, record.turn_limit) && record.turns < most) {
        const Board& board = course.board();
        const auto random_numbers = [&](const auto& position) {
            using Rules = RulesOf<decltype(position)>;
            const auto moves = Rules::moves(position);
            return Rules::numbers(moves[random.below(moves.size())]);
        };
        const MoveNumbers move = std::visit(random_numbers, board.position());
        if (record.turns < opening) {
            record.opening.push_back(move);
        } else {
            const auto took = std::chrono::microseconds(100 + random.below(100'000));
            record.moves.push_back({move, took});
            record.used[player_of(board.to_move(), record.first)] += took;
        }
        EXPECT_TRUE(course.make(move));
        ++record.turns;
    }
    const Board& board = course.board();
    for (const Side side : kSides) {
        record.score[player_of(side, record.first)] = board.score()[side];
    }
    if (const auto verdict = board_verdict(course, record.turn_limit)) {
        record.termination = *verdict;
        const auto winner = winner_by_board(board, *verdict);
        record.winner = winner ? winner_is(player_of(*winner, record.first)) : Winner::Draw;
    } else {
        const Player loser = player_of(board.to_move(), record.first);
        record.termination = Termination::IllegalMove;
        record.fault = FaultNote{loser, "played 9 9: gr\xC3\xBC\xC3\x9F", "its \"last\" words\n\x1B"};
        record.winner = winner_is(other(loser));
    }
    return record;
}

/// A value somewhere in `json`, or `json` itself.
nlohmann::ordered_json& value_in(nlohmann::ordered_json& json, Mutator& random) {
    nlohmann::ordered_json* value = &json;
    while (value->is_structured() && !value->empty() && random.below(6) != 0) {
        value = &*std::next(value->begin(), static_cast<std::ptrdiff_t>(random.below(value->size())));
    }
    return *value;
}

/// The line with one to two values replaced, removed or repeated: JSON all the same.
std::string with_other_values(const std::string& line, Mutator& random) {
    static const auto kValues = nlohmann::ordered_json::parse(
        R"([null, true, -1, 0, 1, 2, 3, 9, 1.5, 1e3, 42, 9007199254740993, 1e300, 18446744073709551616, "", "1",
            "line", "board_full", "timeout", "crashed", "aborted", "ataxx", "chess", "\u0000",
            "xéééééééééééééééééééééééééééééééééééééééé", [], [1], [1,1], [1,1,1,2,3], {}, {"a":1}, [[[[1]]]]])");
    auto json = nlohmann::ordered_json::parse(line);
    for (std::size_t changes = 1 + random.below(2); changes > 0; --changes) {
        auto& value = value_in(json, random);
        const std::size_t kind = random.below(4);
        if (kind == 0 && value.is_structured() && !value.empty()) {
            value.erase(std::next(value.begin(), static_cast<std::ptrdiff_t>(random.below(value.size()))));
        } else if (kind == 1 && value.is_array() && !value.empty()) {
            value.push_back(value[random.below(value.size())]);
        } else if (kind == 2 && value.is_array() && value.size() > 1) {
            std::swap(value[random.below(value.size())], value[random.below(value.size())]);
        } else {
            value = kValues[random.below(kValues.size())];
        }
    }
    return json.dump();
}

/// What a reader of the log is told when the record is accepted and nothing is reported.
void expect_told_truly(const GameRecord& record) {
    const Outcome right = outcome_of(record);
    const GameEnding& ending = ending_by(record.termination);
    EXPECT_TRUE(right.is_legal);
    EXPECT_EQ(record.pair, record.game / 2);
    EXPECT_EQ(record.turns, record.opening.size() + record.moves.size());
    for (const Side side : kSides) {
        EXPECT_EQ(record.score[player_of(side, record.first)], right.board.score()[side]);
    }
    if (ending.is_by_board()) {
        const auto side = winner_by_board(right.board, record.termination);
        EXPECT_EQ(right.verdict, record.termination);
        EXPECT_EQ(record.winner, side ? winner_is(player_of(*side, record.first)) : Winner::Draw);
        EXPECT_FALSE(record.fault);
    } else if (ending.is_by_fault()) {
        EXPECT_FALSE(right.verdict);
        ASSERT_TRUE(record.fault);
        EXPECT_EQ(record.winner, winner_is(other(record.fault->agent)));
    } else if (ending.is_by_rule()) {
        EXPECT_FALSE(right.verdict);
        EXPECT_TRUE(record.winner && record.adjudication);
        EXPECT_FALSE(record.fault);
    } else {
        EXPECT_FALSE(record.winner);
    }
}

/// What became of a line.
struct Judged {
    bool is_accepted = false;
    bool is_reported = false; ///< accepted, and the review lists differences
};

/// Reads the line, and prints all that is shown of it.
Judged judge(const std::string& line) {
    const auto record = read_or_refused(line, [](const std::string& text) { return parse_record(text); });
    const auto reviewed = read_or_refused(line, [](const std::string& text) {
        std::istringstream log(text + "\n");
        return review(log, "games.jsonl");
    });
    if (!record) {
        EXPECT_TRUE(!reviewed || line.empty() || line.find('\n') != std::string::npos);
        return {};
    }
    const std::string printed = to_json_line(*record);
    EXPECT_EQ(to_json_line(parse_record(printed)), printed);
    EXPECT_PRED1(is_printable_line, game_line(*record));
    EXPECT_FALSE(show(*record, std::nullopt, {}).empty());
    const auto found = differences(*record);
    EXPECT_EQ(differences(parse_record(printed)), found);
    for (const std::string& difference : found) {
        EXPECT_PRED1(is_printable_line, difference);
    }
    if (found.empty()) {
        expect_told_truly(*record);
    }
    return {.is_accepted = true, .is_reported = !found.empty()};
}

class MutatedLine : public testing::Test {
  protected:
    template<class Change>
    static void check_lines(Change&& change) {
        for (const Game game : kGames) {
            SCOPED_TRACE(rules_name(game));
            Mutator mutate({"null", "true", "1", "[1,1]", ",", "\"", "[", "}", "\\u00e9", "\"line\""});
            Verdicts reading;
            Verdicts reviewing;
            for (int i = 0; i < kLines; ++i) {
                const GameRecord original = a_game(game, mutate, i % 3 == 0);
                const std::string line = to_json_line(original);
                EXPECT_TRUE(differences(original).empty()) << differences(original).front() << line;
                EXPECT_EQ(to_json_line(parse_record(line)), line);
                const std::string changed = change(line, mutate);
                const Judged judged = judge(changed);
                reading.add(judged.is_accepted);
                if (judged.is_accepted) {
                    reviewing.add(!judged.is_reported);
                }
                ASSERT_FALSE(HasFailure()) << to_printable(changed, 10'000);
            }
            reading.expect_both();
            reviewing.expect_both();
        }
    }
};

TEST_F(MutatedLine, with_other_bytes_is_refused_in_words_or_told_truly_or_reported) {
    check_lines([](const std::string& line, Mutator& mutate) { return mutate(line); });
}

TEST_F(MutatedLine, with_other_values_is_refused_in_words_or_told_truly_or_reported) {
    check_lines(with_other_values);
}

} // namespace
} // namespace referee
