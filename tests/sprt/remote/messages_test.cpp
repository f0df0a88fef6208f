#include "referee/game/json.hpp"
#include "sprt/remote/messages.hpp"
#include "tests/support/mutation.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace sprt::remote {
namespace {

using referee::Json;
using referee::Player;
using referee::UserError;
using referee::testing_support::Mutator;
using referee::testing_support::read_or_refused;
using referee::testing_support::user_error_text;
using referee::testing_support::Verdicts;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr std::uint64_t kMostSeed = std::numeric_limits<std::uint64_t>::max();

// Each message as it is written, with all of its keys.
const std::string kOffer =
    R"({"format":1,"state":"open","epoch":3,"job":"ab01","needs":{"machine":"x86_64","cores":2,)"
    R"("memory_mb":512,"version":"1.4"},"slots":40,"ready":true,"share":0.5,"name":"a vs b","games":1234,)"
    R"("llr":0.75,"started_us":1700000000000001})";
const std::string kTurnDone =
    R"({"format":1,"session":"00ff00ff00ff00ff","epoch":3,"slot":2,"seq":17,"done":{"pair":41,"attempt":1,)"
    R"("games":[{"game":82,"x":[1.0,"a"]},{"game":83}]},"want":true})";
const std::string kTurnReturned =
    R"({"format":1,"session":"00ff00ff00ff00ff","epoch":3,"slot":2,"seq":17,"done":{"pair":41,"attempt":2,)"
    R"("returned":"cannot_play","why":"no library"},"want":false})";
const std::string kAnswer =
    R"({"format":1,"seq":17,"epoch":3,"taken":"wrong","why":"a move","task":{"pair":42,"attempt":2,"games":[)"
    R"({"game":84,"first":1,"opening":[[1,2,3,4],[5]],"seed":["18446744073709551615","0"],)"
    R"("budget_us":[10000000,1],"keeps":[true,false],"start_fen":"x 0 1","verify":true},)"
    R"({"game":85,"first":2,"opening":[],"seed":["1","9007199254740993"],"budget_us":[0,2],)"
    R"("keeps":[false,false]}]},"state":"unwelcome"})";
const std::string kAlive =
    R"({"format":1,"session":"0123456789abcdef","epoch":3,"holds":[[0,41,1],[2,42,3]],)"
    R"("machine":{"cores":4}})";
const std::string kBlobRequest = R"({"format":1,"sha256":"ab01","from":262144})";

/// Reads a message and writes it again.
template<auto read>
std::string again(std::string_view text) {
    return to_text(read(text));
}

/// A kind of message: one that is written in full, and how it is read and written again.
struct Kind {
    const char* name;
    const std::string& text;
    std::string (*again)(std::string_view);
};
const Kind kKinds[] = {
    {"offer", kOffer, again<read_offer>},
    {"turn", kTurnDone, again<read_turn>},
    {"turn", kTurnReturned, again<read_turn>},
    {"answer", kAnswer, again<read_answer>},
    {"alive", kAlive, again<read_alive>},
    {"blob request", kBlobRequest, again<read_blob_request>},
};

/// `text` with `value` at `pointer`; without it when `value` is discarded.
std::string changed(const std::string& text, const std::string& pointer, const Json& value) {
    Json json = Json::parse(text);
    const Json::json_pointer place(pointer);
    if (value.is_discarded()) {
        Json& parent = json.at(place.parent_pointer());
        if (parent.is_array()) {
            parent.erase(parent.size() - 1);
        } else {
            parent.erase(place.back());
        }
    } else {
        json[place] = value;
    }
    return json.dump();
}

const Json kMissing = Json(Json::value_t::discarded);

TEST(Messages, each_is_the_same_after_reading_and_writing) {
    for (const Kind& kind : kKinds) {
        EXPECT_EQ(kind.again(kind.text), kind.text) << kind.name;
    }
}

TEST(Messages, offer_is_read) {
    const Offer offer = read_offer(kOffer);
    EXPECT_EQ(offer.state, RunState::Open);
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
    EXPECT_EQ(offer.started, std::chrono::microseconds(1'700'000'000'000'001));
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
    EXPECT_EQ(answer.state, RunState::Unwelcome);
    ASSERT_TRUE(answer.task);
    EXPECT_EQ(answer.task->attempt, (Attempt{42, 2}));
    ASSERT_EQ(answer.task->games.size(), 2U);
    const TaskGame& game = answer.task->games[0];
    EXPECT_EQ(game.game, 84U);
    EXPECT_EQ(game.first, Player::Agent1);
    EXPECT_THAT(game.opening, ElementsAre(referee::MoveNumbers{1, 2, 3, 4}, referee::MoveNumbers{5}));
    EXPECT_EQ(game.start, "x 0 1");
    EXPECT_EQ(game.seed.agent1, kMostSeed);
    EXPECT_EQ(game.seed.agent2, 0U);
    EXPECT_EQ(game.budget.agent1, std::chrono::seconds(10));
    EXPECT_EQ(game.budget.agent2, std::chrono::microseconds(1));
    EXPECT_TRUE(game.keeps.agent1);
    EXPECT_FALSE(game.keeps.agent2);
    EXPECT_TRUE(game.is_verified);
    const TaskGame& second = answer.task->games[1];
    EXPECT_EQ(second.first, Player::Agent2);
    EXPECT_EQ(second.start, "");
    EXPECT_EQ(second.seed.agent2, 9007199254740993U) << "2^53 + 1, which a JSON number does not hold";
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
    for (const RunState state : {RunState::Open, RunState::Waiting, RunState::Ended, RunState::Unwelcome}) {
        EXPECT_EQ(read_answer(to_text(Answer{.state = state})).state, state);
    }
    for (const Taken taken : {Taken::Kept, Taken::Void, Taken::Wrong}) {
        EXPECT_EQ(read_answer(to_text(Answer{.taken = taken})).taken, taken);
    }
    for (const WhyReturned why : {WhyReturned::Stopping, WhyReturned::Paused, WhyReturned::CannotPlay}) {
        const Turn turn{.session = "00ff00ff00ff00ff", .done = Done{.attempt = {}, .returned = why}};
        EXPECT_EQ(read_turn(to_text(turn)).done->returned, why);
    }
    EXPECT_THAT(to_text(Offer{.state = RunState::Waiting}), HasSubstr(R"("state":"waiting")"));
    EXPECT_THAT(to_text(Offer{.state = RunState::Ended}), HasSubstr(R"("state":"ended")"));
    EXPECT_THAT(to_text(Answer{.taken = Taken::Kept}), HasSubstr(R"("taken":"kept")"));
    EXPECT_THAT(to_text(Answer{.taken = Taken::Void}), HasSubstr(R"("taken":"void")"));
}

TEST(Messages, bytes_that_are_not_utf8_are_written_as_replacement_characters) {
    const Answer answer = read_answer(to_text(Answer{.why = "caf\xE9"}));
    EXPECT_EQ(answer.why, "caf\xEF\xBF\xBD");
}

TEST(Messages, error_names_the_place_of_what_is_missing) {
    const struct {
        const Kind& kind;
        std::vector<std::string> pointers;
    } rows[] = {
        {kKinds[0],
         {"/format", "/state", "/epoch", "/job", "/needs", "/needs/machine", "/needs/cores", "/needs/version",
          "/slots", "/ready", "/share", "/name", "/games"}},
        {kKinds[1],
         {"/format", "/session", "/epoch", "/slot", "/seq", "/want", "/done/pair", "/done/attempt",
          "/done/games"}},
        {kKinds[2], {"/done/pair", "/done/attempt"}},
        {kKinds[3],
         {"/format", "/seq", "/epoch", "/taken", "/task", "/state", "/task/pair", "/task/attempt",
          "/task/games", "/task/games/0/game", "/task/games/1/first", "/task/games/0/opening",
          "/task/games/1/seed", "/task/games/0/budget_us"}},
        {kKinds[4], {"/format", "/session", "/epoch", "/holds"}},
        {kKinds[5], {"/format", "/sha256", "/from"}},
    };
    for (const auto& row : rows) {
        for (const std::string& pointer : row.pointers) {
            SCOPED_TRACE(std::string(row.kind.name) + " " + pointer);
            const std::string text = changed(row.kind.text, pointer, kMissing);
            EXPECT_EQ(user_error_text([&] { row.kind.again(text); }), "missing field " + pointer);
        }
    }
}

TEST(Messages, error_names_the_place_of_what_cannot_be_right) {
    const Json too_many = std::uint64_t{1} << 54;
    const struct {
        const Kind& kind;
        std::string pointer;
        std::vector<Json> values;
    } rows[] = {
        {kKinds[0], "/format", {"1", nullptr, 1.5, true}},
        {kKinds[0], "/state", {"closed", "Open", "", 1, nullptr}},
        {kKinds[0], "/epoch", {"3", -1, 1.5, too_many, kMostSeed, nullptr}},
        {kKinds[0], "/job", {1, nullptr}},
        {kKinds[0], "/needs", {1, nullptr, Json::array()}},
        {kKinds[0], "/needs/machine", {1, nullptr}},
        {kKinds[0], "/needs/cores", {0, -1, "1", 1.5, 1LL << 32, (1LL << 32) + 1}},
        {kKinds[0], "/needs/memory_mb", {-1, "512", 0.5}},
        {kKinds[0], "/needs/version", {1.4}},
        {kKinds[0], "/slots", {-1, "40", too_many}},
        {kKinds[0], "/ready", {1, "true", nullptr}},
        {kKinds[0], "/share", {"1", nullptr}},
        {kKinds[0], "/name", {nullptr}},
        {kKinds[0], "/games", {-1, 0.5, too_many}},
        {kKinds[0], "/llr", {"0.7", true}},
        {kKinds[0], "/started_us", {-1, "0", nullptr}},
        {kKinds[1],
         "/session",
         {"", "00ff00ff00ff00f", "00ff00ff00ff00ff0", "00FF00FF00FF00FF", "00ff00ff00ff00fg", 7, nullptr}},
        {kKinds[1], "/epoch", {-1, "3"}},
        {kKinds[1], "/slot", {-1, 65536, 1LL << 32, "2", nullptr}},
        {kKinds[1], "/seq", {-1, "17", too_many, kMostSeed, nullptr}},
        {kKinds[1], "/want", {0, "yes", nullptr}},
        {kKinds[1], "/done/pair", {-1, "41", too_many}},
        {kKinds[1], "/done/attempt", {0, -1, 65536, (1LL << 32) + 1, "1"}},
        {kKinds[1], "/done/games", {Json::array(), Json::array({1, 2, 3}), Json::object(), nullptr, "x"}},
        {kKinds[1], "/done/games/1", {"{}", 1, nullptr, Json::array()}},
        {kKinds[2], "/done/returned", {"lost", 1, nullptr}},
        {kKinds[2], "/done/why", {1, nullptr}},
        {kKinds[2], "/done/attempt", {0}},
        {kKinds[3], "/seq", {-1, "17"}},
        {kKinds[3], "/taken", {"taken", 1, true}},
        {kKinds[3], "/why", {1}},
        {kKinds[3], "/state", {"shut", 0}},
        {kKinds[3], "/task/pair", {-1, too_many}},
        {kKinds[3], "/task/attempt", {0, 65536}},
        {kKinds[3], "/task/games", {Json::array(), Json::array({1, 2, 3}), 1}},
        {kKinds[3], "/task/games/1/game", {-1, "85", too_many}},
        {kKinds[3], "/task/games/0/first", {0, 3, "1", true}},
        {kKinds[3], "/task/games/0/opening", {1, nullptr, Json::object()}},
        {kKinds[3], "/task/games/0/opening/1", {5, Json::array(), {1, 2, 3, 4, 5}}},
        {kKinds[3], "/task/games/0/opening/1/0", {"5", 0.5, 1'000'000'000, -1'000'000'000}},
        {kKinds[3], "/task/games/0/start_fen", {1, nullptr}},
        {kKinds[3], "/task/games/1/seed", {"1", {"1"}, {"1", "2", "3"}}},
        {kKinds[3],
         "/task/games/1/seed/1",
         {1, "", " 1", "1 ", "+1", "-1", "0x1", "1e3", "18446744073709551616", nullptr}},
        {kKinds[3], "/task/games/1/budget_us", {1, {1}, {1, 2, 3}}},
        {kKinds[3], "/task/games/0/budget_us/0", {-1, "1", 0.5, (1LL << 53) / 1000 + 1}},
        {kKinds[3], "/task/games/0/keeps", {true, {true}, {true, true, true}}},
        {kKinds[3], "/task/games/0/keeps/1", {1}},
        {kKinds[3], "/task/games/0/verify", {1, nullptr}},
        {kKinds[4], "/session", {"x"}},
        {kKinds[4], "/epoch", {-1}},
        {kKinds[4], "/holds", {nullptr, 1, Json::object()}},
        {kKinds[4], "/holds/1", {{2, 42}, {2, 42, 3, 4}, 1, nullptr}},
        {kKinds[4], "/holds/1/0", {-1, 65536}},
        {kKinds[4], "/holds/1/1", {-1, "42"}},
        {kKinds[4], "/holds/0/2", {0, 65536}},
        {kKinds[5], "/sha256", {1, nullptr}},
        {kKinds[5], "/from", {-1, "0", too_many}},
    };
    for (const auto& row : rows) {
        for (const Json& value : row.values) {
            SCOPED_TRACE(std::string(row.kind.name) + " " + row.pointer + " " + value.dump());
            const std::string text = changed(row.kind.text, row.pointer, value);
            EXPECT_THAT(user_error_text([&] { row.kind.again(text); }),
                        ::testing::StartsWith(row.pointer + " is "));
        }
    }
}

TEST(Messages, largest_numbers_are_read) {
    EXPECT_EQ(read_turn(changed(kTurnDone, "/slot", 65535)).slot, 65535U);
    EXPECT_EQ(read_turn(changed(kTurnDone, "/seq", 1LL << 53)).seq, 1ULL << 53);
    EXPECT_EQ(read_alive(changed(kAlive, "/holds/0/2", 65535)).holds[0].attempt.attempt, 65535);
}

// FAULT: read_offer() takes `unwelcome`, which only answers say, and a share that is no share: Worker::choose()
// divides by it, so a run with a share below 0 is always the first.
TEST(Messages, offer_is_neither_unwelcome_nor_without_a_share) {
    EXPECT_THROW(static_cast<void>(read_offer(changed(kOffer, "/state", "unwelcome"))), UserError);
    for (const Json& share : {Json(0), Json(-1), Json(-0.5)}) {
        EXPECT_THROW(static_cast<void>(read_offer(changed(kOffer, "/share", share))), UserError) << share;
    }
}

TEST(Messages, another_format_is_told_from_other_errors) {
    for (const Kind& kind : kKinds) {
        for (const int format : {0, 2, -1}) {
            EXPECT_THROW(kind.again(changed(kind.text, "/format", format)), OtherFormat) << kind.name;
        }
        EXPECT_THROW(kind.again(R"({"format":2})"), OtherFormat) << "its other keys are not looked at";
        try {
            kind.again(changed(kind.text, "/format", "1"));
            ADD_FAILURE() << kind.name;
        } catch (const OtherFormat&) {
            ADD_FAILURE() << kind.name << ": a text is no format";
        } catch (const UserError&) {
        }
    }
    EXPECT_EQ(other_format_text(), R"({"error":"format","speaks":[1]})");
}

TEST(Messages, unknown_keys_are_ignored) {
    const std::string places[][3] = {
        {"/later", "/needs/later", "/zzz"},
        {"/later", "/done/later", "/zzz"},
        {"/later", "/done/later", "/done/zzz"},
        {"/later", "/task/later", "/task/games/0/later"},
        {"/later", "/speed", "/load"},
        {"/later", "/to", "/zzz"},
    };
    for (std::size_t i = 0; i < std::size(kKinds); ++i) {
        for (const std::string& place : places[i]) {
            EXPECT_EQ(kKinds[i].again(changed(kKinds[i].text, place, {{"a", 1}})), kKinds[i].text) << place;
        }
    }
}

TEST(Messages, text_that_is_no_json_object_is_refused) {
    for (const Kind& kind : kKinds) {
        for (const std::string& text :
             {std::string(), std::string("x"), std::string("{"), kind.text + "x", kind.text + kind.text,
              kind.text.substr(0, kind.text.size() - 1), std::string("[1]"), std::string("1"), std::string("null"),
              std::string("{\"format\":1,\"a\":\"\xFF\"}"), std::string(R"({"format":1,"format":1})"),
              std::string(R"({"format":1,"epoch":1e999})"), std::string(100'000, '['), std::string("\0", 1)}) {
            EXPECT_THROW(kind.again(text), UserError) << kind.name << ' ' << text.substr(0, 40);
        }
    }
}

TEST(Messages, message_of_more_than_1_mib_is_refused) {
    for (const Kind& kind : kKinds) {
        std::string text = kind.text;
        text.resize(kMostBytes, ' ');
        EXPECT_EQ(kind.again(text), kind.text);
        text += ' ';
        EXPECT_THAT(user_error_text([&] { kind.again(text); }),
                    HasSubstr("a message of 1048577 bytes; the most are 1048576"));
    }
}

TEST(MutatedMessage, is_refused_in_words_or_read_and_written_again_as_the_same_message) {
    constexpr int kTexts = 3000; // of each kind
    for (const Kind& kind : kKinds) {
        Mutator mutate({"\"", "{", "}", "[", "]", ",", ":", "null", "true", "1e999", "1e-999", "\\u0000", "\\ud800",
                        "\"games\":", "\"format\":1,", "\"task\":null,"});
        Verdicts verdicts;
        for (int i = 0; i < kTexts; ++i) {
            const std::string text = mutate(kind.text);
            SCOPED_TRACE(referee::to_printable(text, 400));
            const auto read = read_or_refused(text, kind.again);
            verdicts.add(read.has_value());
            if (read) {
                ASSERT_EQ(kind.again(*read), *read);
            }
        }
        verdicts.expect_both();
    }
}

} // namespace
} // namespace sprt::remote
