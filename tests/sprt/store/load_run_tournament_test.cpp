#include "tests/sprt/store/kept_tournament.hpp"

namespace sprt {
namespace {

using referee::GameRecord;
using referee::Json;
using referee::Player;
using referee::Winner;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using LoadTournament = KeptTournament;

std::optional<Player> nobody_wins(const PlannedGame&) {
    return std::nullopt;
}

TEST_F(LoadTournament, directory_without_a_run_is_refused) {
    EXPECT_THAT(error(), AllOf(HasSubstr(dir_.string() + " is no directory"), HasSubstr("--out")));
    std::filesystem::create_directory(dir_);
    EXPECT_THAT(error(), HasSubstr(dir_.string() + " holds no run: there is no run.json in it"));
}

TEST_F(LoadTournament, unfinished_tournament_is_loaded_with_all_its_games) {
    const TournamentState played = keep(7);
    const LoadedTournament loaded = load_run<TournamentFile>(dir_);
    EXPECT_FALSE(loaded.is_over);
    EXPECT_EQ(loaded.games.games, 7U);
    EXPECT_EQ(loaded.games.bytes, std::filesystem::file_size(dir_ / kGamesFile));
    EXPECT_EQ(loaded.tally.games(), 7U);
    EXPECT_EQ(loaded.tally.next()->game, 7U);
    EXPECT_EQ(result_text(loaded.tally.state()), result_text(played));
    EXPECT_EQ(loaded.plan.schedule.base.seed, 5U);
    EXPECT_EQ(loaded.state().reason, TournamentEnd::Interrupted);
    EXPECT_THAT(loaded.notes, IsEmpty());
}

TEST_F(LoadTournament, tournament_without_games_is_not_over) {
    keep(0);
    EXPECT_FALSE(load_run<TournamentFile>(dir_).is_over);
    std::filesystem::remove(dir_ / kGamesFile); // as when it was killed before it made the log
    const LoadedTournament loaded = load_run<TournamentFile>(dir_);
    EXPECT_FALSE(loaded.is_over);
    EXPECT_EQ(loaded.tally.games(), 0U);
    EXPECT_THAT(loaded.notes, IsEmpty());
}

/// Makes agent 2 of a game lose it by a crash.
void crashed(GameRecord& record) {
    record.moves.clear();
    record.turns = 0;
    record.score = {2, 2};
    record.used = {};
    record.opening.clear();
    record.lacks_opening = {true, true};
    record.termination = referee::Termination::Crashed;
    record.fault = referee::FaultNote{Player::Agent2, "exited", ""};
    record.winner = Winner::Agent1;
}

/// Each way to end, and that without its last game the tournament is not over.
TEST_F(LoadTournament, games_say_whether_and_why_a_tournament_is_over) {
    const auto repeated = [](GameRecord& record) { // the same two games again and again
        std::mt19937_64 random(record.game % 2);
        Config shared = tournament_of(3, 2);
        shared.openings = "start";
        GameRecord same = chance_game(record.game, shared, {}, random);
        same.round = record.round;
        same.agents = record.agents;
        same.seed = record.seed;
        record = same;
    };
    const struct {
        const char* name;
        TournamentEnd reason;
        std::function<void(Config&)> set;
        WhoWins who;
        std::function<void(GameRecord&)> change{};
    } rows[] = {{"rounds", TournamentEnd::Rounds, [](auto&) {}, earlier_wins},
                {"separated", TournamentEnd::Separated,
                 [](auto& config) {
                     config.rounds = 500;
                     config.until = "separated";
                 },
                 earlier_wins},
                {"best", TournamentEnd::Best,
                 [](auto& config) {
                     config.rounds = 500;
                     config.until = "best";
                 },
                 earlier_wins},
                {"repeats", TournamentEnd::Repeats,
                 [](auto& config) {
                     config.rounds = 9;
                     config.openings = "start";
                 },
                 nobody_wins, repeated},
                {"max_faults", TournamentEnd::MaxFaults,
                 [](auto& config) {
                     config.rounds = 9;
                     config.max_faults = {1};
                 },
                 earlier_wins, crashed},
                {"used_up", TournamentEnd::OpeningsUsedUp,
                 [](auto& config) {
                     config.rounds = 9;
                     config.openings = "random:1"; // five openings
                 },
                 nobody_wins}};
    for (const auto& row : rows) {
        SCOPED_TRACE(row.name);
        std::filesystem::remove_all(dir_);
        config_ = tournament_of(3, 2);
        row.set(config_);
        const TournamentState played = keep(1'000'000, row.who, row.change);
        const LoadedTournament loaded = load_run<TournamentFile>(dir_);
        EXPECT_TRUE(loaded.is_over);
        EXPECT_EQ(loaded.state().reason, row.reason);
        EXPECT_EQ(result_text(loaded.tally.state()), result_text(played));
        EXPECT_THAT(loaded.notes, IsEmpty());

        std::string text = log();
        text.erase(text.rfind('\n', text.size() - 2) + 1);
        write_log(text);
        const LoadedTournament shorter = load_run<TournamentFile>(dir_);
        EXPECT_FALSE(shorter.is_over);
        EXPECT_EQ(shorter.state().reason, TournamentEnd::Interrupted);
        EXPECT_EQ(shorter.tally.games(), loaded.tally.games() - 1);
    }
}

TEST_F(LoadTournament, games_of_a_build_that_waited_for_withdrawn_agents_are_not_counted) {
    const auto second_crashes = [](GameRecord& record) {
        if (index(record.agents.agent2) == 1) {
            crashed(record);
        }
    };
    config_ = tournament_of(3, 60);
    config_.max_faults = {1};
    keep(1'000'000, earlier_wins, second_crashes);
    const std::string longer = log();
    std::filesystem::remove_all(dir_);
    config_.until = "separated";
    const TournamentState played = keep(1'000'000, earlier_wins, second_crashes);
    ASSERT_EQ(played.reason, TournamentEnd::Separated);
    ASSERT_TRUE(longer.starts_with(log()));
    write_log(longer);
    const LoadedTournament loaded = load_run<TournamentFile>(dir_);
    EXPECT_TRUE(loaded.is_over);
    EXPECT_EQ(result_text(loaded.tally.state()), result_text(played));
    EXPECT_THAT(loaded.notes, ElementsAre(HasSubstr("of an earlier build are not counted")));
}

TEST_F(LoadTournament, error_names_the_line_of_a_game_after_the_end) {
    keep();
    write_log(log() + log().substr(log().rfind('\n', log().size() - 2) + 1));
    EXPECT_THAT(error(), HasSubstr(games_file() + ":13: "));
    config_.rounds = 3;
    std::filesystem::remove_all(dir_);
    keep();
    edit_run_file(dir_, [](Json& run) {
        run["config"]["rounds"] = 2;
        run["stages"][0]["rounds"] = 2;
    });
    EXPECT_EQ(error(), games_file() + ":13: the tournament ended with game 11 (rounds), by the configuration "
                                      "in run.json, which is not the one that it began with");
}

TEST_F(LoadTournament, error_names_the_line_and_what_an_edited_game_should_be) {
    const struct {
        std::size_t line;
        const char* old;
        const char* now;
        const char* error;
    } rows[] = {
        {3, R"("winner":1)", R"("winner":2)", ":3: winner is 2"},
        {3, R"("round":0)", R"("round":1)",
         ":3: it is round 1 of agents 0 and 2, and game 2 is round 0 of agents 0 and 2"},
        {3, R"("agents":[0,2])", R"("agents":[1,2])",
         ":3: it is round 0 of agents 1 and 2, and game 2 is round 0 of agents 0 and 2"},
        {7, R"("game":6)", R"("game":7)", ":7: it is game 7, where game 6 must stand"},
        {7, R"("first":1)", R"("first":2)", ":7: "},
        {7, R"("seed":[")", R"("seed":["7","1)", ":7: "},
        {7, R"("opening":[[)", R"("opening":[[1,1,1,1],[)", ":7: "},
    };
    keep();
    const std::string whole = log();
    for (const auto& row : rows) {
        write_log(whole);
        edit_line(row.line, row.old, row.now);
        EXPECT_THAT(error(), HasSubstr(games_file() + row.error)) << row.now;
    }
    // A game of the round after from the opening of the round before.
    write_log(whole);
    std::string lines;
    const TournamentPlan plan = tournament_plan_of(config_);
    TournamentTally tally(plan.counting);
    while (const auto planned = tally.next()) {
        lines +=
            to_json_line(legal_game(plan, config_, *planned, openings_->opening(0).value(), Winner::Agent1)) +
            "\n";
        tally.add(record_of(*planned, Winner::Agent1));
    }
    write_log(lines);
    EXPECT_THAT(error(), HasSubstr(games_file() + ":7: its opening is not that of round 1: "));
}

TEST_F(LoadTournament, games_are_not_checked_against_an_edited_configuration) {
    keep();
    edit_run_file(dir_, [](Json& run) { run["config"]["seed"] = "6"; });
    const LoadedTournament loaded = load_run<TournamentFile>(dir_);
    EXPECT_TRUE(loaded.run.config_is_edited());
    EXPECT_EQ(loaded.tally.games(), 12U);
    const std::string whole = log();
    edit_line(1, "\"winner\":1", "\"winner\":2"); // games are still checked by the rules
    EXPECT_THAT(error(), HasSubstr(":1: winner is 2"));
    write_log(whole); // and by who plays when
    edit_line(3, "\"agents\":[0,2]", "\"agents\":[0,1]");
    EXPECT_THAT(error(), HasSubstr(":3: by the configuration in run.json, which is not the one that the "
                                   "tournament began with, other agents play then"));
}

TEST_F(LoadTournament, rewritten_and_lost_games_are_told) {
    ends_ = true;
    keep(6);
    EXPECT_EQ(load_run<TournamentFile>(dir_).rewritten, "");
    const std::string whole = log();
    edit_line(1, "\"cpu_us\":[0", "\"cpu_us\":[9");
    EXPECT_THAT(load_run<TournamentFile>(dir_).rewritten,
                HasSubstr(games_file() + " was rewritten: games 0 to 5 are not"));
    EXPECT_EQ(load_run<TournamentFile>(dir_).digests.differences().size(), 1U);
    std::string text = whole;
    text.erase(text.rfind('\n', text.size() - 2) + 1);
    write_log(text + R"({"format":1,"game":5,)");
    const LoadedTournament cut = load_run<TournamentFile>(dir_);
    EXPECT_EQ(cut.tally.games(), 5U);
    EXPECT_EQ(cut.games.bytes, text.size());
    EXPECT_TRUE(cut.games.last_line_cut);
    EXPECT_THAT(cut.notes,
                ElementsAre(games_file() + ":6: the last line was cut short and does not count",
                            games_file() + ":6: the games end here; run.json tells of 6, and 5 are there"));
}

TEST_F(LoadTournament, games_beyond_and_elapsed_time_are_taken_from_run_json) {
    ends_ = true;
    keep(6);
    edit_run_file(dir_, [](Json& run) {
        run["result"]["games_beyond"] = 6;
        run["result"]["elapsed_s"] = 1.25;
    });
    EXPECT_EQ(load_run<TournamentFile>(dir_).state().games_beyond, 6U);
    EXPECT_EQ(load_run<TournamentFile>(dir_).state().elapsed, std::chrono::milliseconds(1250));
    edit_run_file(dir_, [](Json& run) { run["result"]["games_beyond"] = -3; });
    EXPECT_EQ(load_run<TournamentFile>(dir_).state().games_beyond, 0U);
}

TEST_F(LoadTournament, change_is_made_before_games_are_read) {
    keep();
    EXPECT_TRUE(load_run<TournamentFile>(dir_).is_over);
    const LoadedTournament more =
        load_run<TournamentFile>(dir_, {.stage = RoundStage{.game = 12, .agents = {0, 1, 2, 3}, .rounds = 2},
                                        .joined = {referee::parse_agent("d")}});
    EXPECT_FALSE(more.is_over);
    EXPECT_EQ(more.plan.agents.size(), 4U);
    EXPECT_EQ(more.tally.next()->round, 0U) << "the newcomer catches up";
    EXPECT_EQ(more.tally.next()->meeting, (Meeting{0, 3}));
    EXPECT_EQ(more.tally.planned_games(), 24U);
}

TEST_F(LoadTournament, growing_log_is_read_from_where_it_was_left) {
    keep();
    const std::string whole = log();
    const std::size_t five = [&] {
        std::size_t end = 0;
        for (int line = 0; line < 5; ++line) {
            end = whole.find('\n', end) + 1;
        }
        return end;
    }();
    write_log(whole.substr(0, five + 10));
    std::vector<std::uint64_t> games;
    std::size_t bytes = 0;
    TournamentReader reader(dir_, {.on_game =
                                       [&](const GameRecord& record, const TournamentTally& tally) {
                                           games.push_back(record.game);
                                           EXPECT_EQ(tally.games(), games.size());
                                       },
                                   .on_line = [&](std::string_view line) { bytes += line.size() + 1; }});
    EXPECT_EQ(reader.run().tally.games(), 0U);
    reader.read();
    EXPECT_THAT(games, ElementsAre(0, 1, 2, 3, 4));
    EXPECT_EQ(bytes, five);
    EXPECT_EQ(reader.run().notes.size(), 1U) << "a cut line";
    write_log(whole);
    reader.read();
    EXPECT_EQ(games.size(), 12U);
    EXPECT_EQ(bytes, whole.size());
    EXPECT_TRUE(reader.run().is_over);
    EXPECT_THAT(reader.run().notes, IsEmpty());
}

// ---- Files of openings

class LoadTournamentFromABook : public LoadTournament {
  protected:
    LoadTournamentFromABook() {
        temporary_.file("book.txt", "1 1 1 2\n1 1 2 2\n1 1 3 3\n");
        config_.openings = (temporary_ / "book.txt").string();
    }
};

TEST_F(LoadTournamentFromABook, openings_are_checked_only_while_the_book_is_unchanged) {
    keep();
    EXPECT_THAT(load_run<TournamentFile>(dir_).notes, IsEmpty());
    edit_run_file(dir_, [](Json& run) { run["openings"]["size"] = 1; });
    EXPECT_THAT(error(), HasSubstr("run.json: /openings/size is 1, and there are more openings than that"));
    for (const char* how : {"changed", "gone"}) {
        if (how == std::string("gone")) {
            std::filesystem::remove(temporary_ / "book.txt");
        } else {
            temporary_.file("book.txt", "1 1 1 2\n");
        }
        EXPECT_THAT(load_run<TournamentFile>(dir_).notes,
                    ElementsAre(config_.openings +
                                " is not there as it was: the openings of the games are not checked"));
    }
}

/// load_run() notes in the same place that games before a change of the book are not checked; a tournament is
/// silent about it.
TEST_F(LoadTournamentFromABook, openings_are_checked_from_the_first_game_played_with_the_book) {
    keep();
    const std::string whole = log();
    const TournamentPlan plan = tournament_plan_of(config_);
    const auto of_third_opening = [&](std::uint64_t game) {
        TournamentTally tally(plan.counting);
        play_on(tally, earlier_wins, game);
        return to_json_line(
            legal_game(plan, config_, *tally.next(), openings_->opening(2).value(), Winner::Agent1));
    };
    const auto lines_with = [&](std::uint64_t first, std::uint64_t last) {
        std::istringstream in(whole);
        std::string text;
        std::uint64_t game = 0;
        for (std::string line; std::getline(in, line); ++game) {
            text += (first <= game && game <= last ? of_third_opening(game) : line) + "\n";
        }
        return text;
    };
    edit_run_file(dir_, [](Json& run) { run["openings"]["since"] = 6; });
    write_log(lines_with(0, 1));
    EXPECT_THAT(
        load_run<TournamentFile>(dir_).notes,
        ElementsAre("games before 6 were played from another file of openings: theirs are not checked"));
    write_log(lines_with(6, 7));
    EXPECT_THAT(error(), HasSubstr(":7: its opening is not that of round 1"));
}

TEST_F(LoadTournamentFromABook, tournament_is_over_when_the_book_is_used_up_and_the_round_is_whole) {
    config_.rounds = 5;
    keep();
    const LoadedTournament loaded = load_run<TournamentFile>(dir_);
    EXPECT_EQ(loaded.tally.games(), 18U);
    EXPECT_TRUE(loaded.is_over);
    EXPECT_EQ(loaded.state().reason, TournamentEnd::OpeningsUsedUp);
    EXPECT_EQ(loaded.tally.state().reason, TournamentEnd::Interrupted) << "games do not tell it";
}

TEST_F(LoadTournamentFromABook, reused_openings_are_never_used_up) {
    config_.rounds = 5;
    config_.repeats = "count";
    keep();
    EXPECT_FALSE(load_run<TournamentFile>(dir_).is_over);
    edit_run_file(dir_, [](Json& run) { run["result"] = {{"reason", "openings_used_up"}}; });
    EXPECT_TRUE(load_run<TournamentFile>(dir_).is_over) << "an earlier version ended it";
}

} // namespace
} // namespace sprt
