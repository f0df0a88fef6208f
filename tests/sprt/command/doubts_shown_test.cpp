// Whatever one report of a run doubts, all of them do.

#include "sprt/command/gate.hpp"
#include "sprt/page/shown_run.hpp"
#include "sprt/remote/watched_runs.hpp"
#include "sprt/report/ci/files.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_report.hpp"
#include "sprt/report/transcript.hpp"
#include "sprt/session/remote_run.hpp"
#include "tests/sprt/report/ci/gate_samples.hpp"
#include "tests/sprt/store/loaded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

/// A run, and what a test changes of it.
struct Doubted {
    Config config = gate_config();
    RunState state = ended(EndReason::Verdict, after_pairs(config, 60, 60, 10));
    std::vector<std::string> changes{};

    void add(const referee::GameRecord& record) {
        state.conduct.add(record);
        state.machine.add(record);
    }
    void add_disturbed(const referee::Disturbances& disturbances) {
        referee::GameRecord record;
        record.disturbances = disturbances;
        state.machine.add(record);
    }
    void use_cores(std::chrono::milliseconds one, std::chrono::milliseconds two) {
        config.agents = {referee::parse_agent("proto=uai move_ms=50 one"),
                         referee::parse_agent("proto=uai move_ms=50 two")};
        const auto effort = [](std::chrono::milliseconds used) {
            return Effort{.moves = 10, .time = 500ms, .watched = 500ms, .processor = used};
        };
        state.conduct.effort = {effort(one), effort(two)};
    }
    [[nodiscard]] HeldSnapshot report() const {
        HeldSnapshot held(config, state);
        held.run.session_changes = changes;
        return held;
    }
};

constexpr Evaluation kNothing{.llr = 0.5, .verdict = Verdict::Continue};

/// What makes each kind of doubt. `standing` is that of `run`, `record` a game that agent 2 won.
struct Maker {
    std::string_view kind;
    void (*make)(Doubted& run, Standing& standing, referee::GameRecord& record);
};

constexpr Maker kMakers[] = {
    {"unequal_limits", [](Doubted& run, Standing& /*standing*/,
                          referee::GameRecord& /*record*/) { run.config.agents[1].time_ms = 500; }},
    {"too_few_cores", [](Doubted& run, Standing& /*standing*/,
                         referee::GameRecord& /*record*/) { run.state.conduct.effort.agent2.threads = 4; }},
    {"unequal_work", [](Doubted& run, Standing& /*standing*/,
                        referee::GameRecord& /*record*/) { run.use_cores(500ms, 300ms); }},
    {"uncharged_pings",
     [](Doubted& run, Standing& /*standing*/, referee::GameRecord& /*record*/) {
         run.state.conduct.effort.agent2 = {.moves = 10, .time = 500ms, .pings = 51ms};
     }},
    {"processes_left",
     [](Doubted& run, Standing& /*standing*/, referee::GameRecord& /*record*/) {
         run.state.conduct.given_up.agent1 = {"77", "1234"};
     }},
    {"no_sandbox", [](Doubted& run, Standing& /*standing*/,
                      referee::GameRecord& /*record*/) { run.state.lacks_sandbox.agent1 = "no namespaces"; }},
    {"tampering",
     [](Doubted& run, Standing& /*standing*/, referee::GameRecord& /*record*/) {
         run.add_disturbed({.tampering = {0, 2}});
     }},
    {"referee_stopped", [](Doubted& run, Standing& /*standing*/,
                           referee::GameRecord& /*record*/) { run.add_disturbed({.referee_stopped = 1}); }},
    {"machine_suspended",
     [](Doubted& run, Standing& /*standing*/, referee::GameRecord& /*record*/) {
         run.add_disturbed({.machine_suspended = 3});
     }},
    {"starved_starts", [](Doubted& run, Standing& /*standing*/,
                          referee::GameRecord& /*record*/) { run.add_disturbed({.machine_overloaded = 1}); }},
    {"out_of_memory", [](Doubted& run, Standing& /*standing*/,
                         referee::GameRecord& /*record*/) { run.add_disturbed({.out_of_memory = 1}); }},
    {"changed",
     [](Doubted& run, Standing& /*standing*/, referee::GameRecord& /*record*/) {
         run.changes = {"from game 8 on, accepted with --force: agent 1's executable changed"};
     }},
    {"pairs_correlated",
     [](Doubted& /*run*/, Standing& standing, referee::GameRecord& /*record*/) {
         standing.drift = {.pairs = 400, .lag_one = Correlation{0.3, 2e-9}, .trend = {}};
     }},
    {"score_drifts",
     [](Doubted& /*run*/, Standing& standing, referee::GameRecord& /*record*/) {
         standing.drift = {.pairs = 400, .lag_one = {}, .trend = Correlation{0.3, 2e-9}};
     }},
    {"play_alike",
     [](Doubted& /*run*/, Standing& standing, referee::GameRecord& /*record*/) {
         standing.alike_pairs = standing.distinct_pairs = standing.whole_pairs;
     }},
    {"rests_on_faults",
     [](Doubted& /*run*/, Standing& standing, referee::GameRecord& /*record*/) {
         standing.faulty = {4, kNothing};
     }},
    {"rests_on_adjudication",
     [](Doubted& /*run*/, Standing& standing, referee::GameRecord& /*record*/) {
         standing.worst_evaluation = Evaluation{.llr = -1, .verdict = Verdict::Continue};
     }},
    {"rests_on_disputed",
     [](Doubted& /*run*/, Standing& standing, referee::GameRecord& /*record*/) {
         standing.disputed = {5, kNothing};
     }},
    {"rests_on_doubtful",
     [](Doubted& /*run*/, Standing& standing, referee::GameRecord& /*record*/) {
         standing.doubtful = {6, kNothing};
     }},
    {"rests_on_tampering",
     [](Doubted& /*run*/, Standing& standing, referee::GameRecord& /*record*/) {
         standing.disturbed = {7, kNothing};
     }},
    {"rests_on_distrusted",
     [](Doubted& run, Standing& /*standing*/, referee::GameRecord& /*record*/) {
         run.state.trusted_evaluation = kNothing;
         run.state.distrusted_pairs = 8;
     }},
    {"faults",
     [](Doubted& run, Standing& /*standing*/, referee::GameRecord& record) {
         record.termination = referee::Termination::Crashed;
         record.fault = referee::FaultNote{referee::Player::Agent1, "signal 11", ""};
         run.add(record);
     }},
    {"interference",
     [](Doubted& run, Standing& /*standing*/, referee::GameRecord& record) {
         record.load.agent1 = {.watched = 1s, .rival_cpu = 347ms};
         run.add(record);
     }},
    {"lacks_opening", [](Doubted& run, Standing& /*standing*/,
                         referee::GameRecord& /*record*/) { run.state.conduct.lacks_opening.agent2 = true; }},
    {"unscored",
     [](Doubted& /*run*/, Standing& standing, referee::GameRecord& /*record*/) { standing.unscored = 2; }},
    {"overloaded",
     [](Doubted& run, Standing& /*standing*/, referee::GameRecord& record) {
         record.load.agent1 = {.watched = 1s, .cpu = 1ms, .delay = 600ms};
         run.add(record);
     }},
};

/// A run with a doubt of this kind. A kind without a maker has none.
Doubted with(std::string_view kind) {
    Doubted run;
    referee::GameRecord record = fake_game(0, referee::Winner::Agent2);
    for (const Maker& maker : kMakers) {
        if (maker.kind == kind) {
            maker.make(run, run.state.standing, record);
        }
    }
    return run;
}

class DoubtsShown : public LoadRun {
  protected:
    DoubtsShown() {
        keep(2, wins);
        loaded_ = std::make_unique<LoadedRun>(load_run(dir_));
    }
    /// What `sprt status` says after it heard the run's offer and its standing.
    static std::string status_of(const RunSnapshot& run, remote::StatusForm form) {
        remote::WatchedRuns watched(form);
        static_cast<void>(watched.hear(
            {.subject = "referee.1.offer.c.0a1b", .reply = {}, .data = to_text(remote::Offer{.name = "a"})}));
        static_cast<void>(watched.hear({.subject = "referee.1.event.c.0a1b.standing",
                                        .reply = {},
                                        .data = standing_event(run, estimates_of(run))}));
        return watched.runs().at(0);
    }
    /// Each report by its name. A page and `sprt report --json` are those of a run that is kept, with the
    /// games of `run`.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> reports_of(const RunSnapshot& run) const {
        return {{"transcript", transcript_tail(run)},
                {"summary", transcript_summary(run)},
                {"JUnit", junit_xml(run)},
                {"Markdown", markdown_summary(run)},
                {"report --json", run_report_values(*loaded_, run, outcome_of(run)).dump()},
                {"page", changing_values(*loaded_, run)["warnings"].dump()},
                {"status", status_of(run, remote::StatusForm::Text)},
                {"status --json", status_of(run, remote::StatusForm::Json)}};
    }

    std::unique_ptr<LoadedRun> loaded_;
};

TEST_F(DoubtsShown, all_reports_show_each_doubt) {
    for (const std::string_view kind : doubt_kinds()) {
        SCOPED_TRACE(kind);
        const Doubted doubted = with(kind);
        const HeldSnapshot held = doubted.report();
        const std::vector<Doubt> doubts = doubts_of(held);
        const auto doubt = std::ranges::find(doubts, kind, &Doubt::kind);
        ASSERT_NE(doubt, doubts.end()) << "the test has no run with this doubt";
        EXPECT_EQ(doubts.size(), 1U) << "it is the run's only doubt";
        for (const auto& [report, text] : reports_of(held)) {
            EXPECT_THAT(text, HasSubstr(doubt->text.substr(1)))
                << report; // the first letter may be a capital
        }
    }
}

TEST_F(DoubtsShown, run_as_it_should_be_has_none) {
    const Doubted run;
    const HeldSnapshot held = run.report();
    EXPECT_TRUE(doubts_of(held).empty());
    for (const auto& [report, text] : reports_of(held)) {
        EXPECT_THAT(text, testing::Not(HasSubstr("Warning"))) << report;
    }
}

TEST_F(DoubtsShown, gate_is_undecided_by_what_verdicts_rest_on_but_faults) {
    constexpr std::array<std::string_view, 5> kUndecided{"rests_on_adjudication", "rests_on_disputed",
                                                         "rests_on_doubtful", "rests_on_tampering",
                                                         "rests_on_distrusted"};
    for (const std::string_view kind : doubt_kinds()) {
        SCOPED_TRACE(kind);
        const bool leaves_undecided = std::ranges::count(kUndecided, kind) > 0;
        const Doubted run = with(kind);
        EXPECT_EQ(gate_status(outcome_of(run.report()).gate),
                  leaves_undecided ? referee::ExitStatus::Undecided : referee::ExitStatus::Done);
    }
}

TEST_F(DoubtsShown, numbers_are_by_their_keys) {
    const Doubted run = with("rests_on_disputed");
    EXPECT_EQ(doubts_json(doubts_of(run.report())).dump(),
              R"([{"kind":"rests_on_disputed","numbers":{"games":5,"llr":0.5},"text":"The verdict rests on )"
              R"(disputed time losses (5): without them the LLR is 0.500, no decision."}])");
}

} // namespace
} // namespace sprt
