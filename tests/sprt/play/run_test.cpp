#include "sprt/play/run.hpp"
#include "sprt/store/run_result.hpp"
#include "tests/sprt/config/plans.hpp"
#include "tests/sprt/ledger/played_game.hpp"
#include "tests/sprt/play/fake_player.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include <sys/eventfd.h>
#include <unistd.h>

namespace sprt {
namespace {

using referee::StopToken;
using referee::Winner;

Config article_config(std::int64_t concurrency) {
    Config config;
    config.test = {.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
    config.concurrency = concurrency;
    config.seed = 1;
    config.model = "wald";
    config.openings = "start";
    config.repeats = "count";
    return config;
}

RunState run(const Config& config, const MakePlayer& player, std::vector<std::uint64_t>* games = nullptr,
             StopToken interrupt = {}) {
    const auto openings =
        make_openings(parse_openings(config.openings), *config.seed, referee::rules_of(config.play));
    const auto on_game = [&](const referee::GameRecord& record, const RunState&) {
        if (games != nullptr) {
            games->push_back(record.game);
        }
    };
    return play_run_of(config, *openings, player, tally_for(config), on_game, interrupt);
}

Winner alternating(std::uint64_t game) {
    return game % 2 == 0 ? Winner::Agent1 : Winner::Agent2;
}

TEST(PlayGames, the_experiment_of_the_article_ends_after_286_games) {
    for (const std::int64_t concurrency : {1, 2, 8}) {
        std::vector<std::uint64_t> games;
        const RunState result = run(article_config(concurrency), instant_player(alternating), &games);
        EXPECT_EQ(result.standing.evaluation.verdict, Verdict::H0);
        EXPECT_EQ(result.reason, EndReason::Verdict);
        EXPECT_EQ(result.standing.games, (Wld{143, 143, 0}));
        EXPECT_NEAR(result.standing.evaluation.llr, -2.951440506384565, 1e-9);
        EXPECT_EQ(games.size(), 286u);
        EXPECT_EQ(result.conduct.used.agent1, std::chrono::milliseconds(2 * 286));
    }
}

/// Agent 1 wins two games of three, and every loss lasts longer than the ten wins that end next. Counted in
/// the order in which games end, wins would come first, and 23 wins in a row accept H1.
TEST(PlayGames, slow_losses_are_counted_in_schedule_order) {
    const auto winner_of = [](std::uint64_t game) { return game % 3 == 0 ? Winner::Agent2 : Winner::Agent1; };
    const RunState in_order = run(article_config(1), instant_player(winner_of));

    std::atomic<int> wins_done = 0;
    std::atomic<int> losses_waiting = 0;
    const auto late_losses = [&](StopToken stop, int) -> PlayGame {
        return [&, stop](const Job& job) {
            const std::uint64_t game = job.id;
            if (winner_of(game) == Winner::Agent1) {
                ++wins_done;
                return fake_game(game, Winner::Agent1);
            }
            const int wins = wins_done;
            ++losses_waiting;
            // A loss ends after ten more wins, or when all 8 workers wait in a loss.
            const bool ended =
                wait_for_gate(stop, [&] { return wins_done >= wins + 10 || losses_waiting >= 8; });
            --losses_waiting;
            return ended ? fake_game(game, Winner::Agent2) : aborted_game(game);
        };
    };
    const RunState late = run(article_config(8), late_losses);
    EXPECT_EQ(late.standing.games, in_order.standing.games);
    EXPECT_EQ(late.standing.evaluation.verdict, in_order.standing.evaluation.verdict);
    EXPECT_EQ(late.standing.evaluation.llr, in_order.standing.evaluation.llr);
}

TEST(PlayGames, max_games_ends_the_run_without_a_verdict) {
    Config config = article_config(4);
    config.max_games = 10;
    std::vector<std::uint64_t> games;
    const RunState result = run(config, instant_player(alternating), &games);
    EXPECT_EQ(result.reason, EndReason::MaxGames);
    EXPECT_EQ(result.standing.evaluation.verdict, Verdict::Continue);
    EXPECT_EQ(games.size(), 10u);
    EXPECT_EQ(result.games_beyond, 0u);
}

TEST(PlayGames, a_run_that_decides_on_its_last_allowed_game_ends_by_the_verdict) {
    Config config = article_config(2);
    config.max_games = 23;
    const RunState result = run(config, instant_player([](std::uint64_t) { return Winner::Agent1; }));
    EXPECT_EQ(result.reason, EndReason::Verdict);
    EXPECT_EQ(result.standing.evaluation.verdict, Verdict::H1);
    EXPECT_EQ(result.standing.games.wins, 23u);
}

TEST(PlayGames, an_interrupt_ends_the_run) {
    const referee::Descriptor interrupt(::eventfd(1, EFD_CLOEXEC));
    const RunState result = run(article_config(2), instant_player(alternating), nullptr, {interrupt.fd()});
    EXPECT_EQ(result.reason, EndReason::Interrupted);
    EXPECT_EQ(result.standing.games.games(), 0u);
}

TEST(PlayGames, an_exception_of_the_listener_is_rethrown) {
    const auto full = [](const referee::GameRecord&, const RunState&) {
        throw std::system_error(ENOSPC, std::generic_category(), "cannot write");
    };
    const auto openings = make_openings(StartOnly{}, 1, referee::Game::Ataxx);
    const Config config = article_config(2);
    EXPECT_THROW(static_cast<void>(
                     play_run_of(config, *openings, instant_player(alternating), tally_for(config), full)),
                 std::system_error);
}

TEST(PlayGames, an_agent_with_too_many_faults_ends_the_run_without_a_verdict) {
    const auto crashing = [](referee::StopToken, int) -> PlayGame {
        return [](const Job& job) {
            const std::uint64_t game = job.id;
            referee::GameRecord record = fake_game(game, Winner::Agent2);
            record.termination = game == 1 ? referee::Termination::Timeout : referee::Termination::Crashed;
            record.fault = referee::FaultNote{referee::Player::Agent1, "why", "last words"};
            return record;
        };
    };
    Config config = article_config(2);
    config.max_faults = {3};
    const RunState result = run(config, crashing);
    EXPECT_EQ(result.reason, EndReason::MaxFaults);
    EXPECT_EQ(result.broken, referee::Player::Agent1);
    EXPECT_EQ(result.standing.games.losses, 5u); // four faults, and a time loss, which is no fault
    EXPECT_EQ(result.faults.size(), 5u);
    EXPECT_EQ(result.verdict(), Verdict::Continue);

    config.max_faults = {};
    const RunState unlimited = run(config, crashing);
    EXPECT_EQ(unlimited.reason, EndReason::Verdict);
    EXPECT_EQ(unlimited.verdict(), Verdict::H0);
}

// ---- Resumed runs

/// `size` openings. Their number is unknown until they are used up.
class EndingOpenings final : public Openings {
  public:
    explicit EndingOpenings(std::uint64_t size)
        : Openings({.size = std::nullopt, .most_plies = 1})
        , openings_(make_openings(RandomMoves{1}, 1, referee::Game::Ataxx))
        , size_(size) {}

    std::optional<Opening> opening(std::uint64_t pair) override {
        return pair < size_ ? openings_->opening(pair) : std::nullopt;
    }

  private:
    std::unique_ptr<Openings> openings_;
    std::uint64_t size_;
};

/// The games of a run as lines of JSON, and the results of the run.
struct Played {
    std::vector<std::string> lines;
    std::vector<std::string> steps; ///< the result after each game
    std::string end;                ///< the result at the end
    bool operator==(const Played&) const = default;
};

/// The result as JSON without `games_beyond`, which is no function of the games.
std::string text_of(const RunState& result) {
    referee::Json json = to_json(result);
    json.erase("games_beyond");
    return json.dump();
}

using Winners = std::function<Winner(std::uint64_t)>;

/// Resumes the run after the games of `played`, until it ends or has `most` games.
void resume(Played& played, const Config& config, Openings& openings, const Winners& winner_of,
            std::size_t most = SIZE_MAX) {
    Tally tally = tally_for(config);
    for (const std::string& line : played.lines) {
        tally.add(referee::parse_record(line));
    }
    const referee::Descriptor interrupt(::eventfd(most <= played.lines.size() ? 1 : 0, EFD_CLOEXEC));
    const auto on_game = [&](const referee::GameRecord& record, const RunState& so_far) {
        played.lines.push_back(to_json_line(record));
        played.steps.push_back(text_of(so_far));
        if (played.lines.size() >= most) {
            const std::uint64_t one = 1;
            EXPECT_EQ(::write(interrupt.fd(), &one, sizeof one), 8);
        }
    };
    played.end = text_of(play_run_of(config, openings, chance_player(config, winner_of), std::move(tally),
                                     on_game, {interrupt.fd()}));
}

struct ResumedRun {
    const char* name;
    const char* model;
    const char* repeats;
    const char* openings;
    std::optional<std::int64_t> max_games;
    Winners winner_of; ///< empty: all pairs are the same
    EndReason end;
};

Winner cycle(std::uint64_t game) {
    return static_cast<Winner>(game % 3);
}
Winner mostly_agent1(std::uint64_t game) {
    return game % 5 == 0 ? Winner::Agent2 : Winner::Agent1;
}
Winner mostly_agent2(std::uint64_t game) {
    return game % 5 == 1 ? Winner::Draw : Winner::Agent2;
}

const ResumedRun kResumedRuns[] = {
    {"wald to H1", "wald", "count", "start", {}, mostly_agent1, EndReason::Verdict},
    {"wald to H0", "wald", "count", "random:2", {}, mostly_agent2, EndReason::Verdict},
    {"wald, collapsed", "wald", "collapse", "random:3", 21, mostly_agent1, EndReason::MaxGames},
    {"trinomial to H0", "trinomial", "count", "random:1", {}, mostly_agent2, EndReason::Verdict},
    {"trinomial, an odd limit", "trinomial", "count", "random:1", 17, cycle, EndReason::MaxGames},
    {"pentanomial to H1", "pentanomial", "collapse", "random:2", {}, mostly_agent1, EndReason::Verdict},
    {"pentanomial, counted, through the book again", "pentanomial", "count", "random:1", 26, cycle,
     EndReason::MaxGames},
    {"pentanomial, used up", "pentanomial", "collapse", "random:1", {}, cycle, EndReason::OpeningsUsedUp},
    {"pentanomial, repeats", "pentanomial", "collapse", "start", {}, nullptr, EndReason::Repeats},
};

TEST(PlayGames, a_run_resumed_after_any_game_equals_the_uninterrupted_run) {
    for (const ResumedRun& run : kResumedRuns) {
        Config config = short_games_config();
        config.model = run.model;
        config.repeats = run.repeats;
        config.openings = run.openings;
        config.max_games = run.max_games;
        const auto openings = openings_of(config);
        Played whole;
        resume(whole, config, *openings, run.winner_of);
        ASSERT_GE(whole.lines.size(), 8u) << run.name;
        EXPECT_NE(whole.end.find("\"reason\":\"" + std::string(name(run.end)) + "\""), std::string::npos)
            << run.name << whole.end;
        for (const int concurrency : {1, 8}) {
            config.concurrency = concurrency;
            for (std::size_t stop = 0; stop <= whole.lines.size(); ++stop) {
                Played parts;
                const auto before = openings_of(config); // each process opens its own
                resume(parts, config, *before, run.winner_of, stop);
                if (stop < whole.lines.size()) {
                    EXPECT_NE(parts.end.find("\"interrupted\""), std::string::npos)
                        << run.name << " " << stop;
                }
                ASSERT_EQ(parts.lines.size(), stop);
                const auto after = openings_of(config);
                resume(parts, config, *after, run.winner_of);
                ASSERT_EQ(parts, whole) << run.name << ", stopped after game " << stop << " of "
                                        << whole.lines.size() << ", concurrency " << concurrency;
            }
        }
    }
}

TEST(PlayGames, a_resumed_run_repeats_used_up_openings_as_the_uninterrupted_run_does) {
    Config config = short_games_config();
    config.test.elo1 = 1;
    config.model = "wald";
    config.repeats = "count";
    config.openings = "random:1";
    config.max_games = 30;
    EndingOpenings openings(3);
    Played whole;
    resume(whole, config, openings, cycle);
    ASSERT_EQ(whole.lines.size(), 30u);
    for (std::size_t stop = 0; stop < 30; ++stop) {
        Played parts;
        resume(parts, config, openings, cycle, stop);
        resume(parts, config, openings, cycle);
        EXPECT_EQ(parts, whole) << "stopped after " << stop;
    }
}

/// Counts games of which every tenth changes the schedule, up to `games`.
class Replanning final : public Counting {
  public:
    explicit Replanning(std::uint64_t games)
        : most_(games) {}

    bool add(const referee::GameRecord& record) override {
        EXPECT_EQ(record.game, games_);
        EXPECT_EQ(record.round, plans) << "the game is of a plan that is over";
        return ++games_ % 10 == 0;
    }
    [[nodiscard]] std::uint64_t games() const noexcept override { return games_; }
    [[nodiscard]] bool has_ended() const noexcept override { return games_ == most_; }
    void distrust(std::set<std::string>) override {}
    [[nodiscard]] const GamesByWorker& workers() const noexcept override { return workers_; }
    [[nodiscard]] std::vector<const GamesByWorker*> comparable_games() const override { return {}; }
    [[nodiscard]] const Breakage& breakage() const noexcept override { return breakage_; }

    std::uint64_t plans = 0; ///< that were made

  private:
    std::uint64_t most_;
    std::uint64_t games_ = 0;
    GamesByWorker workers_;
    Breakage breakage_{2, std::nullopt};
};

/// The pairs from game `first` on; each game says of which plan it is.
class PairsOfPlan final : public PairSource {
  public:
    PairsOfPlan(std::uint64_t first, std::uint64_t plan)
        : game_(first)
        , plan_(plan) {}

    std::vector<Job> next_pair() override {
        std::vector<Job> pair(2);
        for (Job& job : pair) {
            job.id = game_++;
            job.round = plan_;
        }
        return pair;
    }
    [[nodiscard]] bool are_openings_used_up() const noexcept override { return false; }

  private:
    std::uint64_t game_;
    std::uint64_t plan_;
};

TEST(PlayGames, what_was_begun_by_an_earlier_plan_is_thrown_away) {
    for (const int threads : {1, 3}) {
        Replanning counting(60);
        PlannedPairs pairs([&] { return std::make_unique<PairsOfPlan>(counting.games(), ++counting.plans); });
        const MakePlayer player = [](referee::StopToken, int) -> PlayGame {
            return [](const Job& job) {
                referee::GameRecord record = fake_game(job.id, Winner::Draw);
                record.round = job.round;
                return record;
            };
        };
        Pool pool(
            threads, [&pairs] { return pairs.next_pair(); }, player);
        std::uint64_t told = 0;
        const PlayedGames played =
            play_games(pool, pairs, counting, {}, {.on_game = [&](const referee::GameRecord&) { ++told; }});
        EXPECT_EQ(counting.games(), 60U);
        EXPECT_EQ(told, 60U);
        EXPECT_EQ(counting.plans, 6U) << "the last game ends the run: nothing is planned after it";
        EXPECT_FALSE(played.are_openings_used_up);
    }
}

} // namespace
} // namespace sprt
