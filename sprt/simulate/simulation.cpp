#include "sprt/simulate/simulation.hpp"

#include "referee/game/job.hpp"
#include "sprt/ledger/ledger.hpp"
#include "sprt/schedule/tuning.hpp"
#include "sprt/stats/counts.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sprt {

namespace {

using referee::Winner;

constexpr double kVariationOfDurations = 0.35;

/// Puts games into the order in which they are counted.
class CountOrder {
  public:
    /// `lead`: that of the workers.
    CountOrder(CountingOrder order, bool by_pairs, std::uint64_t lead) noexcept
        : order_(order)
        , by_pairs_(by_pairs)
        , delivery_(0, lead + 1) {} // pairs begin whole

    void put(const GameResult& result) {
        if (order_ == CountingOrder::Schedule || !by_pairs_) {
            put_next(result);
        } else if (referee::begins_pair(result.game)) {
            halves_.push_back(result); // it counts when the second game of its pair has finished
        } else {
            const auto half = std::find_if(halves_.begin(), halves_.end(),
                                           [&](const GameResult& a) { return a.pair == result.pair; });
            put_next(*half);
            put_next(result);
            *half = halves_.back();
            halves_.pop_back();
        }
    }

    [[nodiscard]] std::optional<GameResult> next() { return delivery_.next(); }
    [[nodiscard]] std::uint64_t handed_on() const noexcept { return delivery_.next_id(); }

  private:
    void put_next(GameResult result) {
        if (order_ == CountingOrder::Completion) { // as if the schedule had this order
            result.game = finished_++;
            result.pair = referee::pair_of(result.game);
        }
        delivery_.put(result.game, result);
    }

    CountingOrder order_;
    bool by_pairs_;
    std::uint64_t finished_ = 0;
    std::vector<GameResult> halves_;
    Delivery<GameResult> delivery_;
};

using referee::TunedNumber;

constexpr double kStart = 0.5;
constexpr std::uint64_t kBestValues = 4; ///< their seed is mixed with it: with 0 to 3 are those of the games

/// The strength of each set of values.
class Surface {
  public:
    Surface(const TuningModel& model, std::uint64_t seed) {
        Random random(referee::mixed(seed, kBestValues));
        double squares = 0;
        while (best_.size() < model.params) {
            const double distance = 0.1 + 0.3 * random.uniform();
            best_.push_back(kStart + (random.uniform() < 0.5 ? -distance : distance));
            squares += distance * distance;
        }
        scale_ = model.win_elo / squares;
    }

    /// Elo above the best values: 0 or less.
    [[nodiscard]] double elo(const std::vector<TunedNumber>& values) const noexcept {
        double squares = 0;
        for (std::size_t i = 0; i < best_.size(); ++i) {
            const double distance = values[i].value - best_[i];
            squares += distance * distance;
        }
        return -scale_ * squares;
    }

  private:
    std::vector<double> best_;
    double scale_ = 0;
};

TuneRules rules_of(const TuningModel& model, std::uint64_t seed) {
    TuneRules rules{.params = {},
                    .seed = seed,
                    .first_pairs = model.pairs,
                    .pairs = model.pairs,
                    .lag = model.lag,
                    .has_probes = false};
    for (std::size_t i = 0; i < model.params; ++i) {
        rules.params.push_back({.name = fmt::format("p{}", i), .start = kStart, .low = 0, .high = 1});
    }
    return rules;
}

} // namespace

std::optional<RepeatedPlay> repeated_play(const GameModel& model) noexcept {
    constexpr Winner kWin = Winner::Agent1;
    constexpr Winner kLoss = Winner::Agent2;
    constexpr std::array<referee::PerSide<Winner>, 5> kByPoints{
        {{kLoss, kLoss}, {Winner::Draw, kLoss}, {kWin, kLoss}, {kWin, Winner::Draw}, {kWin, kWin}}};
    constexpr double kRounding = 1e-12;
    double repeated_score = 0;
    for (const auto& repeated : kByPoints) {
        const double score =
            (expected_score(model.true_elo) - model.repeat_share * repeated_score) / (1 - model.repeat_share);
        if (score >= -kRounding && score <= 1 + kRounding) {
            return RepeatedPlay{.repeated = repeated, .other_elo = elo_of_score(score)};
        }
        repeated_score += 0.25;
    }
    return std::nullopt;
}

namespace {

/// Of games of which the model's share are repeated, with this winner, and the rest are played by chance.
GameChances with_repeated(const GameModel& model, Winner repeated, const GameChances& other) noexcept {
    const double share = model.repeat_share;
    return {.win = (1 - share) * other.win + (repeated == Winner::Agent1 ? share : 0),
            .draw = (1 - share) * other.draw + (repeated == Winner::Draw ? share : 0),
            .loss = (1 - share) * other.loss + (repeated == Winner::Agent2 ? share : 0)};
}

/// Of all games, from either side.
GameChances game_chances(const GameModel& model) noexcept {
    if (model.repeat_share <= 0) {
        return play_model(model.true_elo, model.draws, model.bias_elo).game;
    }
    const auto play = repeated_play(model);
    const GameChances other = play_model(play->other_elo, model.draws, model.bias_elo).game;
    const GameChances first = with_repeated(model, play->repeated.first, other);
    const GameChances second = with_repeated(model, play->repeated.second, other);
    return {.win = (first.win + second.win) / 2,
            .draw = (first.draw + second.draw) / 2,
            .loss = (first.loss + second.loss) / 2};
}

/// The truth on the scale of a test's hypotheses. Not a number where all games are drawn, for most scales.
double elo_on_scale(Model scale, const GameModel& model) noexcept {
    const GameChances game = game_chances(model);
    const double bayeselo =
        200 * std::log10(game.win / game.loss * ((game.win + game.draw) / (game.loss + game.draw)));
    switch (scale) {
    case Model::Normalized: {
        const Moments pair = moments(pair_chances(model));
        return kNormalizedEloUnit * (pair.mean - 0.5) / std::sqrt(2 * pair.variance);
    }
    case Model::Wald:
        return 400 * std::log10(game.win / game.loss);
    case Model::Bayeselo: { // see bayeselo_llr()
        const double x = std::pow(10, -draw_elo_of(game) / 400);
        return bayeselo * 4 * x / ((1 + x) * (1 + x));
    }
    case Model::BayeseloTrue:
        return bayeselo;
    case Model::Pentanomial:
    case Model::Trinomial:
        break;
    }
    return model.true_elo;
}

} // namespace

std::array<double, 5> pair_chances(const GameModel& model) noexcept {
    if (model.repeat_share <= 0) {
        return play_model(model.true_elo, model.draws, model.bias_elo).pair;
    }
    const auto play = repeated_play(model);
    const auto [favoured, hindered, game, pair] = play_model(play->other_elo, model.draws, model.bias_elo);
    const auto chances_of = [&](const GameChances& in_first, const GameChances& in_second) {
        return pair_chances(with_repeated(model, play->repeated.first, in_first),
                            with_repeated(model, play->repeated.second, in_second));
    };
    const auto one = chances_of(favoured, hindered);
    const auto two = chances_of(hindered, favoured);
    std::array<double, 5> chances{};
    for (std::size_t points = 0; points < chances.size(); ++points) {
        chances[points] = (one[points] + two[points]) / 2;
    }
    return chances;
}

SimulatedGames::SimulatedGames(const GameModel& model, std::uint64_t seed) noexcept
    : model_(model)
    , openings_(referee::mixed(seed, 0))
    , results_(referee::mixed(seed, 1))
    , repeats_(referee::mixed(seed, 3))
    , random_(referee::mixed(seed, 2))
    , durations_(kVariationOfDurations) {
    double elo = model.true_elo;
    if (const auto play = model.repeat_share > 0 ? repeated_play(model) : std::nullopt) {
        repeated_ = play->repeated;
        elo = play->other_elo;
    }
    chances_ = play_model(elo, model.draws, model.bias_elo);
}

GameResult SimulatedGames::play(const ScheduledGame& game) const noexcept {
    const bool plays_first = game.first == referee::Player::Agent1;
    const bool favours_first = referee::mixed(openings_, game.opening) >> 63 != 0;
    const GameChances& chances = favours_first == plays_first ? chances_.favoured : chances_.hindered;
    const std::uint64_t opening_and_seat = 2 * game.opening + (plays_first ? 0 : 1);
    if (model_.repeat_share > 0 && unit_interval(referee::mixed(repeats_, game.game)) < model_.repeat_share) {
        return {.game = game.game,
                .pair = game.pair,
                .opening = game.opening,
                .moves = referee::mixed(repeats_, ~opening_and_seat),
                .winner = plays_first ? repeated_.first : repeated_.second};
    }
    const std::uint64_t moves = referee::mixed(results_, model_.deterministic ? opening_and_seat : game.game);
    const double luck = unit_interval(moves);
    return {.game = game.game,
            .pair = game.pair,
            .opening = game.opening,
            .moves = moves,
            .winner = luck < chances.win                  ? Winner::Agent1
                      : luck < chances.win + chances.draw ? Winner::Draw
                                                          : Winner::Agent2};
}

double SimulatedGames::duration(const GameResult& result) noexcept {
    const double length = durations_.draw(random_);
    switch (*result.winner) {
    case Winner::Draw:
        break;
    case Winner::Agent1:
        return model_.wins_last * length;
    case Winner::Agent2:
        return model_.losses_last * length;
    }
    return length;
}

VirtualWorkers::VirtualWorkers(std::uint64_t count, Schedule& schedule, SimulatedGames& games)
    : lead_(count * kLeadPerWorker)
    , schedule_(schedule)
    , games_(games)
    , workers_(count) {
    for (std::size_t worker = 0; worker < count; ++worker) {
        idle_.push_back(worker);
    }
}

std::optional<GameResult> VirtualWorkers::next(std::uint64_t handed_on) {
    while (!idle_.empty() && !schedule_ended_ && begun_ < handed_on + lead_) {
        take_pair(idle_.back());
    }
    if (finishing_.empty()) {
        return std::nullopt;
    }
    const std::size_t worker = finishing_.top().worker;
    now_ = finishing_.top().time;
    finishing_.pop();
    Worker& at = workers_[worker];
    const GameResult result = at.playing;
    if (at.then) {
        const ScheduledGame game = *at.then;
        at.then.reset();
        play(worker, game);
    } else {
        idle_.push_back(worker);
    }
    return result;
}

void VirtualWorkers::take_pair(std::size_t worker) {
    const auto first = schedule_.next();
    if (!first) {
        schedule_ended_ = true;
        return;
    }
    const auto second = schedule_.next();
    schedule_ended_ = !second;
    begun_ += second ? 2U : 1U;
    idle_.pop_back();
    workers_[worker].then = second;
    play(worker, *first);
}

void VirtualWorkers::play(std::size_t worker, const ScheduledGame& game) {
    workers_[worker].playing = games_.play(game);
    finishing_.push({now_ + games_.duration(workers_[worker].playing), worker});
}

SimulatedRun simulate_run(const SimulatedMatch& match, const GameModel& model, std::uint64_t seed) {
    Ledger ledger(match.test, match.repeats);
    SimulatedGames games(model, seed);
    // Agents that repeat a share of their games play from one opening, as with the openings `start`.
    const bool is_start = model.repeat_share > 0;
    Schedule schedule(match.max_games.value_or(kMostSimulatedGames), is_start ? 1 : model.book,
                      is_start || match.repeats == RepeatRule::Count);
    VirtualWorkers workers(match.concurrency, schedule, games);
    CountOrder counting(match.order, is_pairwise(match.test.model()), workers.lead());
    const auto ends = [&](EndReason reason) {
        return SimulatedRun{.verdict = reason == EndReason::Verdict ? ledger.verdict() : Verdict::Continue,
                            .reason = reason,
                            .games = counting.handed_on(),
                            .games_beyond = workers.begun() - counting.handed_on()};
    };
    while (const auto finished = workers.next(counting.handed_on())) {
        counting.put(*finished);
        while (const auto result = counting.next()) {
            ledger.add(*result);
            if (ledger.verdict() != Verdict::Continue) {
                return ends(EndReason::Verdict);
            }
            if (ledger.only_repeats()) {
                return ends(EndReason::Repeats);
            }
        }
    }
    return ends(schedule.book_is_used_up() ? EndReason::OpeningsUsedUp : EndReason::MaxGames);
}

SimulatedRuns simulate(const SimulatedMatch& match, const GameModel& model, std::uint64_t runs,
                       std::uint64_t seed) {
    SimulatedRuns result;
    result.games.reserve(runs);
    std::uint64_t games_beyond = 0;
    for (std::uint64_t i = 0; i < runs; ++i) {
        const SimulatedRun run = simulate_run(match, model, referee::mixed(seed, i));
        ++(run.verdict == Verdict::H1                ? result.h1
           : run.verdict == Verdict::H0              ? result.h0
           : run.reason == EndReason::Repeats        ? result.repeats
           : run.reason == EndReason::OpeningsUsedUp ? result.openings_used_up
                                                     : result.max_games);
        result.games.push_back(run.games);
        games_beyond += run.games_beyond;
    }
    result.games_beyond = static_cast<double>(games_beyond) / static_cast<double>(runs);
    std::sort(result.games.begin(), result.games.end());
    return result;
}

std::optional<double> SimulatedRuns::standard_error() const noexcept {
    if (runs() < 2) {
        return std::nullopt;
    }
    const double mean = mean_games();
    double squares = 0;
    for (const std::uint64_t count : games) {
        squares += (static_cast<double>(count) - mean) * (static_cast<double>(count) - mean);
    }
    const auto n = static_cast<double>(runs());
    return std::sqrt(squares / (n - 1) / n);
}

Verdict wrong_verdict(const SequentialTest& test, const GameModel& model) noexcept {
    const double scaled = elo_on_scale(test.model(), model);
    const double truth = std::isnan(scaled) ? model.true_elo : scaled;
    constexpr double kRounding = 1e-9; // Elo
    if (truth <= test.hypotheses().elo0 + kRounding) {
        return Verdict::H1;
    }
    return truth >= test.hypotheses().elo1 - kRounding ? Verdict::H0 : Verdict::Continue;
}

double simulate_tuning(const TuningModel& model, std::uint64_t seed) {
    const Surface surface(model, seed);
    Tuning tuning(rules_of(model, seed));
    referee::GameRecord record;
    record.termination = referee::Termination::TurnLimit;
    for (; record.pair < model.pairs; ++record.pair) {
        const auto [plus, minus] = tuning.game_of(record.pair).values;
        const SimulatedGames games({.true_elo = surface.elo(plus) - surface.elo(minus), .draws = model.draws},
                                   seed);
        for (const bool is_second : {false, true}) {
            record.game = 2 * record.pair + (is_second ? 1 : 0);
            record.first = referee::first_player(record.game);
            record.winner = games.play({record.game, record.pair, record.first, record.pair}).winner;
            tuning.add(record);
        }
    }
    return surface.elo(tuning.tuned_values()) - surface.elo(tuning.start_values());
}

std::uint64_t SimulatedTunings::weaker() const noexcept {
    return static_cast<std::uint64_t>(std::ranges::lower_bound(gains, 0.0) - gains.begin());
}

SimulatedTunings simulate(const TuningModel& model, std::uint64_t runs, std::uint64_t seed) {
    SimulatedTunings result;
    for (std::uint64_t i = 0; i < runs; ++i) {
        result.gains.push_back(simulate_tuning(model, referee::mixed(seed, i)));
    }
    std::ranges::sort(result.gains);
    return result;
}

} // namespace sprt
