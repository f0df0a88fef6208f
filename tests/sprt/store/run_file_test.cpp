#include "sprt/config/config.hpp"
#include "sprt/store/run_file.hpp"
#include "tests/sprt/store/described_run.hpp"
#include "tests/sprt/store/kept_tournament.hpp"
#include "tests/support/snapshot.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include <sys/stat.h>

namespace sprt {

namespace {

using referee::Json;
using referee::testing_support::user_error_text;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class TournamentFileTest : public ::testing::Test {
  protected:
    /// The run.json of a tournament that was resumed with other rounds, a newcomer, and without agent b.
    [[nodiscard]] static TournamentFile a_run() {
        Config config = tournament_of(3, 4, "gauntlet", 1);
        config.anchor = "a=100";
        config.until = "separated";
        config.error = 0.1;
        config.agents[1] = referee::parse_agent("name=engine proto=uai option.Hash=16 tc=1+0.1 ./b --fast");
        config.play.threads_per_agent = 1;
        config.seed = 18446744073709551615U;
        config.openings = "book.txt";
        config.max_faults = {5};
        TournamentFile run = tournament_file_of(config, "/begun/here");
        run.config_sha256 = digest_of(config);
        run.games_sha256 = {digest_of_no_game(run.config_sha256), {24, std::string(64, 'a')}};
        run.config_file = FilePrint{"/begun/here/t.json", std::string(64, 'c')};
        run.overrides = {"rounds", "seed"};
        run.book_size = 40;
        run.book_duplicates = 3;
        run.book_sha256 = std::string(64, 'b');
        run.book_since = 24;
        run.machine = {{"cores", 2}};
        run.oversubscribed = true;
        run.later = {referee::parse_agent("name=new ./d")};
        run.agents[0].files = {{"/bin/weights", std::string(64, '2')}, {"/bin/gone", std::nullopt}};
        run.agents[1].in_sandbox = true;
        run.agents.push_back({.executable = {"/bin/d", std::nullopt}, .files = {}});
        run.withdrawn = {std::nullopt, std::nullopt, NotedWithdrawal{3, Flaw::TimeLosses}, std::nullopt};
        run.time_losses = 8;
        run.skipped = {{.name = "broken", .command = {"x", "y z"}, .why = "exited 7"}};
        run.stages.push_back({.game = 24, .agents = {0, 2, 3}, .rounds = 6});
        run.resumed = {{.at = "2026-01-02T04:00:00Z",
                        .game = 24,
                        .forced = {"agent a: /bin/a changed"},
                        .missing = 2,
                        .changed = {"rounds: 6 were 4", "removed: engine", "added: new"}}};
        run.changed_files = {"a: /bin/a changed"};
        run.elapsed_before = std::chrono::milliseconds(1234);
        run.result = {{"reason", "rounds"}};
        return run;
    }
    [[nodiscard]] TournamentFile read(const std::string& text) const {
        return read_tournament_file(dir_.file("run.json", text));
    }
    [[nodiscard]] TournamentFile read(const Json& json) const { return read(lines_of(json)); }
    [[nodiscard]] std::string error_of(const Json& json) const {
        return user_error_text([&] { static_cast<void>(read(json)); });
    }
    [[nodiscard]] std::string place(const std::string& pointer) const {
        return (dir_ / "run.json").string() + ": " + pointer;
    }

    const referee::testing_support::TemporaryDir dir_;
};

/// Byte for byte: run directories are read by other versions and by other programs.
TEST_F(TournamentFileTest, run_json_equals_the_snapshot_and_is_the_same_after_reading) {
    const std::string text = lines_of(to_json(a_run()));
    const std::string held = referee::testing_support::snapshot("sprt/store/tournament/run.json", text);
    EXPECT_EQ(text, held);
    EXPECT_EQ(lines_of(to_json(read(held))), held);
}

TEST_F(TournamentFileTest, what_was_written_is_read) {
    const TournamentFile run = read(to_json(a_run()));
    EXPECT_THAT(run.names(), ElementsAre("a", "engine", "c", "new"));
    EXPECT_EQ(run.config.seed, 18446744073709551615U);
    EXPECT_EQ(run.config.rounds, 4);
    EXPECT_EQ(run.config.agents[1].protocol, "uai");
    EXPECT_EQ(run.withdrawn, a_run().withdrawn);
    EXPECT_EQ(plan_of(run).counting.time_losses, 8U);
    EXPECT_EQ(plan_of(run).skipped, a_run().skipped);
    EXPECT_EQ(run.stages, a_run().stages);
    EXPECT_EQ(run.agents[0].files, a_run().agents[0].files);
    EXPECT_TRUE(run.agents[1].in_sandbox);
    EXPECT_EQ(run.book_since, 24U);
    EXPECT_FALSE(run.config_is_edited());
    EXPECT_THAT(run.session_changes(),
                ElementsAre("games 24 to 25 had been played, were missing when the run was resumed, and "
                            "count only as they were played again",
                            "from game 24 on, accepted with --force: agent a: /bin/a changed",
                            "a: /bin/a changed"));
    for (std::size_t agent = 0; agent < 4; ++agent) {
        EXPECT_EQ(std::ranges::binary_search(run.stages.back().agents, agent), agent != 1) << agent;
    }
}

TEST_F(TournamentFileTest, plan_has_the_stages_and_says_what_a_look_has_changed) {
    const TournamentPlan plan = plan_of(a_run());
    EXPECT_EQ(plan.agents.size(), 4U);
    EXPECT_EQ(plan.counting.rules.stages, a_run().stages);
    EXPECT_EQ(plan.counting.max_faults, 5U);
    EXPECT_EQ(plan.anchor->agent, 0U);
    EXPECT_EQ(plan.anchor->elo, 100);
    const RoundStage first{.game = 0, .agents = {0, 1, 2}, .rounds = 4};
    const struct {
        std::vector<RoundStage> stages;
        bool rounds_changed;
        bool has_removed;
    } rows[] = {{{first}, false, false},
                {{first, {24, {0, 1, 2, 3}, 4}}, false, false},
                {{first, {24, {0, 1, 2}, 6}}, true, false},
                {{first, {24, {0, 2}, 4}}, false, true},
                {{first, {24, {0, 1, 2, 3}, 6}, {40, {0, 1, 3}, 4}}, true, true}};
    for (const auto& row : rows) {
        TournamentFile run = a_run();
        run.stages = row.stages;
        EXPECT_EQ(plan_of(run).rounds_changed, row.rounds_changed);
        EXPECT_EQ(plan_of(run).has_removed, row.has_removed);
    }
}

TEST_F(TournamentFileTest, configuration_of_an_earlier_version_keeps_its_text_and_digest) {
    Json json = to_json(a_run());
    json["config"].erase("title");
    json["config_sha256"] = digest_of(json["config"]);
    json.erase("games_sha256");
    const TournamentFile run = read(json);
    EXPECT_FALSE(run.config_is_edited());
    EXPECT_EQ(to_json(run), json);
}

TEST_F(TournamentFileTest, run_that_an_earlier_version_began_keeps_its_rules) {
    EXPECT_EQ(plan_of(a_run()).schedule.base.seed_rule, referee::SeedRule::Hashed);
    Json json = to_json(a_run());
    json.erase("seeds");
    json.erase("games_sha256");
    json.erase("time_losses");
    json.erase("skipped");
    json["agents"][2].erase("withdrawn_for");
    const TournamentFile run = read(json);
    EXPECT_EQ(plan_of(run).counting.time_losses, std::nullopt);
    EXPECT_EQ(plan_of(run).schedule.base.seed_rule, referee::SeedRule::Mixed);
    EXPECT_EQ(to_json(run), json);
}

TEST_F(TournamentFileTest, result_notes_who_was_withdrawn) {
    TournamentFile run = a_run();
    TournamentState state;
    state.agents.resize(4);
    state.agents[1].withdrawn = {7, Flaw::Tampering};
    note_withdrawals(run, state);
    const Json result = result_json(run, state);
    EXPECT_THAT(run.withdrawn,
                ElementsAre(std::nullopt, NotedWithdrawal{7, Flaw::Tampering}, std::nullopt, std::nullopt));
    EXPECT_EQ(result["reason"], "interrupted");
    EXPECT_EQ(openings_used_up(state), std::nullopt);
    state.reason = TournamentEnd::OpeningsUsedUp;
    state.rounds = 9;
    EXPECT_EQ(openings_used_up(state), 9U);
}

TEST_F(TournamentFileTest, error_names_a_key_that_is_not_known) {
    const Json whole = to_json(a_run());
    for (const char* pointer :
         {"/new", "/config/new", "/config/agents/1/new", "/agents/1/new", "/stages/1/new", "/later/0/new",
          "/result/new", "/resumed/0/new", "/openings/new"}) {
        Json json = whole;
        json[Json::json_pointer(pointer)] = 1;
        EXPECT_THAT(error_of(json), StartsWith(place(pointer) + " is unknown")) << pointer;
    }
}

TEST_F(TournamentFileTest, error_names_a_missing_field) {
    const Json whole = to_json(a_run());
    for (const char* pointer :
         {"/config", "/config/seed", "/config/concurrency", "/agents", "/stages", "/stages/0/game",
          "/stages/1/agents", "/stages/1/rounds", "/agents/0/withdrawn", "/agents/3/name", "/agents/0/sha256",
          "/openings", "/result", "/started", "/skipped/0/name", "/skipped/0/why"}) {
        Json json = whole;
        const Json::json_pointer where(pointer);
        json[where.parent_pointer()].erase(where.back());
        EXPECT_EQ(error_of(json), "missing field " + place(pointer)) << pointer;
    }
}

TEST_F(TournamentFileTest, error_names_a_wrong_value_and_what_would_be_right) {
    const Json whole = to_json(a_run());
    const struct {
        const char* pointer;
        const char* value;
        const char* wanted;
    } rows[] = {
        {"/config/seed", "null", "it must be the value that the tournament was played with"},
        {"/config/concurrency", "null", "it must be the value that the tournament was played with"},
        {"/config/rounds", "0", "it must be from 1 to 1000000000"},
        {"/config/error", "0.6", "it must be above 0 and at most 0.5"},
        {"/agents", "[]", "it must be an array of 4"},
        {"/agents/0/withdrawn", "-1", "it must be a whole number from 0 to 9007199254740992"},
        {"/agents/2/withdrawn_for", R"("other")", "it must be faults, tampering or time_losses"},
        {"/time_losses", "0", "it must be a whole number from 1 to 9007199254740992"},
        {"/agents/1/name", R"("other")", "it must be 'engine', as its configuration says"},
        {"/agents/3/name", R"("other")", "it must be 'new', as its configuration says"},
        {"/stages", "{}", "it must be an array"},
        {"/stages", "[]", "it must be an array with at least one stage"},
        {"/stages/0/game", "2", "it must be a whole number from 0 to 0"},
        {"/stages/0/agents", "[0,1]",
         "a stage with all agents of the configuration, because it is the first"},
        {"/stages/0/agents", "[0,1,3]", "a stage with all agents of the configuration"},
        {"/stages/1/game", "-1", "it must be a whole number from 0 to 9007199254740992"},
        {"/stages/1/rounds", "0", "it must be a whole number from 1 to 9007199254740992"},
        {"/stages/1/agents/2", "4", "it must be a whole number from 3 to 3"},
        {"/stages/1/agents/1", "0", "it must be a whole number from 1 to 3"},
        {"/later", "{}", "it must be an array"},
        {"/later/0", "1", "it must be"},
        {"/later/0/time_ms", "0", "it must be from 1"},
        {"/result", "[]", "it must be an object or null"},
    };
    for (const auto& row : rows) {
        Json json = whole;
        json[Json::json_pointer(row.pointer)] = Json::parse(row.value);
        const std::string error = error_of(json);
        EXPECT_THAT(error, AllOf(StartsWith((dir_ / "run.json").string() + ": /"), HasSubstr(row.wanted)))
            << row.pointer;
        EXPECT_EQ(error.find('\n'), std::string::npos);
    }
    Json json = whole;
    json["later"][0]["name"] = "a";
    json["agents"][3]["name"] = "a";
    EXPECT_EQ(error_of(json), (dir_ / "run.json").string() + ": two agents are named 'a'");
    json = whole;
    json["kind"] = "match";
    EXPECT_EQ(error_of(json), (dir_ / "run.json").string() + " is not that of a tournament");
    json["kind"] = "cup";
    EXPECT_THAT(error_of(json),
                StartsWith(place("/kind is \"cup\"; it must be \"match\", \"tournament\" or \"tune\"")));
}

TEST_F(TournamentFileTest, workers_decide_how_many_games_they_play_at_once) {
    Json json = to_json(a_run());
    json["config"]["via"] = "nats://hub";
    EXPECT_NO_THROW(static_cast<void>(read(json))) << "older versions filled it in";
    json["config"]["concurrency"] = nullptr;
    EXPECT_EQ(plan_of(read(json)).play.concurrency, 1);
}

TEST_F(TournamentFileTest, edited_configuration_is_detected_and_its_names_may_differ) {
    Json json = to_json(a_run());
    json["config"]["agents"][2]["name"] = "other";
    const TournamentFile run = read(json);
    EXPECT_TRUE(run.config_is_edited());
    EXPECT_THAT(run.names(), ElementsAre("a", "engine", "other", "new"));
    EXPECT_EQ(to_json(run)["config"], json["config"]);
}

} // namespace

namespace {

using ::testing::IsEmpty;
using ::testing::MatchesRegex;

class RunFileTest : public DescribedRun {};

TEST_F(RunFileTest, run_file_is_the_same_after_writing_and_reading) {
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
    EXPECT_EQ(run.book_duplicates, 3u);
    EXPECT_EQ(run.book_sha256, referee::sha256_of_text("1 1 1 2\n"));
    EXPECT_TRUE(run.oversubscribed);
    ASSERT_EQ(run.resumed.size(), 2u);
    EXPECT_EQ(run.resumed[0].game, 7u);
    EXPECT_THAT(run.resumed[0].forced, ElementsAre("something changed"));
    EXPECT_EQ(run.resumed[0].missing, 2u);
    EXPECT_THAT(run.session_changes(),
                ElementsAre("games 7 to 8 had been played, were missing when the run was resumed, and count "
                            "only as they were played again",
                            "from game 7 on, accepted with --force: something changed"));
    EXPECT_EQ(run.elapsed_before, std::chrono::milliseconds(1234));
    EXPECT_EQ(run.result["verdict"], "H1");
    EXPECT_FALSE(run.config_is_edited());
}

TEST_F(RunFileTest, open_values_are_written_and_read_as_null) {
    RunFile run = a_run();
    run.config_file.reset();
    run.overrides.clear();
    run.book_size.reset();
    run.book_sha256.reset();
    run.agents[0].executable.sha256.reset();
    run.resumed.clear();
    run.result = nullptr;
    run.config.remote.via = "nats://hub";
    run.config.concurrency.reset(); // workers decide it
    const Json json = to_json(run);
    for (const char* pointer : {"/config/concurrency", "/config_file", "/openings/size", "/openings/sha256",
                                "/agents/0/sha256", "/result"}) {
        EXPECT_TRUE(json.at(Json::json_pointer(pointer)).is_null()) << pointer;
    }
    EXPECT_EQ(to_json(read(json)), json);
}

TEST_F(RunFileTest, book_holds_from_the_first_game_when_since_is_missing) {
    Json json = to_json(a_run());
    EXPECT_EQ(json["openings"]["since"], 2);
    json["openings"].erase("since");
    EXPECT_EQ(read(json).book_since, 0u);
    json["openings"].erase("duplicates");
    EXPECT_EQ(read(json).book_duplicates, 0u);
}

TEST_F(RunFileTest, rule_for_seeds_is_that_of_earlier_versions_when_it_is_missing) {
    Json json = to_json(a_run());
    EXPECT_EQ(json["seeds"], "sha256");
    EXPECT_EQ(read(json).seed_rule, referee::SeedRule::Hashed);
    json.erase("seeds");
    EXPECT_EQ(read(json).seed_rule, referee::SeedRule::Mixed);
    json["seeds"] = "md5";
    EXPECT_THAT(error_of(json), HasSubstr("/seeds is \"md5\"; it must be \"sha256\""));
}

TEST_F(RunFileTest, digests_of_the_games_are_the_same_after_writing_and_reading) {
    RunFile run = a_run();
    EXPECT_FALSE(to_json(run).contains("games_sha256")) << "runs of earlier versions have none";
    EXPECT_THAT(read(to_json(run)).games_sha256, IsEmpty());
    run.config_sha256 = digest_of(run.config);
    run.games_sha256 = {digest_of_no_game(run.config_sha256), {7, std::string(64, 'a')}};
    const RunFile again = read(to_json(run));
    EXPECT_EQ(again.games_sha256, run.games_sha256);
    EXPECT_FALSE(again.config_is_edited());
    const auto error_with = [&](const char* digests) {
        Json json = to_json(run);
        json["games_sha256"] = Json::parse(digests);
        return error_of(json);
    };
    EXPECT_THAT(error_with("[]"), HasSubstr("/games_sha256 is []; it must be an array that begins with"));
    EXPECT_THAT(error_with(R"([{"games":1,"sha256":""}])"), HasSubstr("/games_sha256/0/games is 1"));
    EXPECT_THAT(error_with(R"([{"games":0,"sha256":""},{"games":0,"sha256":""}])"),
                HasSubstr("/games_sha256/1/games is 0; it must be a whole number from 1"));
    EXPECT_THAT(error_with(R"([{"games":0}])"), HasSubstr("/games_sha256/0/sha256"));
}

TEST_F(RunFileTest, configuration_that_was_edited_with_its_digest_is_detected) {
    RunFile run = a_run();
    run.games_sha256 = {digest_of_no_game(digest_of(run.config))};
    run.config.test.elo1 = 21;
    run.config_sha256 = digest_of(run.config);
    EXPECT_TRUE(read(to_json(run)).config_is_edited());
    run.games_sha256 = {digest_of_no_game(run.config_sha256)};
    EXPECT_FALSE(read(to_json(run)).config_is_edited()) << "who edits all digests is not found";
}

TEST_F(RunFileTest, error_names_a_key_that_is_not_known) {
    RunFile run = a_run();
    run.games_sha256 = {digest_of_no_game(digest_of(run.config))};
    const Json whole = to_json(run);
    for (const char* pointer :
         {"/new", "/config/new", "/config_file/new", "/agents/1/new", "/agents/0/files/0/new",
          "/openings/new", "/machine/new", "/resumed/1/new", "/result/new", "/games_sha256/0/new"}) {
        Json json = whole;
        json[Json::json_pointer(pointer)] = 1;
        EXPECT_THAT(error_of(json),
                    HasSubstr("run.json: " + std::string(pointer) + " is unknown; known are "));
    }
}

TEST_F(RunFileTest, error_names_the_line_of_a_key_given_twice_and_of_foreign_bytes) {
    const std::string text = to_json(a_run()).dump(2);
    const auto error_after = [&](const std::string& changed) {
        const auto file = dir_.file("run.json", changed);
        return user_error_text([&] { static_cast<void>(read_run_file(file)); });
    };
    EXPECT_THAT(error_after("{\n  \"seed\": \"1\"," + text.substr(1)),
                MatchesRegex(".*run.json:[0-9]+:8: the key 'seed' a second time in one object"));
    EXPECT_THAT(error_after("{\r\n" + text.substr(1)), HasSubstr("run.json:1:2: a carriage return"));
    EXPECT_THAT(error_after("\xEF\xBB\xBF" + text), HasSubstr("run.json:1:1: a byte order mark"));
}

TEST_F(RunFileTest, pipe_is_refused_at_once) {
    std::filesystem::remove(dir_ / "run.json");
    ASSERT_EQ(::mkfifo((dir_ / "run.json").c_str(), 0600), 0);
    EXPECT_THAT(user_error_text([&] { static_cast<void>(read_run_file(dir_ / "run.json")); }),
                HasSubstr("run.json is a pipe; a run.json is a regular file"));
}

TEST_F(RunFileTest, run_of_an_earlier_version_names_the_last_one_that_reads_it) {
    Json json = to_json(a_run());
    json["ledger"] = {{"file", "/gates.jsonl"}, {"gate", 7}};
    EXPECT_THAT(
        user_error_text([&] { static_cast<void>(read(json)); }),
        HasSubstr("run.json: /ledger: gates have no ledger any more; version 0.1.0 is the last one that "
                  "reads this run"));
    json = to_json(a_run());
    json["config"]["test"] = "2sprt";
    EXPECT_THAT(
        user_error_text([&] { static_cast<void>(read(json)); }),
        HasSubstr("run.json: /config/test: there is no 2-SPRT any more; version 0.1.0 is the last one "
                  "that reads this test"));
}

TEST_F(RunFileTest, old_run_with_ratios_of_a_2sprt_is_read) {
    Json json = to_json(a_run());
    EXPECT_EQ(json["config"]["test"], "sprt");
    json["result"]["two_sprt"] = {1.5, -0.25};
    EXPECT_EQ(read(json).result["two_sprt"], json["result"]["two_sprt"]);
}

TEST_F(RunFileTest, error_names_a_missing_field) {
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

TEST_F(RunFileTest, error_names_a_wrong_value_and_what_would_be_right) {
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
                {"/openings/duplicates", "-1", "a whole number from 0"},
                {"/openings/sha256", "1", "a string"},
                {"/openings/since", "-1", "a whole number from 0"},
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

TEST_F(RunFileTest, error_names_the_line_that_is_not_json) {
    const auto file = dir_.file("run.json", "{\n  \"format\": 1,\n}\n");
    EXPECT_THAT(user_error_text([&] { static_cast<void>(read_run_file(file)); }),
                HasSubstr("run.json:3:1: not JSON"));
    EXPECT_THAT(user_error_text([&] { static_cast<void>(read_run_file(dir_ / "none")); }),
                HasSubstr("cannot read"));
}

TEST_F(RunFileTest, edited_configuration_is_detected) {
    Json json = to_json(a_run());
    json["config"]["elo1"] = 21;
    const RunFile run = read(json);
    EXPECT_TRUE(run.config_is_edited());
    EXPECT_EQ(to_json(run), json) << "the edited configuration is written with the SHA-256 of the old one";
    json["config"]["elo1"] = 20.0; // the same number
    EXPECT_FALSE(read(json).config_is_edited());
}

TEST_F(RunFileTest, files_that_changed_while_games_were_played_are_kept_and_told) {
    RunFile run = a_run();
    EXPECT_FALSE(to_json(run).contains("changed_files"));
    const std::size_t others = run.session_changes().size();
    run.changed_files = {"agent 1: /a changed"};
    const RunFile again = read(to_json(run));
    ASSERT_EQ(again.session_changes().size(), others + 1);
    EXPECT_EQ(again.session_changes().back(), "agent 1: /a changed");
}

TEST_F(RunFileTest, openings_without_a_readable_file_have_no_print) {
    Config config;
    for (const char* openings : {"start", "random:4"}) {
        config.openings = openings;
        EXPECT_FALSE(book_print(parse_openings(config.openings)));
    }
    config.openings = (dir_ / "gone.txt").string();
    EXPECT_FALSE(book_print(parse_openings(config.openings)));
}

TEST_F(RunFileTest, times_are_in_utc_to_the_second) {
    EXPECT_THAT(utc_now(),
                MatchesRegex("20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z"));
}

} // namespace

} // namespace sprt
