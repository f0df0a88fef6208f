#include "referee/game/json.hpp"
#include "sprt/command/flags.hpp"
#include "sprt/command/gate.hpp"
#include "sprt/report/outcome.hpp"
#include "tests/sprt/report/held_snapshot.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <set>

namespace sprt {
namespace {

using referee::ExitStatus;
using referee::testing_support::user_error_text;
using ::testing::HasSubstr;
using Keys = std::set<std::string>;

/// The bounds that a file or a flag gives.
constexpr double kElo0 = 3;
constexpr double kElo1 = 7;

/// The configuration after `in_file` and `in_flags` were read.
Config given(const Keys& in_file, const Keys& in_flags) {
    const auto is_given = [&](const char* key) { return in_file.contains(key) || in_flags.contains(key); };
    Config config;
    config.test.elo0 = is_given("elo0") ? kElo0 : config.test.elo0;
    config.test.elo1 = is_given("elo1") ? kElo1 : config.test.elo1;
    return config;
}

TEST(GateDefaults, flags_override_expect_and_expect_overrides_the_file) {
    const struct {
        Keys in_file;
        Keys in_flags;
        std::optional<std::string> expect;
        double elo0;
        double elo1;
    } rows[] = {
        // neither file nor flags
        {{}, {}, {}, 0, 10},
        {{}, {}, "gain", 0, 10},
        {{}, {}, "no-regression", -10, 0},
        // a file
        {{"elo0", "elo1"}, {}, {}, kElo0, kElo1},
        {{"elo1"}, {}, {}, 0, kElo1},
        {{"elo0", "elo1"}, {}, "gain", 0, 10},
        {{"elo0", "elo1"}, {}, "no-regression", -10, 0},
        {{"elo1"}, {}, "no-regression", -10, 0},
        // flags
        {{}, {"elo0", "elo1"}, {}, kElo0, kElo1},
        {{}, {"elo0", "elo1"}, "gain", kElo0, kElo1},
        {{}, {"elo0", "elo1"}, "no-regression", kElo0, kElo1},
        {{"elo0"}, {"elo1"}, "no-regression", kElo0, kElo1},
        {{}, {"elo1"}, {}, 0, kElo1},
    };
    for (const auto& row : rows) {
        Config config = given(row.in_file, row.in_flags);
        ConfigSources sources{.file = "c.json", .in_file = row.in_file, .in_flags = row.in_flags};
        apply_gate_defaults(config, sources, row.expect);
        EXPECT_EQ(sources.in_flags.contains("elo0"), row.expect || row.in_flags.contains("elo0"));
        const std::string what = ::testing::PrintToString(row.in_file) + " " +
                                 ::testing::PrintToString(row.in_flags) + " " + row.expect.value_or("-");
        EXPECT_EQ(config.test.elo0, row.elo0) << what;
        EXPECT_EQ(config.test.elo1, row.elo1) << what;
    }
}

TEST(GateDefaults, an_unknown_expect_is_an_error_that_names_it) {
    Config config;
    ConfigSources none;
    for (const char* expect : {"", "loss", "Gain", "no_regression"}) {
        EXPECT_THAT(user_error_text([&] { apply_gate_defaults(config, none, expect); }),
                    HasSubstr(std::string("--expect: '") + expect + "' must be gain or no-regression"));
    }
}

TEST(CheckReportFiles, unusable_files_are_errors_and_missing_directories_are_made) {
    const referee::testing_support::TemporaryDir dir;
    const auto error = [](const std::string& junit, const std::string& markdown) {
        return user_error_text([&] { check_report_files(sprt::ReportFiles{junit, markdown}); });
    };
    std::ofstream(dir / "file") << "x";
    EXPECT_THAT(error(dir.path().string(), ""),
                HasSubstr("--junit: " + dir.path().string() + " is a directory"));
    EXPECT_THAT(error("", (dir / "file" / "m.md").string()), HasSubstr("--markdown: there is no directory "));
    EXPECT_THAT(error((dir / "same").string(), (dir / "same").string()), HasSubstr("is the file of --junit"));
    dir.file("run.json", "{}");
    const std::string log = dir.file("games.jsonl", "of another run").string();
    EXPECT_EQ(error(log, ""), "--junit: " + log + " is a file of the run; name another one");
    check_report_files(sprt::ReportFiles{(dir / "deep" / "j.xml").string(), (dir / "m.md").string()});
    EXPECT_TRUE(std::filesystem::is_directory(dir / "deep"));
    check_report_files(sprt::ReportFiles{});
}

/// A run that ended by `reason`. `verdict` is that of all games, `undisputed` that without disputed time
/// losses.
RunState ended(EndReason reason, Verdict verdict, std::optional<Verdict> undisputed = {}) {
    RunState result;
    result.reason = reason;
    result.standing.evaluation.verdict = verdict;
    result.standing.disputed.otherwise = Evaluation{.llr = 0, .verdict = undisputed.value_or(verdict)};
    return result;
}

ExitStatus status_of(const RunState& state) {
    Config config;
    config.max_games = 100;
    return gate_status(outcome_of(HeldSnapshot(config, state)).gate);
}

TEST(GateStatus, h1_exits_with_0_and_h0_with_1_and_other_ends_with_4_or_5) {
    EXPECT_EQ(status_of(ended(EndReason::Verdict, Verdict::H1)), ExitStatus::Done);
    EXPECT_EQ(status_of(ended(EndReason::Verdict, Verdict::H0)), ExitStatus::Rejected);
    EXPECT_EQ(static_cast<int>(ExitStatus::Done), 0);
    EXPECT_EQ(static_cast<int>(ExitStatus::Rejected), 1);
    EXPECT_EQ(static_cast<int>(ExitStatus::AgentBroken), 4);
    EXPECT_EQ(static_cast<int>(ExitStatus::Undecided), 5);
}

TEST(GateStatus, a_run_without_a_verdict_is_undecided_whatever_its_llr) {
    for (const EndReason reason : {EndReason::MaxGames, EndReason::Repeats, EndReason::OpeningsUsedUp}) {
        for (const Verdict verdict : {Verdict::Continue, Verdict::H0, Verdict::H1}) {
            EXPECT_EQ(status_of(ended(reason, verdict)), ExitStatus::Undecided);
        }
    }
}

TEST(GateStatus, a_verdict_that_rests_on_disputed_time_losses_is_undecided) {
    for (const Verdict verdict : {Verdict::H0, Verdict::H1}) {
        EXPECT_EQ(status_of(ended(EndReason::Verdict, verdict, Verdict::Continue)), ExitStatus::Undecided);
    }
    EXPECT_EQ(status_of(ended(EndReason::Verdict, Verdict::H1, Verdict::H0)), ExitStatus::Undecided);
    EXPECT_EQ(status_of(ended(EndReason::Verdict, Verdict::H0, Verdict::H1)), ExitStatus::Undecided);
}

TEST(GateStatus, a_verdict_that_rests_on_doubtful_losses_is_undecided) {
    RunState result = ended(EndReason::Verdict, Verdict::H1);
    result.standing.doubtful.otherwise = Evaluation{};
    EXPECT_EQ(status_of(result), ExitStatus::Undecided);
}

TEST(GateStatus, a_verdict_that_rests_on_distrusted_workers_is_undecided) {
    RunState result = ended(EndReason::Verdict, Verdict::H1);
    result.trusted_evaluation = Evaluation{.llr = 1, .verdict = Verdict::Continue};
    EXPECT_EQ(status_of(result), ExitStatus::Undecided);
    result.trusted_evaluation->verdict = Verdict::H1;
    EXPECT_EQ(status_of(result), ExitStatus::Done);
}

TEST(GateStatus, a_verdict_that_may_rest_on_tampering_is_undecided) {
    RunState result = ended(EndReason::Verdict, Verdict::H1);
    result.standing.disturbed.otherwise = Evaluation{.llr = 1, .verdict = Verdict::Continue};
    EXPECT_EQ(status_of(result), ExitStatus::Undecided);
    result.standing.disturbed.otherwise->verdict = Verdict::H1;
    EXPECT_EQ(status_of(result), ExitStatus::Done);
    referee::GameRecord disturbed;
    disturbed.disturbances.tampering = {1, 0};
    result.machine.add(disturbed);
    EXPECT_EQ(status_of(result), ExitStatus::Undecided) << "agent 1 won and tampered";
    result.standing.evaluation.verdict = Verdict::H0;
    result.standing.disputed.otherwise->verdict = Verdict::H0;
    result.standing.disturbed.otherwise->verdict = Verdict::H0;
    EXPECT_EQ(status_of(result), ExitStatus::Rejected);
}

TEST(GateStatus, an_agent_that_tampers_is_broken) {
    RunState result = ended(EndReason::Tampering, Verdict::H1);
    result.broken = referee::Player::Agent2;
    EXPECT_EQ(status_of(result), ExitStatus::AgentBroken);
}

TEST(GateStatus, a_verdict_that_rests_on_adjudication_is_undecided) {
    RunState result = ended(EndReason::Verdict, Verdict::H1);
    result.standing.worst_evaluation = Evaluation{.llr = 1, .verdict = Verdict::Continue};
    EXPECT_EQ(status_of(result), ExitStatus::Done) << "the evidence still favours H1";
    result.standing.worst_evaluation->llr = -1;
    EXPECT_EQ(status_of(result), ExitStatus::Undecided);
}

TEST(GateStatus, a_broken_agent_has_an_exit_status_of_its_own) {
    for (const referee::Player player : {referee::Player::Agent1, referee::Player::Agent2}) {
        RunState result = ended(EndReason::MaxFaults, Verdict::H0);
        result.broken = player;
        EXPECT_EQ(status_of(result), ExitStatus::AgentBroken);
    }
}

TEST(ConfigToRepeat, names_no_file_that_the_run_made_no_server_and_no_value_of_env) {
    Config config;
    config.agents = {referee::parse_agent("one"), referee::parse_agent("two")};
    config.agents[1].env["TOKEN"] = "s3cret";
    config.seed = 42;
    config.out = "runs/patch";
    config.pgn = "/games.pgn";
    config.pgn_line = "^info";
    config.remote.via = "nats://hub";
    config.play.trace = "traces";
    config.play.trace_faults = "faults";
    const referee::Json json = referee::parse_json(config_to_repeat(config));
    EXPECT_EQ(json.at("seed"), "42");
    EXPECT_EQ(json.at("out"), "");
    EXPECT_EQ(json.at("pgn"), "");
    EXPECT_EQ(json.at("pgn_line"), "");
    EXPECT_TRUE(json.at("via").is_null());
    EXPECT_EQ(json.at("trace"), "");
    EXPECT_EQ(json.at("trace_faults"), "");
    EXPECT_EQ(json.at("agent2").at("env").at("TOKEN"), "(left out)");
}

} // namespace
} // namespace sprt
