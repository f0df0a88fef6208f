// The words of fastchess, and what they come to here. UPDATE_SNAPSHOTS=1 writes their table in
// docs/engines.md again.

#include "sprt/command/fastchess/words.hpp"
#include "tests/sprt/command/fastchess/calls.hpp"
#include "tests/support/snapshot.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::testing_support::user_error_text;

TEST(FastchessWords, that_are_wrong_or_not_done_are_refused_with_what_to_do) {
    const struct {
        const char* words;
        const char* error;
    } cases[] = {
        {"-noswap", "-noswap is not done here: each opening is played from both sides, otherwise it says "
                    "nothing about the engines; leave it out"},
        {"-reverse", "-reverse is not done here: each opening is played from both sides; leave it out"},
        {"-debug", "-debug is not done here: fastchess refuses it too; take -log"},
        {"--compliance ./a",
         "--compliance is not done here; run: referee check --game chess 'proto=uci ./a'"},
        {"-rouns 5", "fastchess has no option -rouns; did you mean -rounds?"},
        {"-Rounds 5", "fastchess has no option -Rounds; did you mean -rounds?"},
        {"-rounds", "-rounds has no value; give it N"},
        {"-tb ''", "-tb has no value; give it PATHS"},
        {"-rounds 5 6", "-rounds: '6' is a value too many"},
        {"-recover yes", "-recover takes no value; leave 'yes' out"},
        {"-openings files=b.epd",
         "-openings: 'files' is unknown; known are file= format= order= plies= start= policy="},
        {"-openings b.epd", "-openings: 'b.epd' must be KEY=VALUE"},
        {"-engine nodes=5", "-engine has no command; give it cmd=PROGRAM"},
        {"-engine name=c", "engine c has no command; give it cmd=PROGRAM"},
        {"-engine cmd=c proto=xboard", "engine c: proto='xboard' must be uci"},
        {"-engine cmd=c restart=auto", "engine c: restart='auto' must be on or off"},
        {"-engine cmd=c conf=d", "-engine: 'conf' is unknown; known are cmd= name= args= dir= proto= tc= st= "
                                 "nodes= depth= plies= timemargin= restart= option.NAME="},
    };
    for (const auto& each : cases) {
        EXPECT_EQ(refusal(each.words), each.error) << each.words;
    }
    EXPECT_EQ(user_error_text([] { static_cast<void>(call_of("cmd=a")); }),
              "'cmd=a' must be an option, as -engine");
}

TEST(FastchessWords, stand_in_the_document_as_they_are_read) {
    constexpr std::string_view kHead = "| fastchess | here |\n|---|---|\n";
    const std::string file =
        referee::testing_support::content_of(std::filesystem::path(REFEREE_SOURCE) / "docs/engines.md");
    const std::size_t begin = file.find(kHead);
    ASSERT_NE(begin, std::string::npos);
    const std::string text =
        file.substr(0, begin) + fastchess_table() + file.substr(file.find("\n\n", begin) + 1);
    EXPECT_EQ(text, referee::testing_support::snapshot("../docs/engines.md", text));
}

} // namespace
} // namespace sprt

namespace sprt::fastchess {
namespace {

using referee::testing_support::user_error_text;
using ::testing::ElementsAre;
using ::testing::Pair;

TEST(Given, last_value_of_a_key_holds) {
    Given given{.flag = "-openings", .words = {"order=random", "file=a=b.epd", "order=sequential"}};
    cut(given, "file= order= option.NAME=");
    EXPECT_THAT(given.pairs,
                ElementsAre(Pair("order", "random"), Pair("file", "a=b.epd"), Pair("order", "sequential")));
    EXPECT_EQ(given.value("order"), "sequential");
    EXPECT_EQ(given.value("file"), "a=b.epd");
    EXPECT_EQ(given.value("plies", "8"), "8");
    EXPECT_EQ(given.all(), "order=random file=a=b.epd order=sequential");
}

TEST(Given, words_that_are_no_pair_of_its_keys_are_refused) {
    for (const auto& [word, error] : std::vector<std::pair<std::string, std::string>>{
             {"file", "-openings: 'file' must be KEY=VALUE"},
             {"=x", "-openings: '=x' must be KEY=VALUE"},
             {"order=", "-openings: order= has no value"},
             {"il=x", "-openings: 'il' is unknown; known are file= order="},
             {"option.Hash=1", "-openings: 'option.Hash' is unknown; known are file= order="}}) {
        Given given{.flag = "-openings", .words = {word}};
        EXPECT_EQ(user_error_text([&] { cut(given, "file= order="); }), error);
    }
    Given engine{.flag = "-engine", .words = {"option.Hash=1", "option.Book=", "args="}};
    cut(engine, "cmd= args= option.NAME=");
    EXPECT_THAT(engine.pairs,
                ElementsAre(Pair("option.Hash", "1"), Pair("option.Book", ""), Pair("args", "")));
}

TEST(Given, numbers_are_whole_and_not_below_the_least) {
    EXPECT_EQ(whole("-rounds", "12"), 12);
    EXPECT_EQ(whole("-rounds", "-3", -5), -3);
    for (const char* text : {"", "1.5", "1x", "-1", "9223372036854775807", "99999999999999999999"}) {
        EXPECT_EQ(user_error_text([&] { static_cast<void>(whole("-rounds", text)); }),
                  "-rounds: '" + std::string(text) + "' must be a whole number from 0");
    }
}

TEST(Given, keys_are_true_or_false) {
    Given given{.flag = "-pgnout", .pairs = {{"nodes", "true"}, {"seldepth", "false"}, {"nps", "1"}}};
    EXPECT_TRUE(is_true(given, "nodes"));
    EXPECT_FALSE(is_true(given, "seldepth", true));
    EXPECT_TRUE(is_true(given, "hashfull", true));
    EXPECT_EQ(user_error_text([&] { static_cast<void>(is_true(given, "nps")); }),
              "-pgnout: nps='1' must be true or false");
}

} // namespace
} // namespace sprt::fastchess
