#include "sprt/config/config.hpp"
#include "tests/sprt/store/kept_tournament.hpp"
#include "tests/support/snapshot.hpp"

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
        TournamentConfig config = tournament_of(3, 4, "gauntlet", 1);
        config.anchor = "a=100";
        config.until = "separated";
        config.error = 0.1;
        config.agents[1] = referee::parse_agent("name=engine proto=uai option.Hash=16 tc=1+0.1 ./b --fast");
        config.run.play.threads_per_agent = 1;
        config.run.seed = 18446744073709551615U;
        config.run.openings = "book.txt";
        config.run.max_faults = {5};
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
    EXPECT_EQ(run.config.run.seed, 18446744073709551615U);
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
                            "were played again",
                            "from game 24 on, accepted with --force: agent a: /bin/a changed",
                            "a: /bin/a changed"));
    for (std::size_t agent = 0; agent < 4; ++agent) {
        EXPECT_EQ(run.plays(agent), agent != 1) << agent;
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

TEST_F(TournamentFileTest, edited_configuration_is_detected_and_its_names_may_differ) {
    Json json = to_json(a_run());
    json["config"]["agents"][2]["name"] = "other";
    const TournamentFile run = read(json);
    EXPECT_TRUE(run.config_is_edited());
    EXPECT_THAT(run.names(), ElementsAre("a", "engine", "other", "new"));
    EXPECT_EQ(to_json(run)["config"], json["config"]);
}

} // namespace
} // namespace sprt
