#include "sprt/remote/messages.hpp"
#include "tests/sprt/remote/written_messages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace sprt::remote {
namespace {

using referee::Player;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint64_t kMostSeed = std::numeric_limits<std::uint64_t>::max();

TEST(Messages, each_is_the_same_after_reading_and_writing) {
    for (const Kind& kind : kKinds) {
        EXPECT_EQ(kind.again(kind.text), kind.text) << kind.name;
    }
}

TEST(Messages, offer_is_read) {
    const Offer offer = read_offer(kOffer);
    EXPECT_EQ(offer.state, OfferState::Open);
    EXPECT_EQ(offer.epoch, 3U);
    EXPECT_EQ(offer.job, "ab01");
    EXPECT_EQ(offer.needs.machine, "x86_64");
    EXPECT_EQ(offer.needs.cores, 2);
    EXPECT_EQ(offer.needs.memory_mb, 512);
    EXPECT_EQ(offer.needs.version, "1.4");
    EXPECT_EQ(offer.slots, 40U);
    EXPECT_TRUE(offer.ready);
    EXPECT_EQ(offer.share, 0.5);
    EXPECT_EQ(offer.name, "a vs b");
    EXPECT_EQ(offer.games, 1234U);
    EXPECT_EQ(offer.llr, 0.75);
    EXPECT_EQ(offer.games_per_s, 2.5);
    EXPECT_EQ(offer.games_left, (std::array<std::uint64_t, 2>{100, 900}));
    EXPECT_EQ(offer.started, std::chrono::microseconds(1'700'000'000'000'001));
}

TEST(Messages, offer_of_absurd_values_is_refused_and_the_error_names_the_field) {
    for (const auto& [pointer, value] : std::vector<std::pair<std::string, Json>>{
             {"/games", 1e18},
             {"/games", -1},
             {"/slots", 1e18},
             {"/epoch", -1},
             {"/games_left/1", 1e18},
             {"/lost_answers", 1e18},
             {"/started_us", -1},
             {"/share", 1e300},
             {"/share", -1},
             {"/llr", 1e300},
             {"/llr", -1e300},
             {"/games_per_s", 1e300},
             {"/games_per_s", -1},
             {"/needs/cores", 1e18},
             {"/needs/memory_mb", -1},
             {"/needs/machine", std::string(1000, 'x')},
             {"/needs/version", std::string(1000, '9')},
             {"/job", std::string(1000, '0')},
         }) {
        try {
            static_cast<void>(read_offer(changed(kOffer, pointer, value)));
            ADD_FAILURE() << pointer << " " << value;
        } catch (const referee::UserError& error) {
            EXPECT_THAT(error.what(), HasSubstr(pointer));
        }
    }
    EXPECT_EQ(read_offer(changed(kOffer, "/name", std::string(100'000, 'x'))).name.size(), 1000U);
}

TEST(Messages, offer_without_a_limit_of_memory_and_without_llr_has_null_for_them) {
    const std::string text = to_text(Offer());
    EXPECT_THAT(text, HasSubstr(R"("memory_mb":null)"));
    EXPECT_THAT(text, HasSubstr(R"("llr":null)"));
    for (const char* pointer : {"/needs/memory_mb", "/llr"}) {
        for (const Json& none : {Json(nullptr), kMissing}) {
            EXPECT_NO_THROW(static_cast<void>(read_offer(changed(kOffer, pointer, none)))) << pointer;
        }
    }
    EXPECT_EQ(read_offer(text).needs.memory_mb, std::nullopt);
    EXPECT_EQ(read_offer(text).llr, std::nullopt);
}

TEST(Messages, turn_with_a_result_is_read) {
    const Turn turn = read_turn(kTurnDone);
    EXPECT_EQ(turn.session, "00ff00ff00ff00ff");
    EXPECT_EQ(turn.epoch, 3U);
    EXPECT_EQ(turn.slot, 2U);
    EXPECT_EQ(turn.speed, 0.5);
    EXPECT_EQ(turn.seq, 17U);
    EXPECT_TRUE(turn.wants);
    ASSERT_TRUE(turn.done);
    EXPECT_EQ(turn.done->attempt, (Attempt{41, 1}));
    EXPECT_THAT(turn.done->games, ElementsAre(R"({"game":82,"x":[1.0,"a"]})", R"({"game":83})"));
    EXPECT_EQ(turn.done->returned, std::nullopt);
}

TEST(Messages, turn_that_returns_a_pair_is_read) {
    const Turn turn = read_turn(kTurnReturned);
    EXPECT_FALSE(turn.wants);
    ASSERT_TRUE(turn.done);
    EXPECT_EQ(turn.done->attempt, (Attempt{41, 2}));
    EXPECT_THAT(turn.done->games, IsEmpty());
    EXPECT_EQ(turn.done->returned, WhyReturned::CannotPlay);
    EXPECT_EQ(turn.done->why, "no library");
}

TEST(Messages, turn_may_bring_nothing) {
    const std::string text = to_text(Turn{.session = "00ff00ff00ff00ff"});
    EXPECT_THAT(text, HasSubstr(R"("done":null)"));
    EXPECT_EQ(read_turn(text).done, std::nullopt);
}

TEST(Messages, turn_may_bring_the_one_game_that_was_left_of_a_pair) {
    const Turn turn = read_turn(changed(kTurnDone, "/done/games/1", kMissing));
    ASSERT_TRUE(turn.done);
    EXPECT_THAT(turn.done->games, ElementsAre(R"({"game":82,"x":[1.0,"a"]})"));
}

TEST(Messages, answer_with_a_task_is_read) {
    const Answer answer = read_answer(kAnswer);
    EXPECT_EQ(answer.seq, 17U);
    EXPECT_EQ(answer.epoch, 3U);
    EXPECT_EQ(answer.taken, Taken::Wrong);
    EXPECT_EQ(answer.why, "a move");
    EXPECT_EQ(answer.state, OfferState::Unwelcome);
    ASSERT_TRUE(answer.task);
    EXPECT_EQ(answer.task->attempt, (Attempt{42, 2}));
    ASSERT_EQ(answer.task->games.size(), 2U);
    const referee::Job& game = answer.task->games[0];
    EXPECT_EQ(game.rules, referee::Game::Ataxx);
    EXPECT_EQ(game.id, 84U);
    EXPECT_EQ(game.pair, 42U);
    EXPECT_EQ(game.round, std::nullopt);
    EXPECT_EQ(game.agents, referee::kBothAgents);
    EXPECT_EQ(game.first, Player::Agent1);
    EXPECT_THAT(game.opening,
                ElementsAre(referee::MoveNumbers{1, 1, 1, 2}, referee::MoveNumbers{7, 1, 7, 2}));
    EXPECT_EQ(game.start.value().fen, "xx4o/7/7/7/3x3/7/o5x o 0 4");
    EXPECT_EQ(game.seeds.agent1, kMostSeed);
    EXPECT_EQ(game.seeds.agent2, 0U);
    EXPECT_EQ(game.limits.time.agent1, referee::TimeControl(std::chrono::seconds(10)));
    EXPECT_EQ(game.limits.time.agent2, referee::TimeControl(std::chrono::microseconds(1)));
    EXPECT_EQ(game.limits.ready, std::chrono::seconds(3));
    EXPECT_EQ(game.limits.turns, 400);
    EXPECT_TRUE(game.limits.adjudication.fill);
    EXPECT_EQ(game.limits.adjudication.verify, 0.5);
    EXPECT_TRUE(game.keeps.agent1);
    EXPECT_FALSE(game.keeps.agent2);
    EXPECT_TRUE(game.is_verified);
    EXPECT_EQ(game.time_scale.value().thousandths, 1250);
    const referee::Job& second = answer.task->games[1];
    EXPECT_EQ(second.rules, referee::Game::TicTacToe);
    EXPECT_EQ(second.round, 3U);
    EXPECT_EQ(second.agents,
              (referee::PerPlayer<referee::AgentId>{referee::AgentId{2}, referee::AgentId{5}}));
    EXPECT_EQ(second.first, Player::Agent2);
    EXPECT_EQ(second.start, std::nullopt);
    EXPECT_EQ(second.seeds.agent2, 9007199254740993U) << "2^53 + 1, which a JSON number does not hold";
    EXPECT_EQ(second.limits.time.agent1.increment, std::chrono::microseconds(5));
    EXPECT_EQ(second.limits.time.agent1.margin, std::chrono::microseconds(1));
    EXPECT_EQ(second.limits.time.agent2.kind, referee::LimitKind::Search);
    EXPECT_EQ(second.limits.time.agent2.search, referee::SearchLimit{.nodes = 7});
    EXPECT_FALSE(second.limits.adjudication.is_on());
    EXPECT_FALSE(second.is_verified);
}

TEST(Messages, answer_may_say_nothing_but_its_number) {
    const std::string text = to_text(Answer{.seq = 5});
    EXPECT_EQ(text, R"({"format":1,"seq":5,"epoch":1,"taken":null,"why":null,"task":null,"state":"open"})");
    const Answer answer = read_answer(text);
    EXPECT_EQ(answer.taken, std::nullopt);
    EXPECT_EQ(answer.task, std::nullopt);
    EXPECT_EQ(answer.why, "");
}

TEST(Messages, alive_is_read) {
    const Alive alive = read_alive(kAlive);
    EXPECT_EQ(alive.session, "0123456789abcdef");
    EXPECT_EQ(alive.epoch, 3U);
    ASSERT_EQ(alive.holds.size(), 2U);
    EXPECT_EQ(alive.holds[0].slot, 0U);
    EXPECT_EQ(alive.holds[0].attempt, (Attempt{41, 1}));
    EXPECT_EQ(alive.holds[1].slot, 2U);
    EXPECT_EQ(alive.holds[1].attempt, (Attempt{42, 3}));
    EXPECT_EQ(alive.machine_json, R"({"cores":4})");
    EXPECT_EQ(read_alive(changed(kAlive, "/machine", kMissing)).machine_json, "null");
}

TEST(Messages, words_are_the_same_after_writing_and_reading) {
    for (const OfferState state :
         {OfferState::Open, OfferState::Waiting, OfferState::Ended, OfferState::Unwelcome}) {
        EXPECT_EQ(read_answer(to_text(Answer{.state = state})).state, state);
    }
    for (const Taken taken : {Taken::Kept, Taken::Void, Taken::Wrong}) {
        EXPECT_EQ(read_answer(to_text(Answer{.taken = taken})).taken, taken);
    }
    for (const WhyReturned why : {WhyReturned::Stopping, WhyReturned::Paused, WhyReturned::CannotPlay}) {
        const Turn turn{.session = "00ff00ff00ff00ff", .done = Done{.attempt = {}, .returned = why}};
        EXPECT_EQ(read_turn(to_text(turn)).done->returned, why);
    }
    EXPECT_THAT(to_text(Answer{.state = OfferState::Waiting}), HasSubstr(R"("state":"waiting")"));
    EXPECT_THAT(to_text(Answer{.state = OfferState::Ended}), HasSubstr(R"("state":"ended")"));
    EXPECT_EQ(read_offer(changed(kOffer, "/state", "waiting")).state, OfferState::Waiting);
    EXPECT_EQ(read_offer(changed(kOffer, "/state", "ended")).state, OfferState::Ended);
    EXPECT_THAT(to_text(Answer{.taken = Taken::Kept}), HasSubstr(R"("taken":"kept")"));
    EXPECT_THAT(to_text(Answer{.taken = Taken::Void}), HasSubstr(R"("taken":"void")"));
}

TEST(Messages, bytes_that_are_not_utf8_are_written_as_replacement_characters) {
    const Answer answer = read_answer(to_text(Answer{.why = "caf\xE9"}));
    EXPECT_EQ(answer.why, "caf\xEF\xBF\xBD");
}

} // namespace
} // namespace sprt::remote
