#include "sprt/ledger/counting.hpp"
#include "sprt/report/run_report.hpp"
#include "sprt/report/tournament/tournament_report.hpp"
#include "tests/sprt/store/kept_tournament.hpp"

namespace sprt {
namespace {

using referee::Json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class TournamentReport : public KeptTournament {
  protected:
    TournamentReport() {
        config_.rounds = 4;
        ends_ = true;
    }
    /// Who wins: a beats b, b beats c, c beats a; draws in between.
    static std::optional<referee::Player> circle(const PlannedGame& game) {
        if (game.game % 3 == 0) {
            return std::nullopt;
        }
        return game.meeting == Meeting{0, 2} ? referee::Player::Agent2 : referee::Player::Agent1;
    }
    [[nodiscard]] static TournamentView view_of(const LoadedTournament& loaded) {
        return {.plan = loaded.plan, .without = {}};
    }
    [[nodiscard]] std::string text() const {
        const LoadedTournament loaded = load_run<TournamentFile>(dir_);
        return tournament_report_text(loaded, view_of(loaded));
    }
    [[nodiscard]] Json json(const TournamentView& view) const {
        return Json::parse(tournament_report_json(load_run<TournamentFile>(dir_), view, "DIR"));
    }
    [[nodiscard]] Json json() const { return json(view_of(load_run<TournamentFile>(dir_))); }
    [[nodiscard]] bool differs() const { return files_of(load_run<TournamentFile>(dir_)).differ(); }
};

TEST_F(TournamentReport, text_is_that_of_the_end_of_the_tournament) {
    keep(1'000'000, circle);
    const LoadedTournament loaded = load_run<TournamentFile>(dir_);
    EXPECT_EQ(text(), tournament_tail(loaded.plan, loaded.state()));
    EXPECT_THAT(text(), StartsWith("Round robin of 3, 4 rounds: 24 games, 12 pairs from 4 openings."));
    EXPECT_FALSE(differs());
}

TEST_F(TournamentReport, text_says_that_it_goes_on_or_is_being_played) {
    keep(7, circle);
    EXPECT_THAT(text(), EndsWith("Seed: 5\nThe tournament has not ended; sprt resume goes on with it.\n"));
    const LoadedTournament loaded = load_run<TournamentFile>(dir_);
    TournamentView view = view_of(loaded);
    view.is_live = true;
    EXPECT_THAT(tournament_report_text(loaded, view), EndsWith("Seed: 5\nThe tournament is being played.\n"));
}

TEST_F(TournamentReport, json_has_the_result_of_the_games_and_that_of_run_json) {
    keep(1'000'000, circle);
    const Json report = json();
    std::vector<std::string> keys;
    for (const auto& [key, value] : report.items()) {
        keys.push_back(key);
    }
    EXPECT_THAT(keys, ElementsAre("directory", "over", "result", "doubts", "stored", "differences", "notes"));
    EXPECT_EQ(report["directory"], "DIR");
    EXPECT_EQ(report["over"], true);
    EXPECT_EQ(report["result"]["reason"], "rounds");
    EXPECT_EQ(report["stored"]["ended"].get<std::string>().size(), 20U);
    EXPECT_EQ(report["stored"]["pairings"], report["result"]["pairings"]);
    EXPECT_THAT(report["differences"], IsEmpty());
    EXPECT_THAT(report["notes"], IsEmpty());
    EXPECT_THAT(tournament_report_json(load_run<TournamentFile>(dir_),
                                       view_of(load_run<TournamentFile>(dir_)), "DIR"),
                StartsWith("{\n  \"directory\": \"DIR\",\n  \"over\": true,\n"));
}

/// What is wrong with the files is told by text, JSON and status alike.
TEST_F(TournamentReport, files_that_contradict_each_other_are_told) {
    const struct {
        std::function<void()> damage;
        const char* line; ///< of the text
        const char* pointer;
    } rows[] = {
        {[&] { edit_run_file(dir_, [](Json& run) { run["result"]["rounds"] = 3; }); },
         "run.json differs: /result/rounds is 3, and the games say 4\n", "/result/rounds"},
        {[&] { edit_run_file(dir_, [](Json& run) { run["result"]["pairings"][0]["wld"][0] = 9; }); },
         "run.json differs: /result/pairings is [", "/result/pairings"},
        {[&] { edit_line(1, "\"cpu_us\":[0", "\"cpu_us\":[9"); }, "run.json differs: /games_sha256",
         "/games_sha256"},
    };
    for (const auto& row : rows) {
        std::filesystem::remove_all(dir_);
        keep(1'000'000, circle);
        row.damage();
        EXPECT_TRUE(differs()) << row.pointer;
        EXPECT_THAT(text(), HasSubstr(row.line));
        ASSERT_FALSE(json()["differences"].empty());
        EXPECT_THAT(json()["differences"][0]["pointer"].get<std::string>(), StartsWith(row.pointer));
    }
    EXPECT_THAT(text(), StartsWith("Note: " + games_file() + " was rewritten: games 0 to 23 are not"));
    EXPECT_EQ(json()["notes"].size(), 1U);

    std::filesystem::remove_all(dir_);
    keep(1'000'000, circle);
    std::ofstream(dir_ / kGamesFile, std::ios::app) << "{\"format\":1,";
    EXPECT_TRUE(differs()) << "a line was begun after the end";
    edit_run_file(dir_, [](Json& run) { run["result"] = nullptr; });
    EXPECT_FALSE(differs()) << "it was killed while it wrote one";
    EXPECT_EQ(json()["stored"], nullptr);
}

TEST_F(TournamentReport, text_and_json_say_why_an_agent_was_withdrawn) {
    keep(1'000'000, circle, [](referee::GameRecord& record) {
        record.disturbances.tampering.agent1 = record.game == 0 ? kMostTampering : 0;
    });
    EXPECT_EQ(json()["withdrawn"].dump(), R"([{"agent":1,"round":0,"why":"tampering"}])");
    EXPECT_THAT(text(), HasSubstr("x: withdrawn for tampering.\n"));
}

TEST_F(TournamentReport, agents_of_whom_either_may_have_stopped_the_other_are_kept_apart) {
    time_losses_ = kMostTimeLosses;
    const TournamentState state = keep(1'000'000, circle, [](referee::GameRecord& record) {
        record.disturbances.tampering.agent1 = record.game == 0 ? kMostTampering : 0;
    });
    EXPECT_EQ(state.pairings[0].games.games(), 2U);
    EXPECT_EQ(state.reason, TournamentEnd::Rounds);
    EXPECT_FALSE(json().contains("withdrawn"));
    EXPECT_THAT(text(),
                AllOf(HasSubstr("agents withdrawn by results"),
                      HasSubstr("Warning: agent b and agent c play no more with each other: one of them "
                                "was stopped or traced, and who did that cannot be told.\n")));
    std::filesystem::remove_all(dir_);
    config_ = tournament_of(2, 2);
    EXPECT_EQ(keep(1'000'000, circle,
                   [](referee::GameRecord& record) { record.disturbances.tampering.agent1 = kMostTampering; })
                  .reason,
              TournamentEnd::MaxFaults)
        << "nobody is left to meet";
}

TEST_F(TournamentReport, text_and_json_show_what_makes_games_doubtful) {
    using namespace std::chrono_literals;
    struct Row {
        void (*change)(referee::GameRecord& record); ///< of game 0, of b and c
        const char* doubt;                           ///< as JSON, without brackets; empty: none
    };
    constexpr Row kRows[] = {
        {[](referee::GameRecord& /*record*/) {}, ""},
        {[](referee::GameRecord& record) { record.disturbances.tampering.agent2 = 1; },
         R"("kind":"tampering","numbers":{"agent":2,"attempts":1},"text":"1 attempt not scored, because a rival )"
         R"(of agent c was stopped or traced, which agent c can do without a sandbox.")"},
        {[](referee::GameRecord& record) { record.disturbances.referee_stopped = 2; },
         R"("kind":"referee_stopped","numbers":{"attempts":2},"text":"2 attempts not scored, because the )"
         R"(referee was stopped while a clock ran.")"},
        {[](referee::GameRecord& record) { record.exit.agent1 = "given up 77"; },
         R"("kind":"processes_left","numbers":{"agent":1,"processes":1},"text":"Processes of agent b could not )"
         R"(be ended and may have slowed later games: 77.")"},
        {[](referee::GameRecord& record) { record.load.agent1 = {.watched = 1s, .rival_cpu = 347ms}; },
         R"("kind":"interference","numbers":{"agent":2,"games":1},"text":"Agent c worked while a rival's clock )"
         R"(ran, in 1 game.")"},
        {[](referee::GameRecord& record) {
             record.load.agent2 = {.watched = 1s, .cpu = 1ms, .delay = 600ms};
         },
         R"("kind":"overloaded","numbers":{"percent":60},"text":"The machine was overloaded: agents waited for )"
         R"(a core in 60.0 % of their time; play fewer games at once.")"},
    };
    for (const auto& [change, doubt] : kRows) {
        SCOPED_TRACE(doubt);
        std::filesystem::remove_all(dir_);
        keep(1'000'000, circle, [its = change](referee::GameRecord& record) {
            if (record.game == 0) {
                its(record);
            }
        });
        const Json doubts = json()["doubts"];
        EXPECT_EQ(doubts.dump(), *doubt == '\0' ? "[]" : fmt::format("[{{{}}}]", doubt));
        for (const Json& found : doubts) {
            EXPECT_THAT(text(), HasSubstr(found["text"].get<std::string>().substr(1)));
        }
    }
}

TEST_F(TournamentReport, text_and_json_name_agents_without_the_sandbox_that_they_were_to_have) {
    keep(1'000'000, circle);
    edit_run_file(dir_, [](Json& run) { run["agents"][1]["lacks_sandbox"] = "no namespaces"; });
    EXPECT_EQ(json()["doubts"].dump(),
              R"([{"kind":"no_sandbox","numbers":{"agent":1},"text":"Agent b played )"
              R"(without a sandbox: no namespaces."}])");
    EXPECT_THAT(text(), HasSubstr("Warning: agent b played without a sandbox: no namespaces.\n"));
}

TEST_F(TournamentReport, session_changes_are_warnings) {
    keep(1'000'000, circle);
    edit_run_file(dir_, [](Json& run) {
        run["resumed"] =
            Json::array({{{"at", "2026-01-02T04:00:00Z"}, {"game", 7}, {"forced", {"something changed"}}}});
    });
    EXPECT_THAT(text(), HasSubstr("Warning: from game 7 on, accepted with --force: something changed.\n"));
    EXPECT_EQ(json()["doubts"].dump(), R"([{"kind":"changed","numbers":{},"text":"From game 7 on, accepted )"
                                       R"(with --force: something changed."}])");
}

TEST_F(TournamentReport, agents_that_are_left_out_have_never_played) {
    config_ = tournament_of(4, 4);
    keep(1'000'000, circle);
    const LoadedTournament loaded = load_run<TournamentFile>(dir_);
    TournamentView view = view_of(loaded);
    view.without = {1};
    const Standings shown = shown_standings(view, loaded.state());
    EXPECT_THAT(order_of_rows(shown.ratings, shown.results.without),
                ::testing::UnorderedElementsAre(0, 2, 3));
    EXPECT_THAT(shown.head,
                StartsWith("Round robin of 4, 4 rounds, 1 left out: 24 games, 12 pairs from 4 openings."));
    EXPECT_EQ(shown.notes[0], "Left out, with all their games: b; faults and times are of all games.");
    EXPECT_EQ(shown.results.pairings.size(), 3U);
    EXPECT_EQ(shown.games.size(), 3U);
    EXPECT_THAT(tournament_report_text(loaded, view), Not(HasSubstr("  b  ")));

    const Json report = json(view);
    const Json& ratings = report["shown"];
    EXPECT_EQ(report["result"], json()["result"]) << "the result is of all";
    EXPECT_TRUE(ratings["elo"][1].is_null());
    EXPECT_TRUE(ratings["ranks"][1].is_null());
    EXPECT_FALSE(ratings["elo"][2].is_null());
    EXPECT_EQ(ratings["elo"].size(), 4U);
    EXPECT_EQ(ratings["groups"].dump(), "[[0,2,3]]");
    EXPECT_TRUE(ratings["los"][2][1].is_null());
    EXPECT_FALSE(ratings["los"][2][3].is_null());
    EXPECT_EQ(ratings["pairings"].size(), 3U);
    for (const Json& pairing : ratings["pairings"]) {
        EXPECT_TRUE(pairing[0] != 1 && pairing[1] != 1);
    }
    TournamentState state = loaded.state();
    state.certified = {{.above = 0, .below = 1, .round = 2}, {.above = 2, .below = 3, .round = 2}};
    state.nearest = {.above = 1, .below = 2, .capital = 5};
    EXPECT_THAT(shown_standings(view, state).notes, ::testing::Contains(EndsWith(" %): c > d.")));
    EXPECT_THAT(tournament_report_text(loaded, view), Not(HasSubstr("First player: ")));
    view.without = {2, 3};
    EXPECT_THAT(tournament_report_text(loaded, view), HasSubstr("2 left out: 8 games, 4 pairs"));
}

TEST_F(TournamentReport, another_anchor_is_shown_and_the_own_one_is_not_repeated) {
    config_.anchor = "a=10";
    keep(1'000'000, circle);
    const LoadedTournament loaded = load_run<TournamentFile>(dir_);
    TournamentView view = view_of(loaded);
    EXPECT_FALSE(json(view).contains("shown"));
    for (const auto& anchor : {std::optional<Anchor>(), std::optional(Anchor{.agent = 2, .elo = 10}),
                               std::optional(Anchor{.agent = 0, .elo = 11})}) {
        view.plan.anchor = anchor;
        const Json report = json(view);
        ASSERT_TRUE(report.contains("shown"));
        if (anchor) {
            EXPECT_EQ(report["shown"]["elo"][anchor->agent], anchor->elo);
        }
        EXPECT_EQ(report["result"]["ratings"]["elo"][0], 10);
    }
    view.plan.anchor = Anchor{.agent = 2, .elo = 40};
    view.without = {1};
    EXPECT_EQ(json(view)["shown"]["elo"][2], 40) << "agents after the one that is left out keep their places";
    view.without = {2};
    const Json without_anchor = json(view)["shown"]["elo"];
    EXPECT_EQ(without_anchor[0].get<double>() + without_anchor[1].get<double>(), 0);
}

} // namespace
} // namespace sprt
