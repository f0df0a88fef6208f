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
    const auto openings = make_openings(parse_openings(config.openings), *config.seed);
    const auto on_game = [&](const referee::GameRecord& record, const RunState&) {
        if (games != nullptr) {
            games->push_back(record.game);
        }
    };
    return play_run_of(config, *openings, player, tally_for(config), {.on_game = on_game, .on_wait = {}},
                       interrupt);
}

Winner alternating(std::uint64_t game) {
    return game % 2 == 0 ? Winner::Agent1 : Winner::Agent2;
}

TEST(Match, the_articles_experiment_ends_after286_games) {
    for (const std::int64_t concurrency : {1, 2, 8}) {
        std::vector<std::uint64_t> games;
        const RunState result = run(article_config(concurrency), instant_player(alternating), &games);
        EXPECT_EQ(result.standing.evaluation.verdict, Verdict::H0);
        EXPECT_EQ(result.reason, EndReason::Verdict);
        EXPECT_EQ(result.standing.games, (Wld{143, 143, 0}));
        EXPECT_NEAR(result.standing.evaluation.llr, -2.951440506384565, 1e-9);
        EXPECT_EQ(games.size(), 286u);
        EXPECT_EQ(result.conduct.used[0], std::chrono::milliseconds(2 * 286));
    }
}

/// Agent 1 wins two games of three. Losses last until every win that may be begun is over: a count in the
/// order of finishing would see only wins at first, and accept H1 after 23.
TEST(Match, late_losses_count_in_their_place) {
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
            // Over when others got ahead, or when everybody waits like this.
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

TEST(Match, max_games_ends_without_a_verdict) {
    Config config = article_config(4);
    config.max_games = 10;
    std::vector<std::uint64_t> games;
    const RunState result = run(config, instant_player(alternating), &games);
    EXPECT_EQ(result.reason, EndReason::MaxGames);
    EXPECT_EQ(result.standing.evaluation.verdict, Verdict::Continue);
    EXPECT_EQ(games.size(), 10u);
    EXPECT_EQ(result.games_beyond, 0u);
}

TEST(Match, a_verdict_on_the_last_game_is_a_verdict) {
    Config config = article_config(2);
    config.max_games = 23;
    const RunState result = run(config, instant_player([](std::uint64_t) { return Winner::Agent1; }));
    EXPECT_EQ(result.reason, EndReason::Verdict);
    EXPECT_EQ(result.standing.evaluation.verdict, Verdict::H1);
    EXPECT_EQ(result.standing.games.wins, 23u);
}

TEST(Match, an_interrupt_ends_the_run) {
    const referee::Descriptor interrupt(::eventfd(1, EFD_CLOEXEC));
    const RunState result = run(article_config(2), instant_player(alternating), nullptr, {interrupt.fd()});
    EXPECT_EQ(result.reason, EndReason::Interrupted);
    EXPECT_EQ(result.standing.games.games(), 0u);
}

TEST(Match, what_the_listener_throws_comes_through) {
    const auto full = [](const referee::GameRecord&, const RunState&) {
        throw std::system_error(ENOSPC, std::generic_category(), "cannot write");
    };
    const auto openings = make_openings(StartOnly{}, 1);
    const Config config = article_config(2);
    EXPECT_THROW(static_cast<void>(play_run_of(config, *openings, instant_player(alternating),
                                               tally_for(config), {.on_game = full, .on_wait = {}})),
                 std::system_error);
}

TEST(Match, an_agent_with_too_many_faults_ends_the_run_without_a_verdict) {
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
    config.max_faults = 3;
    const RunState result = run(config, crashing);
    EXPECT_EQ(result.reason, EndReason::MaxFaults);
    EXPECT_EQ(result.broken, referee::Player::Agent1);
    EXPECT_EQ(result.standing.games.losses, 5u); // four crashes and a time loss, which is none
    EXPECT_EQ(result.faults.size(), 5u);
    EXPECT_EQ(result.verdict(), Verdict::Continue);

    config.max_faults.reset();
    const RunState unlimited = run(config, crashing);
    EXPECT_EQ(unlimited.reason, EndReason::Verdict);
    EXPECT_EQ(unlimited.verdict(), Verdict::H0);
}

// ---- Gone on with

/// Openings of which nobody knows how many there are until they end.
class EndingOpenings final : public Openings {
  public:
    explicit EndingOpenings(std::uint64_t size)
        : Openings({.size = std::nullopt, .most_plies = 1})
        , openings_(make_openings(RandomMoves{1}, 1))
        , size_(size) {}

    std::optional<Opening> opening(std::uint64_t pair) override {
        return pair < size_ ? openings_->opening(pair) : std::nullopt;
    }

  private:
    std::unique_ptr<Openings> openings_;
    std::uint64_t size_;
};

/// The lines of a run and what it came to.
struct Played {
    std::vector<std::string> lines;
    std::vector<std::string> steps; ///< the result after each
    std::string end;
    bool operator==(const Played&) const = default;
};

/// The result without what is no function of the games.
std::string text_of(const RunState& result) {
    referee::Json json = to_json(result);
    json.erase("games_beyond");
    return json.dump();
}

using Winners = std::function<Winner(std::uint64_t)>;

/// Plays on behind the games of `played` until the end, or until there are `most` games.
void play_on(Played& played, const Config& config, Openings& openings, const Winners& winner_of,
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
                                     {.on_game = on_game, .on_wait = {}}, {interrupt.fd()}));
}

struct CutRun {
    const char* name;
    const char* model;
    const char* repeats;
    const char* openings;
    std::optional<std::int64_t> max_games;
    Winners winner_of; ///< empty: the same pair again and again
    EndReason end;
};

Winner cycle(std::uint64_t game) {
    return static_cast<Winner>(game % 3);
}
Winner often(std::uint64_t game) {
    return game % 5 == 0 ? Winner::Agent2 : Winner::Agent1;
}
Winner seldom(std::uint64_t game) {
    return game % 5 == 1 ? Winner::Draw : Winner::Agent2;
}

const CutRun kCutRuns[] = {
    {"wald to H1", "wald", "count", "start", {}, often, EndReason::Verdict},
    {"wald to H0", "wald", "count", "random:2", {}, seldom, EndReason::Verdict},
    {"wald, collapsed", "wald", "collapse", "random:3", 21, often, EndReason::MaxGames},
    {"trinomial to H0", "trinomial", "count", "random:1", {}, seldom, EndReason::Verdict},
    {"trinomial, an odd limit", "trinomial", "count", "random:1", 17, cycle, EndReason::MaxGames},
    {"pentanomial to H1", "pentanomial", "collapse", "random:2", {}, often, EndReason::Verdict},
    {"pentanomial, counted, through the book again", "pentanomial", "count", "random:1", 26, cycle,
     EndReason::MaxGames},
    {"pentanomial, used up", "pentanomial", "collapse", "random:1", {}, cycle, EndReason::OpeningsUsedUp},
    {"pentanomial, repeats", "pentanomial", "collapse", "start", {}, nullptr, EndReason::Repeats},
};

/// Whenever a run is stopped: gone on with it plays the same games and comes to the same.
TEST(Match, a_run_that_was_cut_anywhere_is_the_run_that_was_not) {
    for (const CutRun& run : kCutRuns) {
        Config config = short_games_config();
        config.model = run.model;
        config.repeats = run.repeats;
        config.openings = run.openings;
        config.max_games = run.max_games;
        const auto openings = openings_of(config);
        Played whole;
        play_on(whole, config, *openings, run.winner_of);
        ASSERT_GE(whole.lines.size(), 8u) << run.name;
        EXPECT_NE(whole.end.find("\"reason\":\"" + std::string(name(run.end)) + "\""), std::string::npos)
            << run.name << whole.end;
        for (const int concurrency : {1, 8}) {
            config.concurrency = concurrency;
            for (std::size_t cut = 0; cut <= whole.lines.size(); ++cut) {
                Played parts;
                const auto before = openings_of(config); // another process has others
                play_on(parts, config, *before, run.winner_of, cut);
                if (cut < whole.lines.size()) {
                    EXPECT_NE(parts.end.find("\"interrupted\""), std::string::npos) << run.name << " " << cut;
                }
                ASSERT_EQ(parts.lines.size(), cut);
                const auto after = openings_of(config);
                play_on(parts, config, *after, run.winner_of);
                ASSERT_EQ(parts, whole) << run.name << ", cut after game " << cut << " of "
                                        << whole.lines.size() << ", concurrency " << concurrency;
            }
        }
    }
}

/// How many openings there are may show only when they end, which may have been before the run was stopped.
TEST(Match, openings_that_ended_before_the_cut_begin_again_where_they_would) {
    Config config = short_games_config();
    config.test.elo1 = 1;
    config.model = "wald";
    config.repeats = "count";
    config.openings = "random:1";
    config.max_games = 30;
    EndingOpenings openings(3);
    Played whole;
    play_on(whole, config, openings, cycle);
    ASSERT_EQ(whole.lines.size(), 30u);
    for (std::size_t cut = 0; cut < 30; ++cut) {
        Played parts;
        play_on(parts, config, openings, cycle, cut);
        play_on(parts, config, openings, cycle);
        EXPECT_EQ(parts, whole) << "cut after " << cut;
    }
}

} // namespace
} // namespace sprt
