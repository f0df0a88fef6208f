#include "tests/sprt/store/described_run.hpp"

#include <gmock/gmock.h>

#include <sys/stat.h>

namespace sprt {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
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
    EXPECT_EQ(run.agents.agent1.executable, a_run().agents.agent1.executable);
    EXPECT_THAT(run.agents.agent1.files, ElementsAre(a_run().agents.agent1.files[0]));
    EXPECT_EQ(run.book_size, 1u);
    EXPECT_EQ(run.book_duplicates, 3u);
    EXPECT_EQ(run.book_sha256, referee::sha256_of_text("1 1 1 2\n"));
    EXPECT_TRUE(run.oversubscribed);
    ASSERT_EQ(run.resumed.size(), 2u);
    EXPECT_EQ(run.resumed[0].game, 7u);
    EXPECT_THAT(run.resumed[0].forced, ElementsAre("something changed"));
    EXPECT_EQ(run.resumed[0].missing, 2u);
    EXPECT_THAT(run.session_changes(),
                ElementsAre("games 7 to 8 had been played, were missing when the run was resumed, and were "
                            "played again",
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
    run.agents.agent1.executable.sha256.reset();
    run.resumed.clear();
    run.result = nullptr;
    const Json json = to_json(run);
    for (const char* pointer :
         {"/config_file", "/openings/size", "/openings/sha256", "/agents/0/sha256", "/result"}) {
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
