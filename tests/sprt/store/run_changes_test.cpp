#include "tests/sprt/store/described_run.hpp"
#include "tests/sprt/store/kept_tournament.hpp"

#include <gmock/gmock.h>

namespace sprt {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class RunChangesTest : public DescribedRun {};

TEST_F(RunChangesTest, unchanged_run_has_no_changes) {
    EXPECT_THAT(changes(a_run()), IsEmpty());
    EXPECT_THAT(changes(read(to_json(a_run()))), IsEmpty());
}

TEST_F(RunChangesTest, changed_executable_is_named_with_both_digests) {
    const RunFile run = a_run();
    dir_.file("rival", "#!/bin/sh\nexit 1\n", true);
    EXPECT_THAT(changes(run),
                ElementsAre(AllOf(HasSubstr("agent 2's executable changed: " + (dir_ / "rival").string()),
                                  HasSubstr(referee::sha256_of_text("#!/bin/sh\necho\n").substr(0, 12)),
                                  HasSubstr(referee::sha256_of_text("#!/bin/sh\nexit 1\n").substr(0, 12)))));
}

TEST_F(RunChangesTest, executable_with_another_path_and_the_same_bytes_is_no_change) {
    const RunFile run = a_run();
    dir_.file("copy", "#!/bin/sh\n", true);
    programs_.agent1.executable = dir_ / "copy";
    EXPECT_THAT(changes(run), IsEmpty());
    dir_.file("copy", "another", true);
    EXPECT_THAT(changes(run), ElementsAre(HasSubstr("is now " + (dir_ / "copy").string() + " (SHA-256 ")));
}

TEST_F(RunChangesTest, changed_or_missing_file_of_an_agent_is_a_change) {
    const RunFile run = a_run();
    dir_.file("weights", "1 2 4");
    EXPECT_THAT(changes(run),
                ElementsAre(HasSubstr("agent 1's file changed: " + (dir_ / "weights").string())));
    std::filesystem::remove(dir_ / "weights");
    EXPECT_THAT(changes(run),
                ElementsAre(AllOf(HasSubstr("agent 1's file changed: "), HasSubstr("(unreadable)"))));
}

TEST_F(RunChangesTest, file_that_was_moved_with_its_agent_is_no_change) {
    const RunFile run = a_run();
    dir_.file("new/weights", "1 2 3");
    std::filesystem::remove(dir_ / "weights");
    programs_.agent1.dir = dir_ / "new";
    EXPECT_THAT(changes(run), IsEmpty());
    dir_.file("new/weights", "1 2 4");
    EXPECT_THAT(changes(run), ElementsAre(AllOf(HasSubstr("agent 1's file changed: "),
                                                HasSubstr((dir_ / "new" / "weights").string()))));
}

TEST_F(RunChangesTest, file_that_was_and_is_unreadable_is_no_change) {
    programs_.agent1 = program("agent", {"--net", "weights", "secret"});
    RunFile run = a_run();
    run.agents[0].files.push_back({(dir_ / "secret").string(), std::nullopt});
    EXPECT_THAT(changes(run), IsEmpty());
    dir_.file("secret", "x");
    EXPECT_THAT(changes(run), ElementsAre(HasSubstr("(unreadable) is now (SHA-256 ")));
}

TEST_F(RunChangesTest, changed_or_missing_book_is_a_change) {
    const RunFile run = a_run();
    dir_.file("book.txt", "1 1 2 2\n");
    EXPECT_THAT(changes(run),
                ElementsAre(HasSubstr("the file of openings changed: " + (dir_ / "book.txt").string())));
    std::filesystem::remove(dir_ / "book.txt");
    EXPECT_THAT(changes(run), ElementsAre(HasSubstr("is now (unreadable)")));
}

TEST_F(RunChangesTest, each_changed_setting_of_the_users_file_is_named) {
    const RunFile run = a_run();
    dir_.file("config.json", R"({"agent1": "./agent --net weights nothing.here", "agent2": "./other",
                                 "elo1": 30, "turns": 50})");
    EXPECT_THAT(changes(run), ElementsAre(HasSubstr("agent2 of the configuration changed: "),
                                          AllOf(HasSubstr("elo1 of the configuration changed: " +
                                                          (dir_ / "config.json").string()),
                                                HasSubstr("was 20.0, is now 30.0")),
                                          HasSubstr("turns of the configuration changed: ")));
}

TEST_F(RunChangesTest, settings_from_flags_and_filled_in_settings_are_no_change) {
    const RunFile run = a_run();
    dir_.file("config.json", R"({"agent1": "./agent --net weights nothing.here", "agent2": "./rival",
                                 "elo1": 20, "alpha": 0.3, "openings": "start",
                                 "seed": null, "repeats": null, "concurrency": null})");
    EXPECT_THAT(changes(run), IsEmpty());
}

TEST_F(RunChangesTest, random_auto_is_compared_as_what_it_becomes) {
    RunFile run = a_run(); // [0, 20]
    dir_.file("config.json", R"({"agent1": "./agent --net weights nothing.here", "agent2": "./rival",
                                 "elo1": 20, "openings": "random:auto"})");
    run.overrides.clear();
    run.overrides.insert("alpha");
    run.config.openings = "random:4";
    EXPECT_THAT(changes(run), Not(Contains(HasSubstr("openings of the configuration changed"))));
    run.config.openings = "random:6";
    EXPECT_THAT(changes(run), Contains(HasSubstr("openings of the configuration changed")));
}

/// An odd limit of games is lowered for models of pairs before a run begins.
TEST_F(RunChangesTest, odd_limit_of_games_that_is_lowered_to_the_runs_limit_is_no_change) {
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

TEST_F(RunChangesTest, other_white_space_in_the_users_file_is_no_change) {
    const RunFile run = a_run();
    dir_.file("config.json", std::string("\n\n") + kConfig + "\n");
    EXPECT_THAT(changes(run), IsEmpty());
}

TEST_F(RunChangesTest, setting_removed_from_the_users_file_has_its_default) {
    const RunFile run = a_run();
    dir_.file("config.json", R"({"agent1": "./agent --net weights nothing.here", "agent2": "./rival"})");
    EXPECT_THAT(changes(run), ElementsAre(AllOf(HasSubstr("elo1 of the configuration changed: "),
                                                HasSubstr(" was 20.0, is now 10.0"))));
}

TEST_F(RunChangesTest, missing_users_file_is_no_change) {
    const RunFile run = a_run();
    std::filesystem::remove(dir_ / "config.json");
    EXPECT_THAT(changes(run), IsEmpty());
}

TEST_F(RunChangesTest, users_file_that_is_no_longer_a_configuration_is_a_change) {
    const RunFile run = a_run();
    dir_.file("config.json", "{");
    EXPECT_THAT(changes(run),
                ElementsAre(AllOf(HasSubstr("the configuration file changed: "), HasSubstr("not JSON"))));
}

TEST_F(RunChangesTest, edited_configuration_in_run_json_is_a_change) {
    Json json = to_json(a_run());
    json["config"]["turns"] = 50;
    EXPECT_THAT(changes(read(json)),
                ElementsAre("the configuration in run.json is not the one that the run began with"));
}

TEST_F(RunChangesTest, each_changed_file_is_named) {
    const RunFile run = a_run();
    dir_.file("agent", "x", true);
    dir_.file("rival", "x", true);
    dir_.file("weights", "x");
    dir_.file("book.txt", "x");
    EXPECT_EQ(changes(run).size(), 4u);
}

/// Of the agents that still play. Of the user's file it is said only that it changed.
TEST_F(RunChangesTest, changes_of_a_tournament_name_its_agents) {
    Config config = tournament_of(3, 4);
    config.openings = (dir_ / "book.txt").string();
    TournamentFile run = tournament_file_of(config, dir_.path());
    run.config_file =
        FilePrint{(dir_ / "config.json").string(), referee::sha256_of_file(dir_ / "config.json")};
    run.agents[0].files = {{(dir_ / "weights").string(), referee::sha256_of_file(dir_ / "weights")}};
    std::vector<AgentPrint> agents = run.agents;
    const auto lines = [&](const std::vector<std::size_t>& playing) {
        return changes_since(run, agents, playing, book_print(parse_openings(config.openings)));
    };
    EXPECT_THAT(lines({0, 1, 2}), IsEmpty());
    dir_.file("book.txt", "x");
    dir_.file("config.json", "{}");
    agents[0].files[0].sha256 = std::string(64, '3');
    agents[1].in_sandbox = true;
    agents[2].executable.sha256 = std::string(64, '4');
    run.config_sha256 = std::string(64, '5');
    run.config_sha256_now = std::string(64, '6');
    EXPECT_THAT(lines({0, 1}),
                ElementsAre(HasSubstr("a's file changed: " + (dir_ / "weights").string()),
                            "b plays in a sandbox now, and did not",
                            HasSubstr("the file of openings changed: "),
                            "the configuration in run.json is not the one that the run began with",
                            "the configuration file changed: " + (dir_ / "config.json").string() +
                                "; the tournament keeps its settings"));
    EXPECT_THAT(lines({2}), ::testing::Contains(HasSubstr("c's executable changed: /bin/c (SHA-256 ")));
    std::filesystem::remove(dir_ / "config.json");
    EXPECT_EQ(lines({}).size(), 2U) << "run.json holds all settings of a file that is gone";
}

} // namespace
} // namespace sprt
