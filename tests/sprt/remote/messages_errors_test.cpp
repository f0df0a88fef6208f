// Messages that are wrong.

#include "tests/sprt/remote/written_messages.hpp"
#include "tests/support/mutation.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace sprt::remote {
namespace {

using referee::UserError;
using referee::testing_support::Mutator;
using referee::testing_support::read_or_refused;
using referee::testing_support::user_error_text;
using referee::testing_support::Verdicts;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::uint64_t kTooLarge = std::numeric_limits<std::uint64_t>::max();

TEST(MessagesErrors, error_names_the_place_of_what_is_missing) {
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
         {"/format",
          "/seq",
          "/epoch",
          "/taken",
          "/task",
          "/state",
          "/task/pair",
          "/task/attempt",
          "/task/games",
          "/task/games/0/rules",
          "/task/games/0/game",
          "/task/games/1/round",
          "/task/games/1/agents",
          "/task/games/1/first",
          "/task/games/0/opening",
          "/task/games/1/seed",
          "/task/games/0/budget_us",
          "/task/games/0/ready_us",
          "/task/games/1/turns",
          "/task/games/0/keeps"}},
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

TEST(MessagesErrors, error_names_the_place_of_what_cannot_be_right) {
    const Json too_many = std::uint64_t{1} << 54;
    const struct {
        const Kind& kind;
        std::string pointer;
        std::vector<Json> values;
    } rows[] = {
        {kKinds[0], "/format", {"1", nullptr, 1.5, true}},
        {kKinds[0], "/state", {"closed", "Open", "", 1, nullptr}},
        {kKinds[0], "/epoch", {"3", -1, 1.5, too_many, kTooLarge, nullptr}},
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
        {kKinds[0], "/lost_answers", {-1, "0", nullptr}},
        {kKinds[1],
         "/session",
         {"", "00ff00ff00ff00f", "00ff00ff00ff00ff0", "00FF00FF00FF00FF", "00ff00ff00ff00fg", 7, nullptr}},
        {kKinds[1], "/epoch", {-1, "3"}},
        {kKinds[1], "/slot", {-1, 65536, 1LL << 32, "2", nullptr}},
        {kKinds[1], "/seq", {-1, "17", too_many, kTooLarge, nullptr}},
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
        {kKinds[3], "/task/games/0/rules", {"shatranj", "", 1, nullptr}},
        {kKinds[3], "/task/games/1/game", {-1, "85", too_many}},
        {kKinds[3], "/task/games/1/round", {-1, "3", too_many}},
        {kKinds[3], "/task/games/1/agents", {2, {2}, {2, 5, 1}}},
        {kKinds[3], "/task/games/1/agents/1", {-1, "5", too_many, 0.5}},
        {kKinds[3], "/task/games/0/first", {0, 3, "1", true}},
        {kKinds[3], "/task/games/0/opening", {1, nullptr, Json::object()}},
        {kKinds[3], "/task/games/0/opening/1", {5, Json::array(), {1, 2, 3}, {1, 2, 3, 4, 5}}},
        {kKinds[3], "/task/games/0/opening/1/0", {"5", 0.5, 1'000'000'000, -1'000'000'000}},
        {kKinds[3], "/task/games/0/start_fen", {1, nullptr}},
        {kKinds[3], "/task/games/1/seed", {"1", {"1"}, {"1", "2", "3"}}},
        {kKinds[3],
         "/task/games/1/seed/1",
         {1, "", " 1", "1 ", "+1", "-1", "0x1", "1e3", "18446744073709551616", nullptr}},
        {kKinds[3], "/task/games/0/budget_us", {1, {1}, {1, 2, 3}}},
        {kKinds[3], "/task/games/1/limits/1/nodes", {0, -1, "7", too_many}},
        {kKinds[3], "/task/games/0/ready_us", {0, -1, "1", too_many}},
        {kKinds[3], "/task/games/0/turns", {0, -1, "1", 1'000'000'000}},
        {kKinds[3], "/task/games/0/adjudication/verify", {2, "1"}},
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
            EXPECT_THAT(user_error_text([&] { row.kind.again(text); }), StartsWith(row.pointer + " is "));
        }
    }
}

TEST(MessagesErrors, largest_numbers_are_read) {
    EXPECT_EQ(read_turn(changed(kTurnDone, "/slot", 65535)).slot, 65535U);
    EXPECT_EQ(read_turn(changed(kTurnDone, "/seq", 1LL << 53)).seq, 1ULL << 53);
    EXPECT_EQ(read_alive(changed(kAlive, "/holds/0/2", 65535)).holds[0].attempt.attempt, 65535);
}

TEST(MessagesErrors, offer_is_neither_unwelcome_nor_without_a_share) {
    EXPECT_THROW(static_cast<void>(read_offer(changed(kOffer, "/state", "unwelcome"))), UserError);
    for (const Json& share : {Json(0), Json(-1), Json(-0.5)}) {
        EXPECT_THROW(static_cast<void>(read_offer(changed(kOffer, "/share", share))), UserError) << share;
    }
}

TEST(MessagesErrors, another_format_is_told_from_other_errors) {
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

TEST(MessagesErrors, unknown_keys_are_ignored) {
    const std::string places[][3] = {
        {"/later", "/needs/later", "/zzz"},     {"/later", "/done/later", "/zzz"},
        {"/later", "/done/later", "/done/zzz"}, {"/later", "/task/later", "/task/games/0/later"},
        {"/later", "/speed", "/load"},          {"/later", "/to", "/zzz"},
    };
    for (std::size_t i = 0; i < std::size(kKinds); ++i) {
        for (const std::string& place : places[i]) {
            EXPECT_EQ(kKinds[i].again(changed(kKinds[i].text, place, {{"a", 1}})), kKinds[i].text) << place;
        }
    }
}

TEST(MessagesErrors, text_that_is_no_json_object_is_refused) {
    for (const Kind& kind : kKinds) {
        for (const std::string& text :
             {std::string(), std::string("x"), std::string("{"), kind.text + "x", kind.text + kind.text,
              kind.text.substr(0, kind.text.size() - 1), std::string("[1]"), std::string("1"),
              std::string("null"), std::string("{\"format\":1,\"a\":\"\xFF\"}"),
              std::string(R"({"format":1,"format":1})"), std::string(R"({"format":1,"epoch":1e999})"),
              std::string(100'000, '['), std::string("\0", 1)}) {
            EXPECT_THROW(kind.again(text), UserError) << kind.name << ' ' << text.substr(0, 40);
        }
    }
}

TEST(MessagesErrors, message_of_more_than_1_mib_is_refused) {
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
        Mutator mutate({"\"", "{", "}", "[", "]", ",", ":", "null", "true", "1e999", "1e-999", "\\u0000",
                        "\\ud800", "\"games\":", "\"format\":1,", "\"task\":null,"});
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
