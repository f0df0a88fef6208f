#include "sprt/command/command_line.hpp"
#include "sprt/command/fastchess/words.hpp"
#include "tests/sprt/command/parsed_flags.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sprt {
namespace {

using ::testing::HasSubstr;

TEST(CommandLine, each_command_has_its_own_flags) {
    const struct {
        std::vector<std::string> words;
        CommandFlags flags;
    } cases[] = {
        {{"run", "c.json"}, RunFlags()},
        {{"match", "c.json"}, RunFlags()},
        {{"tune", "c.json"}, RunFlags()},
        {{"tournament", "c.json"}, RunFlags()},
        {{"gate", "c.json"}, GateFlags()},
        {{"resume", "d"}, ResumeRequest()},
        {{"report", "d"}, ReportFlags()},
        {{"page", "d"}, PageFlags()},
        {{"serve", "d"}, ServeFlags()},
        {{"worker", "v"}, WorkerFlags()},
        {{"hub", "d"}, HubFlags()},
        {{"status", "v"}, StatusFlags()},
        {{"adjudicate", "d"}, AdjudicateFlags()},
        {{"export", "d"}, ExportFlags()},
        {{"calc"}, CalcFlags()},
        {{"rate", "f.json"}, RateFlags()},
        {{"plan"}, PlanFlags()},
        {{"simulate", "--true-elo", "0", "--runs", "1"}, SimulateFlags()},
    };
    for (const auto& each : cases) {
        EXPECT_EQ(std::get<CommandFlags>(parsed(each.words)).index(), each.flags.index())
            << each.words.front();
    }
}

TEST(CommandLine, command_says_which_kind_of_run_is_played) {
    EXPECT_EQ(flags_of<RunFlags>({"run", "c.json"}).kind, RunKind::Test);
    EXPECT_EQ(flags_of<RunFlags>({"match", "c.json"}).kind, RunKind::Match);
    EXPECT_EQ(flags_of<RunFlags>({"tune", "c.json"}).kind, RunKind::Tune);
    EXPECT_EQ(flags_of<RunFlags>({"tournament", "c.json"}).kind, RunKind::Tournament);
    EXPECT_EQ(flags_of<GateFlags>({"gate", "c.json"}).run.kind, RunKind::Test);
}

/// What `sprt COMMAND FLAG 2` says.
std::string hint(std::string command, std::string flag) {
    std::string program = "sprt";
    std::string value = "2";
    char* words[] = {program.data(), command.data(), flag.data(), value.data()};
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(std::get<referee::ExitStatus>(parse_command_line(4, words, &fastchess_hint)),
              referee::ExitStatus::UserError);
    return ::testing::internal::GetCapturedStderr();
}

/// The flags in the first column of the table of words.
std::vector<std::string> flags_of_fastchess() {
    std::vector<std::string> flags;
    const std::string table = fastchess_table();
    constexpr std::string_view kRow = "\n| `";
    for (std::size_t at = table.find(kRow); at != std::string::npos; at = table.find(kRow, at)) {
        at += kRow.size();
        flags.push_back(table.substr(at, table.find_first_of(" `", at) - at));
        EXPECT_NE(fastchess_hint(flags.back()), "") << flags.back();
    }
    return flags;
}

TEST(FlagsOfOtherTools, have_a_hint_in_each_command_that_plays) {
    std::vector<std::string> flags = flags_of_fastchess();
    EXPECT_GT(flags.size(), 45U);
    for (const char* const cutechess :
         {"-ponder", "-conf", "-initstr", "-arg", "-stderr", "-trust", "-bookmode", "-outcomeinterval",
          "-tscale", "-resultformat", "-engines", "-variants", "-protocols", "-book", "-bookdepth",
          "--compliance", "--name"}) {
        flags.emplace_back(cutechess);
        EXPECT_EQ(fastchess_hint(cutechess), "") << cutechess;
    }
    for (const char* const command : {"run", "match", "tournament", "gate"}) {
        for (const std::string& flag : flags) {
            const std::string text = hint(command, flag);
            EXPECT_THAT(text, ::testing::StartsWith("sprt: " + flag + " is unknown"));
            EXPECT_THAT(text, ::testing::Not(HasSubstr("has no such flag"))) << command;
            EXPECT_THAT(text, HasSubstr(fastchess_hint(flag)));
        }
    }
}

TEST(FlagsOfOtherTools, lead_to_what_they_mean) {
    const struct {
        const char* command;
        const char* flag;
        const char* hint;
    } cases[] = {
        {"run", "-games", "here it is --max-games (2N for -rounds N"},
        {"match", "-games", "here it is --games (2N for -rounds N"},
        {"tournament", "-games", "here it is --rounds"},
        {"tournament", "-engine", "here it is --agent ("},
        {"run", "-tournament", "sprt tournament --agent A --agent B"},
        {"tournament", "-tournament", "here it is --format"},
        {"match", "-sprt", "sprt run and sprt gate"},
        {"run", "-maxmoves", "--adjudicate (max_turns=2N/draw/played)"},
        {"run", "-wait", "leave it out"},
        {"run", "-log", "here it is --trace"},
        {"run", "-output", "sprt report DIR --json"},
        {"run", "-config", "sprt resume DIR"},
        {"run", "-openings", "here it is --openings (the file alone"},
        {"run", "--nodes", "'proto=uci nodes=1000"},
        {"gate", "--name", "name=new ./engine"},
        {"gate", "--compliance", "run: referee check 'proto=uci ./engine'"},
        {"gate", "-ping-ms", "ping_ms= before the command"},
    };
    for (const auto& each : cases) {
        EXPECT_THAT(hint(each.command, each.flag), HasSubstr(each.hint));
    }
}

} // namespace
} // namespace sprt
