// A game of Ataxx under UAI's rules: played, written down and reviewed.

#include "referee/game/review/review.hpp"
#include "tests/referee/game/ended_games.hpp"
#include "tests/referee/game/play_scene.hpp"
#include "tests/support/print.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace referee {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr int kNoLimit4700 = 4700; // what UAI's rules have

/// The first player clones once; then both jump to and fro, `half_moves` times together.
std::vector<MoveNumbers> waiting(std::size_t half_moves) {
    const std::vector<MoveNumbers> round{{1, 7, 1, 5}, {7, 7, 5, 7}, {1, 5, 1, 7}, {5, 7, 7, 7}};
    std::vector<MoveNumbers> moves{{1, 1, 1, 2}};
    for (std::size_t i = 0; i < half_moves; ++i) {
        moves.push_back(round[i % round.size()]);
    }
    return moves;
}

GameRecord drawn_game() {
    return record_of(waiting(100), Player::Agent1, kNoLimit4700, Game::AtaxxUai);
}

TEST(UaiRules, a_hundred_half_moves_without_a_clone_are_a_draw_whatever_the_stones) {
    for (const Player first : kPlayers) {
        FakeAgents agents;
        script(agents, waiting(100));
        Job job = game_of(first);
        job.rules = Game::AtaxxUai;
        job.limits.turns = kNoLimit4700;
        const GameRecord record = play(job, agents);
        EXPECT_EQ(record.rules, Game::AtaxxUai);
        EXPECT_EQ(record.termination, Termination::HalfmoveLimit);
        EXPECT_EQ(record.winner, Winner::Draw);
        EXPECT_EQ(record.score[first], 3);
        EXPECT_EQ(record.score[other(first)], 2);
        EXPECT_EQ(record.turns, 101u);
        EXPECT_FALSE(record.fault);
        EXPECT_THAT(agents.answers, IsEmpty());
        EXPECT_THAT(differences(record), IsEmpty());
        // Native agents get the same messages as under their own rules.
        EXPECT_EQ(agents.ready_messages.front(), (PerSide<std::string>{"READY FIRST\n", "READY SECOND\n"}));
        EXPECT_EQ(agents.last_words.front().second, "OPP 5 7 7 7 0\nFINISH\n");
    }
}

TEST(UaiRules, the_same_moves_by_the_articles_go_on) {
    FakeAgents agents;
    script(agents, waiting(100));
    Job job = game_of(Player::Agent1);
    job.limits.turns = 101;
    const GameRecord record = play(job, agents);
    EXPECT_EQ(record.termination, Termination::TurnLimit);
    EXPECT_EQ(record.winner, Winner::Agent1);
}

TEST(UaiRules, a_line_names_them_and_is_read_again) {
    const GameRecord record = drawn_game();
    const std::string line = to_json_line(record);
    EXPECT_THAT(line, testing::StartsWith(R"({"format":1,"rules":"uai","game":0,)"));
    EXPECT_THAT(line, HasSubstr(R"("winner":0,"score":[3,2],"turns":101,"termination":"halfmove_limit")"));
    EXPECT_EQ(parse_record(line).rules, Game::AtaxxUai);
    EXPECT_EQ(to_json_line(parse_record(line)), line);
    EXPECT_THAT(to_json_line(record_of(kAnnihilation)), Not(HasSubstr("rules")));
}

TEST(UaiRules, a_review_follows_the_line) {
    std::string line = to_json_line(drawn_game()) + "\n";
    const auto found_in = [](const std::string& log) {
        std::istringstream in(log);
        std::vector<std::string> found;
        for (const Review::Difference& difference : review(in, "games.jsonl").found) {
            found.push_back(difference.what);
        }
        return found;
    };
    EXPECT_THAT(found_in(line), IsEmpty());
    const std::string rules = R"("rules":"uai",)";
    line.erase(line.find(rules), rules.size());
    EXPECT_THAT(found_in(line),
                ElementsAre("termination is halfmove_limit, but the board says the game goes on"));
}

TEST(UaiRules, wrong_claims_about_the_draw_are_found) {
    GameRecord record = drawn_game();
    record.winner = Winner::Agent1;
    EXPECT_THAT(differences(record), ElementsAre("winner is 1, but by the halfmove_limit it is 0"));
    record = drawn_game();
    record.termination = Termination::NoMovesLeft;
    EXPECT_THAT(differences(record),
                ElementsAre("termination is no_moves_left, but the board says halfmove_limit"));
    record = drawn_game();
    record.moves.push_back({{1, 2, 1, 3}, {}});
    EXPECT_THAT(differences(record),
                testing::Contains("turn 102: the game was over before it (halfmove_limit)"));
    record = record_of(waiting(99), Player::Agent1, kNoLimit4700, Game::AtaxxUai);
    record.termination = Termination::HalfmoveLimit;
    record.winner = Winner::Draw;
    EXPECT_THAT(differences(record),
                ElementsAre("termination is halfmove_limit, but the board says the game goes on"));
}

} // namespace
} // namespace referee
