#include "referee/base/user_error.hpp"
#include "sprt/store/run_directory.hpp"
#include "sprt/store/run_facts.hpp"
#include "tests/sprt/play/fake_player.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

namespace sprt {
namespace {

using nlohmann::json;
using referee::testing_support::content_of;
using referee::testing_support::TemporaryDir;
using referee::testing_support::user_error_text;
using ::testing::HasSubstr;

class RunDirectoryTest : public ::testing::Test {
  protected:
    RunDirectoryTest() {
        std::ofstream(temporary_.path() / "agent") << "abc";
        config_.agents[0] = referee::parse_agent("agent --x");
        config_.agents[1] = referee::parse_agent("agent");
        config_.seed = 18446744073709551615u;
        config_.concurrency = 1;
        config_.repeats = "collapse";
        programs_.agent1.executable = programs_.agent2.executable = temporary_.path() / "agent";
    }

    [[nodiscard]] RunFile run_file(const referee::Placement& placement) const {
        RunFile run;
        run.version = "1.2.3";
        run.config = config_;
        run.directory = temporary_.path();
        run.agents = prints_of(programs_);
        run.machine = describe_machine(placement, *config_.concurrency);
        run.oversubscribed = placement.warning(*config_.concurrency).has_value();
        run.started = utc_now();
        return run;
    }

    /// The digests of no game and of the first `games` games, won by agent 1.
    static std::vector<GamesDigest> digests_of_games(const RunFile& run, std::uint64_t games) {
        std::vector<GamesDigest> digests{digest_of_no_game(digest_of(run.config))};
        GamesDigest digest = digests.front();
        for (std::uint64_t game = 0; game < games; ++game) {
            digest = digest_after(digest, to_json_line(fake_game(game, referee::Winner::Agent1)));
        }
        if (games > 0) {
            digests.push_back(digest);
        }
        return digests;
    }
    /// The run.json of a run that is resumed after so many games, won by agent 1.
    [[nodiscard]] RunFile resumed_file(std::uint64_t games) const {
        RunFile run = run_file(placement_);
        run.config_sha256 = digest_of(run.config);
        run.games_sha256 = digests_of_games(run, games);
        return run;
    }
    [[nodiscard]] json written_digests() const {
        return json::parse(content_of(dir_ / "run.json"))["games_sha256"];
    }
    /// The text of the damage that `body` finds; `none` when it finds none.
    template<class Body>
    static std::string damage_found_by(Body&& body) {
        try {
            body();
        } catch (const referee::LogDamaged& error) {
            return error.what();
        }
        return "none";
    }
    /// Writes other digits into the first line of the log, as long as the old ones.
    void rewrite_in_place() const {
        std::fstream log(dir_ / "games.jsonl", std::ios::in | std::ios::out | std::ios::binary);
        log.seekp(12);
        log << "7";
    }

    TemporaryDir temporary_;
    std::filesystem::path dir_ = temporary_.path() / "deep" / "run";
    Config config_;
    referee::PerPlayer<referee::Program> programs_;
    referee::Machine machine_{.packages = {{{0}, {1}, {2}}}, .quota = {}, .current = 0};
    referee::Placement placement_{{}, machine_};
};

TEST_F(RunDirectoryTest, directory_holds_the_run_before_and_after_its_end) {
    RunDirectory directory(dir_, run_file(placement_));
    json run = json::parse(content_of(dir_ / "run.json"));
    EXPECT_TRUE(run["result"].is_null());
    EXPECT_EQ(run["seed"], "18446744073709551615");
    EXPECT_EQ(run["config"]["agent1"]["command"], json({"agent", "--x"}));
    // SHA-256 of "abc": FIPS 180-2, appendix B.1.
    EXPECT_EQ(run["agents"][0]["sha256"], "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");

    EXPECT_EQ(run["machine"]["cores"], 3);
    EXPECT_EQ(run["machine"]["placement"], json::parse(R"([{"worker": "0", "agents": ["0", "0"]}])"));
    EXPECT_EQ(run["oversubscribed"], false);

    directory.add(fake_game(0, referee::Winner::Agent1));
    directory.add(fake_game(1, referee::Winner::Draw));
    RunState result;
    result.standing.games = {1, 0, 1};
    result.standing.evaluation.verdict = Verdict::H1;
    result.reason = EndReason::Verdict;
    result.games_beyond = 3;
    directory.end(result);
    run = json::parse(content_of(dir_ / "run.json"));
    EXPECT_EQ(run["result"]["verdict"], "H1");
    EXPECT_EQ(run["result"]["wld"], json({1, 0, 1}));
    EXPECT_EQ(run["result"]["games_beyond"], 3);
    EXPECT_FALSE(std::filesystem::exists(dir_ / "run.json.new"));

    std::istringstream games(content_of(dir_ / "games.jsonl"));
    std::string line;
    for (const int game : {0, 1}) {
        ASSERT_TRUE(std::getline(games, line));
        EXPECT_EQ(json::parse(line)["game"], game);
    }
    EXPECT_FALSE(std::getline(games, line));
}

TEST_F(RunDirectoryTest, result_holds_delays_interference_and_disputed_time_losses) {
    RunDirectory directory(dir_, run_file(placement_));
    const auto result_of = [&](const RunState& result) {
        directory.end(result);
        return json::parse(content_of(dir_ / "run.json"))["result"];
    };
    RunState result;
    result.reason = EndReason::Verdict;
    json written = result_of(result);
    EXPECT_EQ(written["disputed"], json({0, 0}));
    EXPECT_EQ(written["interference"], json({0, 0}));
    EXPECT_EQ(written["rests_on_disputed"], false);
    EXPECT_EQ(written["delays_us"], json::parse(R"({"median": 0, "p99": 0, "largest": 0})"));

    using namespace std::chrono_literals;
    referee::GameRecord record = fake_game(0, referee::Winner::Agent1);
    record.load = {referee::TurnLoad{.watched = 900ms, .delay = 1'500'999ns, .rival_cpu = 500ms},
                   referee::TurnLoad{.watched = 800ms, .delay = 250ms}};
    record.termination = referee::Termination::Timeout;
    record.fault = referee::FaultNote{referee::Player::Agent2, "sent no answer in time", ""};
    record.time_loss = referee::TimeLoss{1s, record.load.agent2, true};
    result.machine.add(record);
    for (int i = 0; i < 23; ++i) {
        result.conduct.add(record);
    }
    result.standing.evaluation.verdict = Verdict::H1;
    result.standing.disputed.otherwise = Evaluation{}; // the other games give no verdict
    written = result_of(result);
    EXPECT_EQ(written["time_losses"], json({0, 23}));
    EXPECT_EQ(written["disputed"], json({0, 1}));
    EXPECT_EQ(written["interference"], json({0, 1}));
    EXPECT_EQ(written["rests_on_disputed"], true);
    EXPECT_EQ(written["delays_us"], json::parse(R"({"median": 1500, "p99": 250000, "largest": 250000})"));
    result.reason = EndReason::MaxGames;
    EXPECT_EQ(result_of(result)["rests_on_disputed"], false) << "there is no verdict";
}

TEST_F(RunDirectoryTest, run_json_holds_the_cores_of_the_games) {
    config_.concurrency = 2;
    const referee::Placement split({.pin = referee::Pin::Split, .threads_per_agent = 1, .cores = {}},
                                   machine_);
    const RunDirectory directory(dir_, run_file(split));
    json run = json::parse(content_of(dir_ / "run.json"));
    EXPECT_EQ(run["machine"]["placement"], json::parse(R"([{"worker": "0,1", "agents": ["0", "1"]}])"));
    EXPECT_EQ(run["oversubscribed"], true);

    const referee::Placement off({.pin = referee::Pin::Off, .threads_per_agent = 1, .cores = {}}, machine_);
    const RunDirectory other(temporary_.path() / "other", run_file(off));
    run = json::parse(content_of(temporary_.path() / "other" / "run.json"));
    EXPECT_EQ(run["machine"]["placement"], json::array());
    EXPECT_EQ(run["oversubscribed"], false);
}

TEST_F(RunDirectoryTest, existing_run_is_never_overwritten) {
    RunDirectory(dir_, run_file(placement_)).add(fake_game(0, referee::Winner::Agent1));
    const std::string before = content_of(dir_ / "games.jsonl");
    EXPECT_THAT(user_error_text([&] { RunDirectory again(dir_, run_file(placement_)); }),
                HasSubstr(call_on_run("resume", dir_)));
    EXPECT_EQ(content_of(dir_ / "games.jsonl"), before);
}

TEST_F(RunDirectoryTest, path_of_a_file_is_refused) {
    EXPECT_THAT(
        user_error_text([&] { RunDirectory directory(temporary_.path() / "agent", run_file(placement_)); }),
        HasSubstr("is a file"));
}

TEST_F(RunDirectoryTest, new_run_is_discarded_only_before_its_first_game) {
    {
        RunDirectory directory(dir_, run_file(placement_));
        directory.discard_if_empty();
        EXPECT_FALSE(std::filesystem::exists(dir_));
    }
    {
        std::filesystem::create_directories(dir_);
        RunDirectory directory(dir_, run_file(placement_));
        directory.discard_if_empty();
        EXPECT_TRUE(std::filesystem::is_empty(dir_)) << "its user made it";
    }
    RunDirectory directory(dir_, run_file(placement_));
    directory.add(fake_game(0, referee::Winner::Agent1));
    directory.discard_if_empty();
    EXPECT_TRUE(std::filesystem::exists(dir_ / "games.jsonl"));
    EXPECT_TRUE(std::filesystem::exists(dir_ / "run.json"));
}

// ---- Digests of the games

TEST_F(RunDirectoryTest, digests_are_kept_from_the_begin_and_the_end_of_each_session) {
    const auto entry = [](const GamesDigest& digest) {
        return json{{"games", digest.games}, {"sha256", digest.sha256}};
    };
    const auto digests = digests_of_games(run_file(placement_), 2);
    {
        RunDirectory directory(dir_, run_file(placement_));
        EXPECT_EQ(written_digests(), json::array({entry(digests[0])}));
        directory.add(fake_game(0, referee::Winner::Agent1));
        directory.add(fake_game(1, referee::Winner::Agent1));
        EXPECT_EQ(written_digests().size(), 1U) << "run.json is written at the begin and at the end only";
        directory.end({});
        EXPECT_EQ(written_digests(), json({entry(digests[0]), entry(digests[1])}));
    }
    const auto bytes = std::filesystem::file_size(dir_ / "games.jsonl");
    RunDirectory directory(dir_, DirectoryLock(dir_), resumed_file(2), {.games = 2, .bytes = bytes});
    directory.end({});
    EXPECT_EQ(written_digests().size(), 2U) << "no game was added";
    directory.add(fake_game(2, referee::Winner::Agent1));
    directory.end({});
    EXPECT_EQ(written_digests()[2], entry(digests_of_games(run_file(placement_), 3)[1]));
}

TEST_F(RunDirectoryTest, damaged_log_is_reported_and_the_digest_of_what_was_written_is_kept) {
    {
        RunDirectory directory(dir_, run_file(placement_));
        directory.add(fake_game(0, referee::Winner::Agent1));
        std::filesystem::resize_file(dir_ / "games.jsonl", 0);
        EXPECT_THAT(damage_found_by([&] { directory.add(fake_game(1, referee::Winner::Agent1)); }),
                    HasSubstr("games.jsonl was damaged by an agent or another program: it holds 0 bytes"));
    }
    ASSERT_EQ(written_digests().size(), 2U);
    EXPECT_EQ(written_digests()[1]["games"], 1);
    EXPECT_EQ(written_digests()[1]["sha256"], digests_of_games(run_file(placement_), 1)[1].sha256);
    EXPECT_TRUE(json::parse(content_of(dir_ / "run.json"))["result"].is_null());
}

TEST_F(RunDirectoryTest, games_rewritten_in_place_are_found_at_the_end) {
    RunDirectory directory(dir_, run_file(placement_));
    directory.add(fake_game(0, referee::Winner::Agent1));
    directory.add(fake_game(1, referee::Winner::Agent1));
    rewrite_in_place();
    EXPECT_THAT(damage_found_by([&] { directory.end({}); }),
                HasSubstr("its games are not those that were written"));
    EXPECT_EQ(written_digests()[1]["games"], 2);
    EXPECT_TRUE(json::parse(content_of(dir_ / "run.json"))["result"].is_null());
}

// ---- Directories that are moved while their run is played

TEST_F(RunDirectoryTest, run_that_takes_the_place_of_a_moved_one_is_left_alone) {
    const auto moved = temporary_.path() / "moved";
    RunDirectory directory(dir_, run_file(placement_));
    directory.add(fake_game(0, referee::Winner::Agent1));
    std::filesystem::rename(dir_, moved);
    RunDirectory other(dir_, run_file(placement_));
    const std::string before = content_of(dir_ / "run.json");
    EXPECT_EQ(directory.place(), std::filesystem::canonical(moved));
    EXPECT_EQ(other.place(), dir_);
    EXPECT_THAT(damage_found_by([&] { directory.end({}); }), HasSubstr("another file is in its place"));
    EXPECT_EQ(content_of(dir_ / "run.json"), before);
    EXPECT_EQ(json::parse(content_of(moved / "run.json"))["games_sha256"].size(), 2U);
    std::filesystem::remove_all(moved);
    EXPECT_TRUE(directory.place().empty());
    EXPECT_EQ(damage_found_by([&] { other.end({}); }), "none");
}

TEST_F(RunDirectoryTest, discarded_run_takes_no_other_one_with_it) {
    const auto moved = temporary_.path() / "moved";
    RunDirectory directory(dir_, run_file(placement_));
    std::filesystem::rename(dir_, moved);
    const RunDirectory other(dir_, run_file(placement_));
    EXPECT_TRUE(directory.discard_if_empty());
    for (const auto& dir : {dir_, moved}) {
        EXPECT_TRUE(std::filesystem::exists(dir / "run.json")) << dir;
        EXPECT_TRUE(std::filesystem::exists(dir / "games.jsonl")) << dir;
    }
}

// ---- Resumed runs

TEST_F(RunDirectoryTest, resumed_run_appends_after_its_last_whole_game) {
    RunDirectory(dir_, run_file(placement_)).add(fake_game(0, referee::Winner::Agent1));
    const std::string first = content_of(dir_ / "games.jsonl");
    std::ofstream(dir_ / "games.jsonl", std::ios::app) << "{\"cut sho";
    RunFile run = run_file(placement_);
    run.result = {{"verdict", nullptr}, {"reason", "interrupted"}};
    run.resumed.push_back({.at = "2026-01-02T03:04:05Z", .game = 1, .forced = {"why"}});
    run.games_sha256 = digests_of_games(run, 1);
    {
        RunDirectory directory(dir_, DirectoryLock(dir_), run,
                               {.games = 1, .bytes = first.size(), .last_line_cut = true});
        EXPECT_EQ(content_of(dir_ / "games.jsonl"), first) << "the cut line is removed";
        const json written = json::parse(content_of(dir_ / "run.json"));
        EXPECT_TRUE(written["result"].is_null()) << "the run is being played";
        EXPECT_EQ(written["resumed"][0]["game"], 1);
        EXPECT_EQ(written["resumed"][0]["forced"], json({"why"}));
        directory.add(fake_game(1, referee::Winner::Draw));
        EXPECT_FALSE(directory.discard_if_empty());
    }
    const std::string both = content_of(dir_ / "games.jsonl");
    EXPECT_EQ(both, first + to_json_line(fake_game(1, referee::Winner::Draw)) + "\n");
}

TEST_F(RunDirectoryTest, run_that_was_killed_before_its_log_was_made_is_resumed) {
    { const RunDirectory begun(dir_, run_file(placement_)); }
    std::filesystem::remove(dir_ / "games.jsonl");
    RunDirectory directory(dir_, DirectoryLock(dir_), resumed_file(0), {});
    directory.add(fake_game(0, referee::Winner::Agent1));
    EXPECT_EQ(content_of(dir_ / "games.jsonl"), to_json_line(fake_game(0, referee::Winner::Agent1)) + "\n");
}

TEST_F(RunDirectoryTest, resumed_run_is_never_discarded) {
    { const RunDirectory begun(dir_, run_file(placement_)); }
    RunDirectory directory(dir_, DirectoryLock(dir_), resumed_file(0), {});
    EXPECT_FALSE(directory.discard_if_empty()) << "the first session of a run is kept, even without a game";
    EXPECT_TRUE(std::filesystem::exists(dir_ / "games.jsonl"));
    EXPECT_TRUE(std::filesystem::exists(dir_ / "run.json"));
}

TEST_F(RunDirectoryTest, directory_is_locked_while_its_run_is_played) {
    const auto in_use = HasSubstr(dir_.string() + " is in use");
    {
        const RunDirectory directory(dir_, run_file(placement_));
        EXPECT_THAT(user_error_text([&] { RunDirectory again(dir_, run_file(placement_)); }), in_use);
        EXPECT_THAT(user_error_text([&] { DirectoryLock lock(dir_); }), in_use);
    }
    {
        const RunDirectory directory(dir_, DirectoryLock(dir_), resumed_file(0), {});
        EXPECT_THAT(user_error_text([&] { DirectoryLock lock(dir_); }), in_use);
    }
    EXPECT_NO_THROW(DirectoryLock lock(dir_));
}

TEST_F(RunDirectoryTest, number_of_openings_is_written_when_they_are_used_up) {
    RunDirectory directory(dir_, run_file(placement_));
    RunState result;
    result.standing.whole_pairs = 4;
    result.standing.dropped_pairs = 1;
    result.reason = EndReason::MaxGames;
    directory.end(result);
    EXPECT_TRUE(json::parse(content_of(dir_ / "run.json"))["openings"]["size"].is_null());
    result.reason = EndReason::OpeningsUsedUp;
    directory.end(result);
    EXPECT_EQ(json::parse(content_of(dir_ / "run.json"))["openings"]["size"], 5);
}

TEST_F(RunDirectoryTest, time_of_the_end_is_written) {
    RunDirectory directory(dir_, run_file(placement_));
    directory.end({});
    EXPECT_THAT(json::parse(content_of(dir_ / "run.json"))["result"]["ended"].get<std::string>(),
                ::testing::MatchesRegex("....-..-..T..:..:..Z"));
}

} // namespace
} // namespace sprt
