#include "sprt/match/config_json.hpp"
#include "sprt/match/run_file.hpp"
#include "sprt/match/sha256.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace sprt {
namespace {

using ataxx::Json;
using ataxx::testing_support::TemporaryDir;
using ataxx::testing_support::user_error_text;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

class RunFileTest : public ::testing::Test {
  protected:
    RunFileTest() {
        dir_.file("agent", "#!/bin/sh\n", true);
        dir_.file("rival", "#!/bin/sh\necho\n", true);
        dir_.file("weights", "1 2 3");
        dir_.file("book.txt", "1 1 1 2\n");
        dir_.file("config.json", kConfig);
        programs_ = {program("agent", {"--net", "weights", "nothing.here"}), program("rival", {})};
    }

    [[nodiscard]] ataxx::Program program(const std::string& name, std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "./" + name);
        return {
            .executable = dir_ / name, .words = std::move(arguments), .dir = dir_.path(), .variables = {}};
    }

    /// A run as `sprt run config.json` with some flags would have it.
    [[nodiscard]] RunFile a_run() const {
        RunFile run;
        run.version = "1.2.3";
        ConfigSources sources;
        read_config(dir_ / "config.json", run.config, sources);
        run.config.openings = (dir_ / "book.txt").string();
        run.config.repeats = "collapse";
        run.config.seed = 18446744073709551615u;
        run.config.concurrency = 3;
        run.config.test.alpha = 0.01;
        run.directory = dir_.path();
        run.config_file = FilePrint{(dir_ / "config.json").string(), sha256_of_file(dir_ / "config.json")};
        run.overrides = {"alpha", "openings"};
        run.agents = {print_of(programs_[0]), print_of(programs_[1])};
        run.book_size = 1;
        run.book_sha256 = book_print(run.config);
        run.machine = {{"cores", 2}};
        run.oversubscribed = true;
        run.started = "2026-01-02T03:04:05Z";
        run.resumed = {{.at = "2026-01-02T04:00:00Z", .game = 7, .forced = {"something changed"}},
                       {.at = "2026-01-02T05:00:00Z", .game = 9, .forced = {}}};
        run.elapsed_before = std::chrono::milliseconds(1234);
        run.result = {{"verdict", "H1"}};
        return run;
    }

    [[nodiscard]] RunFile read(const Json& json) const {
        return read_run_file(dir_.file("run.json", json.dump(2)));
    }
    [[nodiscard]] std::string error_of(const Json& json) const {
        return user_error_text([&] { static_cast<void>(read(json)); });
    }
    [[nodiscard]] std::vector<std::string> changes(const RunFile& run) const {
        return changes_since(run, programs_);
    }

    static constexpr const char* kConfig =
        R"({"agent1": "./agent --net weights nothing.here", "agent2": "./rival", "elo1": 20, "alpha": 0.2})";
    TemporaryDir dir_;
    std::array<ataxx::Program, 2> programs_;
};

TEST_F(RunFileTest, ComesBackWhole) {
    const Json json = to_json(a_run());
    const RunFile run = read(json);
    EXPECT_EQ(to_json(run), json);
    EXPECT_EQ(run.version, "1.2.3");
    EXPECT_EQ(run.config.test.elo1, 20);
    EXPECT_EQ(run.config.seed, 18446744073709551615u);
    EXPECT_EQ(run.directory, dir_.path());
    EXPECT_EQ(run.config_file, a_run().config_file);
    EXPECT_THAT(run.overrides, ElementsAre("alpha", "openings"));
    EXPECT_EQ(run.agents[0].executable, a_run().agents[0].executable);
    EXPECT_THAT(run.agents[0].files, ElementsAre(a_run().agents[0].files[0]));
    EXPECT_EQ(run.book_size, 1u);
    EXPECT_EQ(run.book_sha256, sha256_of_text("1 1 1 2\n"));
    EXPECT_TRUE(run.oversubscribed);
    ASSERT_EQ(run.resumed.size(), 2u);
    EXPECT_EQ(run.resumed[0].game, 7u);
    EXPECT_THAT(run.resumed[0].forced, ElementsAre("something changed"));
    EXPECT_EQ(run.elapsed_before, std::chrono::milliseconds(1234));
    EXPECT_EQ(run.result["verdict"], "H1");
    EXPECT_FALSE(run.config_is_edited());
}

TEST_F(RunFileTest, WhatIsOpenIsNullAndComesBackToo) {
    RunFile run = a_run();
    run.config_file.reset();
    run.overrides.clear();
    run.book_size.reset();
    run.book_sha256.reset();
    run.agents[0].executable.sha256.reset();
    run.resumed.clear();
    run.result = nullptr;
    const Json json = to_json(run);
    for (const char* pointer :
         {"/config_file", "/openings/size", "/openings/sha256", "/agents/0/sha256", "/result"}) {
        EXPECT_TRUE(json.at(Json::json_pointer(pointer)).is_null()) << pointer;
    }
    EXPECT_EQ(to_json(read(json)), json);
}

TEST_F(RunFileTest, WhatIsMissingIsNamed) {
    const Json whole = to_json(a_run());
    for (const char* pointer : {"/format",
                                "/version",
                                "/config",
                                "/config/repeats",
                                "/config/seed",
                                "/config/concurrency",
                                "/config_sha256",
                                "/config_file",
                                "/config_file/path",
                                "/config_file/sha256",
                                "/overrides",
                                "/directory",
                                "/agents",
                                "/agents/0/executable",
                                "/agents/1/sha256",
                                "/agents/1/files",
                                "/agents/0/files/0/path",
                                "/agents/0/files/0/sha256",
                                "/openings",
                                "/openings/size",
                                "/openings/sha256",
                                "/machine",
                                "/oversubscribed",
                                "/started",
                                "/resumed",
                                "/resumed/0/at",
                                "/resumed/1/game",
                                "/resumed/0/forced",
                                "/elapsed_before_ms",
                                "/result"}) {
        Json json = whole;
        const Json::json_pointer where(pointer);
        json[where.parent_pointer()].erase(where.back());
        EXPECT_EQ(error_of(json), "missing field " + (dir_ / "run.json").string() + ": " + pointer);
    }
}

TEST_F(RunFileTest, WhatIsWrongIsNamed) {
    const Json whole = to_json(a_run());
    const struct {
        const char* pointer;
        const char* value;
        const char* wanted;
    } rows[] = {{"/format", "2", "a whole number from 1 to 1"},
                {"/version", "1", "a string"},
                {"/config", "[]", "an object"},
                {"/config/elo0", "\"x\"", "a number"},
                {"/config/seed", "null", "the value that the run was played with"},
                {"/config/repeats", "null", "the value that the run was played with"},
                {"/config/concurrency", "null", "the value that the run was played with"},
                {"/config_sha256", "null", "a string"},
                {"/config_file", "\"x\"", "an object"},
                {"/config_file/sha256", "3", "a string"},
                {"/overrides", "{}", "an array"},
                {"/overrides/0", "1", "a string"},
                {"/directory", "null", "a string"},
                {"/agents", "[]", "an array of 2"},
                {"/agents/1/executable", "null", "a string"},
                {"/agents/0/files/0", "\"x\"", "an object"},
                {"/openings", "null", "an object"},
                {"/openings/size", "-1", "a whole number from 0"},
                {"/openings/sha256", "1", "a string"},
                {"/oversubscribed", "0", "true or false"},
                {"/started", "0", "a string"},
                {"/resumed", "null", "an array"},
                {"/resumed/0/game", "1.5", "a whole number"},
                {"/resumed/0/forced", "\"x\"", "an array"},
                {"/elapsed_before_ms", "-1", "a whole number from 0"},
                {"/result", "[]", "an object or null"}};
    for (const auto& row : rows) {
        Json json = whole;
        json[Json::json_pointer(row.pointer)] = Json::parse(row.value);
        EXPECT_THAT(error_of(json),
                    AllOf(HasSubstr((dir_ / "run.json").string() + ": " + row.pointer + " is "),
                          HasSubstr(std::string("it must be ") + row.wanted)));
    }
    Json json = whole;
    json["config"]["elo_0"] = 1;
    EXPECT_THAT(error_of(json), HasSubstr("run.json: /config/elo_0 is unknown"));
    json = whole;
    json["config"]["elo0"] = 30;
    EXPECT_THAT(error_of(json),
                AllOf(HasSubstr("run.json: /"), HasSubstr("elo0 (30) must be below elo1 (20)")));
    EXPECT_THAT(error_of(Json::array()), HasSubstr("run.json: it is []; it must be an object"));
}

TEST_F(RunFileTest, WhatIsNoJsonIsNamedByItsLine) {
    const auto file = dir_.file("run.json", "{\n  \"format\": 1,\n}\n");
    EXPECT_THAT(user_error_text([&] { static_cast<void>(read_run_file(file)); }),
                HasSubstr("run.json:3:1: not JSON"));
    EXPECT_THAT(user_error_text([&] { static_cast<void>(read_run_file(dir_ / "none")); }),
                HasSubstr("cannot read"));
}

TEST_F(RunFileTest, AnEditedConfigurationShows) {
    Json json = to_json(a_run());
    json["config"]["elo1"] = 21;
    const RunFile run = read(json);
    EXPECT_TRUE(run.config_is_edited());
    EXPECT_EQ(to_json(run), json) << "and is written again as it is, with the SHA-256 of what it was";
    json["config"]["elo1"] = 20.0; // the same number
    EXPECT_FALSE(read(json).config_is_edited());
}

TEST_F(RunFileTest, AgentsAreMadeOfTheirExecutableAndOfFilesInTheirCommand) {
    const AgentPrint print = print_of(programs_[0]);
    EXPECT_EQ(print.executable.path, (dir_ / "agent").string());
    EXPECT_EQ(print.executable.sha256, sha256_of_text("#!/bin/sh\n"));
    ASSERT_EQ(print.files.size(), 1u);
    EXPECT_EQ(print.files[0].path, (dir_ / "weights").string()) << "relative to the agent's directory";
    EXPECT_EQ(print.files[0].sha256, sha256_of_text("1 2 3"));
    EXPECT_THAT(print_of(program("rival", {dir_.path().string()})).files, IsEmpty())
        << "a directory is no file";
}

TEST_F(RunFileTest, OpeningsThatComeFromNoFileHaveNoPrint) {
    Config config;
    for (const char* openings : {"start", "random:4"}) {
        config.openings = openings;
        EXPECT_FALSE(book_print(config));
    }
    config.openings = (dir_ / "gone.txt").string();
    EXPECT_FALSE(book_print(config));
}

TEST_F(RunFileTest, TimesAreInUtcToTheSecond) {
    EXPECT_THAT(utc_now(),
                MatchesRegex("20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z"));
}

// ---- What has changed since

TEST_F(RunFileTest, NothingHasChanged) {
    EXPECT_THAT(changes(a_run()), IsEmpty());
    EXPECT_THAT(changes(read(to_json(a_run()))), IsEmpty());
}

TEST_F(RunFileTest, AnotherExecutable) {
    const RunFile run = a_run();
    dir_.file("rival", "#!/bin/sh\nexit 1\n", true);
    EXPECT_THAT(changes(run),
                ElementsAre(AllOf(HasSubstr("agent 2's executable changed: " + (dir_ / "rival").string()),
                                  HasSubstr(sha256_of_text("#!/bin/sh\necho\n").substr(0, 12)),
                                  HasSubstr(sha256_of_text("#!/bin/sh\nexit 1\n").substr(0, 12)))));
}

TEST_F(RunFileTest, TheSameExecutableElsewhereIsNoChange) {
    const RunFile run = a_run();
    dir_.file("copy", "#!/bin/sh\n", true);
    programs_[0].executable = dir_ / "copy";
    EXPECT_THAT(changes(run), IsEmpty());
    dir_.file("copy", "another", true);
    EXPECT_THAT(changes(run), ElementsAre(HasSubstr("is now " + (dir_ / "copy").string() + " (SHA-256 ")));
}

TEST_F(RunFileTest, AnotherScriptOrOneThatIsGone) {
    const RunFile run = a_run();
    dir_.file("weights", "1 2 4");
    EXPECT_THAT(changes(run),
                ElementsAre(HasSubstr("agent 1's file changed: " + (dir_ / "weights").string())));
    std::filesystem::remove(dir_ / "weights");
    EXPECT_THAT(changes(run),
                ElementsAre(AllOf(HasSubstr("agent 1's file changed: "), HasSubstr("(unreadable)"))));
}

TEST_F(RunFileTest, WhatCouldNotBeReadThenAsNowIsNoChange) {
    RunFile run = a_run();
    run.agents[0].files.push_back({(dir_ / "secret").string(), std::nullopt});
    EXPECT_THAT(changes(run), IsEmpty());
    dir_.file("secret", "x");
    EXPECT_THAT(changes(run), ElementsAre(HasSubstr("(unreadable) is now (SHA-256 ")));
}

TEST_F(RunFileTest, AnotherBookOrOneThatIsGone) {
    const RunFile run = a_run();
    dir_.file("book.txt", "1 1 2 2\n");
    EXPECT_THAT(changes(run),
                ElementsAre(HasSubstr("the file of openings changed: " + (dir_ / "book.txt").string())));
    std::filesystem::remove(dir_ / "book.txt");
    EXPECT_THAT(changes(run), ElementsAre(HasSubstr("is now (unreadable)")));
}

TEST_F(RunFileTest, EachSettingThatTheUsersFileSaysOtherwise) {
    const RunFile run = a_run();
    dir_.file("config.json", R"({"agent1": "./agent --net weights nothing.here", "agent2": "./other",
                                 "elo1": 30, "turns": 50})");
    EXPECT_THAT(changes(run), ElementsAre(HasSubstr("agent2 of the configuration changed: "),
                                          AllOf(HasSubstr("elo1 of the configuration changed: " +
                                                          (dir_ / "config.json").string()),
                                                HasSubstr("was 20.0, is now 30.0")),
                                          HasSubstr("turns of the configuration changed: ")));
}

TEST_F(RunFileTest, WhatFlagsLaidOverItAndWhatWasFilledInIsNoChange) {
    const RunFile run = a_run();
    dir_.file("config.json", R"({"agent1": "./agent --net weights nothing.here", "agent2": "./rival",
                                 "elo1": 20, "alpha": 0.3, "openings": "start",
                                 "seed": null, "repeats": null, "concurrency": null})");
    EXPECT_THAT(changes(run), IsEmpty());
}

/// An odd limit of games is lowered for models of pairs before a run begins.
TEST_F(RunFileTest, AnOddLimitOfGamesIsTheEvenOneItWasLoweredTo) {
    RunFile run = a_run();
    run.config.max_games = 30;
    const auto with_limit = [&](int games) {
        dir_.file("config.json", R"({"agent1": "./agent --net weights nothing.here", "agent2": "./rival",
                                     "elo1": 20, "max_games": )" +
                                     std::to_string(games) + "}");
        return changes(run);
    };
    EXPECT_THAT(with_limit(31), IsEmpty());
    EXPECT_THAT(with_limit(30), IsEmpty());
    EXPECT_THAT(with_limit(32), ElementsAre(HasSubstr("max_games of the configuration changed")));
    run.config.model = "wald";
    run.overrides.insert("model");
    EXPECT_THAT(with_limit(31), ElementsAre(HasSubstr("max_games of the configuration changed")));
}

TEST_F(RunFileTest, AnotherLayoutOfTheUsersFileIsNoChange) {
    const RunFile run = a_run();
    dir_.file("config.json", std::string("\n\n") + kConfig + "\n");
    EXPECT_THAT(changes(run), IsEmpty());
}

TEST_F(RunFileTest, AUsersFileThatIsGoneWasReadWhole) {
    const RunFile run = a_run();
    std::filesystem::remove(dir_ / "config.json");
    EXPECT_THAT(changes(run), IsEmpty());
}

TEST_F(RunFileTest, AUsersFileThatIsNoConfigurationAnyMore) {
    const RunFile run = a_run();
    dir_.file("config.json", "{");
    EXPECT_THAT(changes(run),
                ElementsAre(AllOf(HasSubstr("the configuration file changed: "), HasSubstr("not JSON"))));
}

TEST_F(RunFileTest, AnEditedConfigurationIsAChange) {
    Json json = to_json(a_run());
    json["config"]["turns"] = 50;
    EXPECT_THAT(changes(read(json)),
                ElementsAre("the configuration in run.json is not the one that the run began with"));
}

TEST_F(RunFileTest, EverythingThatChangedIsTold) {
    const RunFile run = a_run();
    dir_.file("agent", "x", true);
    dir_.file("rival", "x", true);
    dir_.file("weights", "x");
    dir_.file("book.txt", "x");
    EXPECT_EQ(changes(run).size(), 4u);
}

} // namespace
} // namespace sprt
