#include "sprt/store/load_run.hpp"
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

namespace {

using referee::testing_support::user_error_text;
using std::chrono::milliseconds;

class LoadRunFromABook : public LoadRun {
  protected:
    LoadRunFromABook() {
        temporary_.file("book.txt", "1 1 1 2\n1 1 2 2\n1 1 3 3\n");
        config_.openings = (temporary_ / "book.txt").string();
    }
};

TEST_F(LoadRunFromABook, openings_are_checked_only_while_the_book_is_unchanged) {
    keep(2, draws);
    std::string other = content_of(dir_ / kGamesFile);
    EXPECT_THAT(load_run(dir_).notes, IsEmpty());
    std::mt19937_64 random(1);
    std::ofstream(dir_ / kGamesFile) << to_json_line(
                                            chance_game(0, config_, openings_->opening(1).value(), random))
                                     << '\n';
    EXPECT_THAT(error(), HasSubstr(":1: its opening is not that of pair 0"));
    for (const char* how : {"changed", "gone"}) {
        if (how == std::string("gone")) {
            std::filesystem::remove(temporary_ / "book.txt");
        } else {
            temporary_.file("book.txt", "1 1 1 2\n");
        }
        EXPECT_THAT(load_run(dir_).notes,
                    ElementsAre(config_.openings +
                                " is not there as it was: the openings of the games are not checked"));
    }
}

TEST_F(LoadRunFromABook, openings_are_checked_from_the_first_game_played_with_the_book) {
    keep(4, draws);
    edit_run_file(dir_, [](Json& run) { run["openings"]["since"] = 2; });
    const auto with_opening = [&](std::uint64_t game, std::uint64_t pair) {
        std::mt19937_64 random(1);
        return to_json_line(chance_game(game, config_, openings_->opening(pair).value(), random)) + '\n';
    };
    const std::string first = with_opening(0, 2) + with_opening(1, 2);
    std::ofstream(dir_ / kGamesFile) << first + with_opening(2, 1) + with_opening(3, 1);
    EXPECT_THAT(load_run(dir_).notes, ElementsAre("games before 2 were played from another file of openings: "
                                                  "theirs are not checked"));
    std::ofstream(dir_ / kGamesFile) << first + with_opening(2, 2);
    EXPECT_THAT(error(), HasSubstr(":3: its opening is not that of pair 1"));
}

/// The user accepted another book after two pairs. The run is over when the new book is used up.
TEST_F(LoadRunFromABook, run_is_over_when_the_replacing_book_is_used_up) {
    keep(4, draws);
    const auto replace_book = [&](const char* lines, int size) {
        temporary_.file("book.txt", lines);
        edit_run_file(dir_, [&](Json& run) {
            run["openings"] = {{"size", size},
                               {"sha256", book_print(parse_openings(config_.openings)).value()},
                               {"since", 4}};
        });
    };
    replace_book("1 1 2 1\n1 1 3 1\n", 2);
    EXPECT_TRUE(load_run(dir_).is_over);
    EXPECT_EQ(load_run(dir_).state().reason, EndReason::OpeningsUsedUp);
    replace_book("1 1 2 1\n1 1 3 1\n1 1 1 2\n1 1 1 3\n", 4);
    EXPECT_FALSE(load_run(dir_).is_over);
}

TEST_F(LoadRunFromABook, edited_configuration_gives_no_note_on_openings) {
    keep(4, draws);
    edit_run_file(dir_, [](Json& run) {
        run["openings"]["since"] = 2;
        run["config"]["seed"] = "6";
    });
    EXPECT_THAT(load_run(dir_).notes, IsEmpty());
}

TEST_F(LoadRunFromABook, path_of_a_book_is_relative_to_where_the_run_was_started) {
    keep(2, draws);
    const std::string sha256 = run_file().book_sha256.value();
    edit_run_file(dir_, [&](Json& run) {
        run["config"]["openings"] = "book.txt";
        run["config_sha256"] = "";
    });
    EXPECT_THAT(load_run(dir_).notes, IsEmpty());
    edit_run_file(dir_, [&](Json& run) { run["directory"] = "/"; });
    EXPECT_THAT(load_run(dir_).notes, IsEmpty()); // a run that was moved: it lies beside the run
    temporary_.file("book.txt", "1 1 1 2\n");
    EXPECT_THAT(load_run(dir_).notes, ElementsAre(HasSubstr("/book.txt is not there as it was")));
}

TEST_F(LoadRunFromABook, more_openings_than_run_json_says_are_an_error) {
    keep(2, draws);
    edit_run_file(dir_, [](Json& run) { run["openings"]["size"] = 1; });
    EXPECT_THAT(user_error_text([&] { static_cast<void>(load_run(dir_)); }),
                HasSubstr("run.json: /openings/size is 1, and there are more openings than that"));
}

class LoadRunElapsed : public LoadRun {
  protected:
    /// Sets the time of the last write to the log.
    void written(std::chrono::sys_seconds time) const {
        std::filesystem::last_write_time(dir_ / kGamesFile, std::chrono::file_clock::from_sys(time));
    }
    static constexpr std::chrono::sys_seconds kStart{std::chrono::sys_days(std::chrono::year(2026) / 1 / 2) +
                                                     std::chrono::hours(3) + std::chrono::minutes(4) +
                                                     std::chrono::seconds(5)};
};

TEST_F(LoadRunElapsed, time_of_a_run_is_taken_from_run_json) {
    RunState played = keep(2, draws);
    played.elapsed = milliseconds(12'345);
    write_result(played);
    EXPECT_EQ(load_run(dir_).state().elapsed, milliseconds(12'345));
}

TEST_F(LoadRunElapsed, killed_run_lasted_until_its_last_game) {
    keep(2, draws);
    written(kStart + std::chrono::seconds(90));
    EXPECT_EQ(load_run(dir_).state().elapsed, std::chrono::seconds(90));
    EXPECT_EQ(load_run(dir_).run.elapsed_before, std::chrono::seconds(90))
        << "the next session adds its time";
    edit_run_file(dir_, [](Json& run) { run["elapsed_before_ms"] = 500; });
    EXPECT_EQ(load_run(dir_).state().elapsed, milliseconds(90'500));
}

TEST_F(LoadRunElapsed, time_of_a_killed_resumed_run_includes_earlier_sessions) {
    keep(2, draws);
    edit_run_file(dir_, [](Json& run) {
        run["elapsed_before_ms"] = 60'000;
        run["resumed"] = {{{"at", "2026-01-02T04:04:05Z"}, {"game", 2}, {"forced", Json::array()}}};
    });
    written(kStart + std::chrono::hours(1) + std::chrono::seconds(7));
    EXPECT_EQ(load_run(dir_).state().elapsed, std::chrono::seconds(67));
    written(kStart + std::chrono::minutes(1)); // the session was killed before its first game
    EXPECT_EQ(load_run(dir_).state().elapsed, std::chrono::seconds(60));
}

TEST_F(LoadRunElapsed, time_of_a_killed_run_without_a_log_is_zero) {
    keep(0, draws);
    std::filesystem::remove(dir_ / kGamesFile);
    EXPECT_EQ(load_run(dir_).state().elapsed, milliseconds(0));
}

} // namespace

} // namespace sprt
