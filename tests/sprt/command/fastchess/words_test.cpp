// The words of fastchess, and what they come to here. UPDATE_SNAPSHOTS=1 writes their table in
// docs/engines.md again.

#include "sprt/command/fastchess/words.hpp"
#include "tests/sprt/command/fastchess/calls.hpp"
#include "tests/support/snapshot.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

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
        {"-rounds 5 6", "-rounds: '6' is a value too many"},
        {"-recover yes", "-recover takes no value; leave 'yes' out"},
        {"-openings files=b.epd",
         "-openings: 'files' is unknown; known are file= format= order= plies= start= policy="},
        {"-openings b.epd", "-openings: 'b.epd' must be KEY=VALUE"},
        {"-engine name=c", "-engine has no command; give it cmd=PROGRAM"},
        {"-engine cmd=c proto=xboard", "engine c: proto='xboard' must be uci"},
        {"-engine cmd=c restart=auto", "engine c: restart='auto' must be on or off"},
        {"-engine cmd=c st=0", "engine c: st: '0' must be seconds, above 0"},
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
