#include "tests/sprt/store/loaded_run.hpp"

namespace sprt {
namespace {

using referee::GameRecord;
using referee::Json;
using referee::Winner;
using referee::testing_support::content_of;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST_F(LoadRun, directory_without_a_run_is_refused) {
    EXPECT_THAT(error(), AllOf(HasSubstr(dir_.string() + " is no directory"), HasSubstr("--out")));
    std::ofstream(dir_) << "a file";
    EXPECT_THAT(error(), HasSubstr("is no directory"));
    std::filesystem::remove(dir_);
    std::filesystem::create_directory(dir_);
    EXPECT_THAT(error(), HasSubstr(dir_.string() + " holds no run: there is no run.json in it"));
}

TEST_F(LoadRun, unfinished_run_is_loaded_with_all_its_games) {
    const RunState played = keep(5, draws);
    const LoadedRun loaded = load_run(dir_);
    EXPECT_FALSE(loaded.is_over);
    EXPECT_EQ(loaded.games.games, 5u);
    EXPECT_EQ(loaded.games.bytes, std::filesystem::file_size(dir_ / kGamesFile));
    EXPECT_EQ(loaded.tally.games(), 5u);
    EXPECT_EQ(to_json(loaded.tally.state()).dump(), to_json(played).dump());
    EXPECT_EQ(loaded.run.config.seed, 5u);
    EXPECT_THAT(loaded.notes, IsEmpty());
}

TEST_F(LoadRun, run_without_games_is_not_over) {
    keep(0, draws);
    EXPECT_FALSE(load_run(dir_).is_over);
    std::filesystem::remove(dir_ / kGamesFile); // as when the run was killed before it made the log
    const LoadedRun loaded = load_run(dir_);
    EXPECT_FALSE(loaded.is_over);
    EXPECT_EQ(loaded.tally.games(), 0u);
    EXPECT_THAT(loaded.notes, IsEmpty());
}

TEST_F(LoadRun, run_is_over_after_a_verdict) {
    config_.model = "wald";
    check_end(EndReason::Verdict, keep(12, wins)); // 12 wins accept H1 of [0, 100]
}

TEST_F(LoadRun, run_is_over_at_the_limit_of_games) {
    config_.max_games = 4;
    check_end(EndReason::MaxGames, keep(4, draws));
}

TEST_F(LoadRun, run_is_over_after_too_many_faults) {
    config_.max_faults = {1};
    const auto crash = [&](std::uint64_t game) {
        std::mt19937_64 random(1);
        GameRecord record = chance_game(game, config_, {}, random);
        record.moves.clear();
        record.turns = 0;
        record.score = {2, 2};
        record.used = {};
        record.termination = referee::Termination::Crashed;
        record.fault = referee::FaultNote{referee::Player::Agent2, "exited", ""};
        record.winner = Winner::Agent1;
        return record;
    };
    check_end(EndReason::MaxFaults, keep_run(dir_, run_file(), 2, crash));
}

TEST_F(LoadRun, run_is_over_after_repeated_pairs) {
    config_.openings = "start";
    const auto again = [&](std::uint64_t game) {
        std::mt19937_64 random(game % 2);
        return chance_game(game, config_, {}, random);
    };
    check_end(EndReason::Repeats, keep_run(dir_, run_file(), 8, again));
}

TEST_F(LoadRun, run_is_over_when_the_openings_are_used_up) {
    config_.openings = "random:1"; // five openings
    check_end(EndReason::OpeningsUsedUp, [&] {
        RunState played = keep(10, draws);
        EXPECT_EQ(played.reason, EndReason::Interrupted) << "games do not tell the number of openings";
        return played;
    }());
}

TEST_F(LoadRun, reused_openings_are_never_used_up) {
    config_.openings = "random:1";
    config_.repeats = "count";
    keep(12, draws);
    EXPECT_FALSE(load_run(dir_).is_over);
}

TEST_F(LoadRun, error_names_the_line_of_a_game_after_the_end) {
    config_.max_games = 4;
    keep(4, draws);
    append_game(4);
    EXPECT_EQ(error(), games_file() + ":5: the run ended with game 3 (max_games)");
}

TEST_F(LoadRun, error_names_the_line_of_an_edited_game) {
    keep(4, draws);
    std::string text = content_of(dir_ / kGamesFile);
    const std::size_t third = text.find("\"winner\":0", text.find("\"game\":2"));
    text.replace(third, 10, "\"winner\":1");
    std::ofstream(dir_ / kGamesFile) << text;
    EXPECT_THAT(error(), HasSubstr(games_file() + ":3: winner is 1"));
}

/// The games after an edit that keeps to the rules: other times.
TEST_F(LoadRun, rewritten_games_are_named_once_their_digest_is_in_run_json) {
    RunState played;
    {
        openings_ = openings_of(config_);
        RunDirectory directory(dir_, run_file());
        for (std::uint64_t game = 0; game < 4; ++game) {
            directory.add(won_game(game, config_, openings_->opening(game / 2).value(), Winner::Draw));
        }
        directory.end(played);
    }
    EXPECT_EQ(load_run(dir_).rewritten, "");
    EXPECT_THAT(load_run(dir_).digests.differences(), IsEmpty());
    std::string text = content_of(dir_ / kGamesFile);
    text.replace(text.find("\"cpu_us\":[") + 10, 1, "9");
    std::ofstream(dir_ / kGamesFile) << text;
    const LoadedRun loaded = load_run(dir_);
    EXPECT_THAT(loaded.rewritten, HasSubstr(games_file() + " was rewritten: games 0 to 3 are not"));
    EXPECT_EQ(loaded.digests.differences().size(), 1U);
    edit_run_file(dir_, [](Json& run) { run.erase("games_sha256"); });
    EXPECT_EQ(load_run(dir_).rewritten, "") << "runs of earlier versions have no digests";
}

TEST_F(LoadRun, run_that_an_earlier_version_began_keeps_its_rule_for_seeds) {
    keep(2, draws);
    edit_run_file(dir_, [](Json& run) {
        run.erase("seeds");
        run.erase("games_sha256");
    });
    EXPECT_THAT(error(), HasSubstr("are not those of the run"));
    std::ifstream in(dir_ / kGamesFile);
    std::string lines;
    for (std::string line; std::getline(in, line);) {
        GameRecord record = referee::parse_record(line);
        for (const referee::Player agent : referee::kPlayers) {
            record.seed[agent] = agent_seed({5, referee::SeedRule::Mixed}, record.game, agent);
        }
        lines += to_json_line(record) + "\n";
    }
    std::ofstream(dir_ / kGamesFile) << lines;
    const LoadedRun loaded = load_run(dir_);
    EXPECT_EQ(loaded.tally.games(), 2U);
    EXPECT_EQ(loaded.plan.schedule.seed_rule, referee::SeedRule::Mixed) << "for the games to come";
    EXPECT_FALSE(to_json(loaded.run).contains("seeds"));
}

TEST_F(LoadRun, log_shorter_than_its_digest_gives_a_note) {
    keep(4, draws);
    edit_run_file(dir_, [](Json& run) {
        run["games_sha256"].push_back({{"games", 7}, {"sha256", std::string(64, 'a')}});
    });
    EXPECT_THAT(load_run(dir_).notes,
                ElementsAre(games_file() + ":5: the games end here; run.json tells of 7, "
                                           "and 4 are there"));
}

TEST_F(LoadRun, games_of_another_run_are_refused) {
    config_.seed = 6;
    keep(2, draws);
    const std::string theirs = content_of(dir_ / kGamesFile);
    std::filesystem::remove_all(dir_);
    config_.seed = 5;
    keep(2, draws);
    std::ofstream(dir_ / kGamesFile) << theirs;
    EXPECT_THAT(error(), HasSubstr(games_file() + ":1: its seeds"));
}

TEST_F(LoadRun, cut_line_is_noted_and_not_counted) {
    keep(3, draws);
    const auto whole = std::filesystem::file_size(dir_ / kGamesFile);
    std::ofstream(dir_ / kGamesFile, std::ios::app) << R"({"format":1,"game":3,)";
    const LoadedRun loaded = load_run(dir_);
    EXPECT_EQ(loaded.tally.games(), 3u);
    EXPECT_EQ(loaded.games.bytes, whole);
    EXPECT_THAT(loaded.notes,
                ElementsAre(games_file() + ":4: the last line was cut short and does not count"));
}

TEST_F(LoadRun, missing_games_are_noted) {
    RunState played = keep(4, draws);
    played.standing.games.draws += 1;
    played.standing.unscored = 2;
    write_result(played);
    const LoadedRun loaded = load_run(dir_);
    EXPECT_THAT(loaded.notes,
                ElementsAre(games_file() + ":5: the games end here; run.json tells of 7, and 4 are there"));
    EXPECT_FALSE(loaded.is_over);
}

TEST_F(LoadRun, games_beyond_are_taken_from_run_json) {
    RunState played = keep(4, draws);
    played.games_beyond = 6;
    write_result(played);
    EXPECT_EQ(load_run(dir_).state().games_beyond, 6u);
    edit_run_file(dir_, [](Json& run) { run["result"]["games_beyond"] = -3; });
    EXPECT_EQ(load_run(dir_).state().games_beyond, 0u);
}

TEST_F(LoadRun, games_are_not_checked_against_an_edited_configuration) {
    keep(4, draws);
    edit_run_file(dir_, [](Json& run) { run["config"]["seed"] = "6"; });
    const LoadedRun loaded = load_run(dir_);
    EXPECT_TRUE(loaded.run.config_is_edited());
    EXPECT_EQ(loaded.tally.games(), 4u);
    std::string text = content_of(dir_ / kGamesFile); // games are still checked by the rules
    text.replace(text.find("\"winner\":0"), 10, "\"winner\":1");
    std::ofstream(dir_ / kGamesFile) << text;
    EXPECT_THAT(error(), HasSubstr(":1: winner is 1"));
}

/// A mailed directory may name agents that a run of two does not have.
TEST_F(LoadRun, game_of_a_tournament_is_refused_also_when_the_configuration_was_edited) {
    keep(4, draws);
    edit_run_file(dir_, [](Json& run) { run["config"]["seed"] = "6"; });
    std::string text = content_of(dir_ / kGamesFile);
    text.insert(1, "\"round\":0,\"agents\":[5,6],");
    std::ofstream(dir_ / kGamesFile) << text;
    EXPECT_THAT(error(), HasSubstr(":1: it is a game of a tournament"));
}

} // namespace
} // namespace sprt
