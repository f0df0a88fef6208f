#include "sprt/schedule/tuning.hpp"

#include "referee/process/program.hpp"
#include "referee/process/sha256.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace sprt {
namespace {

using referee::TunedGame;
using referee::TunedNumber;
using referee::TuneKind;

constexpr std::uint64_t kProbesOfEach = 2;
constexpr std::uint64_t kPairsToEnd = 8; ///< so many twins at once end a tuning that changes nothing

} // namespace

std::string_view name(ProbeResult result) noexcept {
    switch (result) {
    case ProbeResult::Effect:
        return "effect";
    case ProbeResult::None:
        return "none";
    case ProbeResult::Unknown:
        break;
    }
    return "unknown";
}

/// By simulation: docs/tuning.md, "How many games".
double TuneRules::gain() const noexcept {
    return 0.6 / std::sqrt(static_cast<double>(params.size()) * static_cast<double>(first_pairs));
}

Tuning::Tuning(TuneRules rules)
    : rules_(std::move(rules))
    , probes_(1 + rules_.params.size())
    , weighed_(rules_.params.size())
    , pulled_(rules_.params.size()) {
    std::ranges::transform(rules_.params, std::back_inserter(history_), start_u);
    trace_.push_back({0, history_, history_});
}

bool Tuning::may_begin(std::uint64_t pair) const noexcept {
    const std::uint64_t probes = rules_.probe_pairs();
    if (pair < probes) {
        return true;
    }
    const std::uint64_t k = pair - probes;
    return k < rules_.tune_pairs() ? k <= done_ + rules_.lag : done_ == rules_.tune_pairs();
}

std::vector<double> Tuning::signs(std::uint64_t k) const {
    const std::string digest = referee::sha256_of_text(fmt::format("TUNE {} {}", rules_.seed, k));
    std::vector<double> signs;
    for (std::size_t i = 0; i < rules_.params.size(); ++i) {
        signs.push_back((referee::first_bits(digest, 8, i / 8 * 2) >> i % 8 & 1U) != 0 ? 1 : -1);
    }
    return signs;
}

double Tuning::rounding(std::uint64_t k, std::size_t param) const {
    if (!step_of(rules_.params[param])) {
        return 0;
    }
    const std::string digest = referee::sha256_of_text(fmt::format("ROUND {} {} {}", rules_.seed, k, param));
    return std::ldexp(static_cast<double>(referee::first_bits(digest, 64) >> 11U), -53);
}

TunedGame Tuning::game_of(std::uint64_t pair) const {
    assert(may_begin(pair));
    TunedGame game{.names = names_of(rules_.params)};
    const std::uint64_t probes = rules_.probe_pairs();
    if (pair < probes) {
        game.kind = TuneKind::Probe;
        game.k = pair;
        game.values = {start_values(), start_values()};
        if (pair >= kProbesOfEach) {
            const auto i = static_cast<std::size_t>(pair / kProbesOfEach - 1);
            game.values.agent1[i] = high_value(rules_.params[i]);
            game.values.agent2[i] = low_value(rules_.params[i]);
        }
        return game;
    }
    game.k = pair - probes;
    if (game.k >= rules_.tune_pairs()) {
        game.kind = TuneKind::Verify;
        game.k -= rules_.tune_pairs();
        game.values = {tuned_values(), start_values()};
        return game;
    }
    const std::vector<double> sides = signs(game.k);
    const std::uint64_t state = game.k - std::min(game.k, rules_.lag);
    for (std::size_t i = 0; i < rules_.params.size(); ++i) {
        const TuneParam& param = rules_.params[i];
        const double reach = reach_of(param);
        const double middle = std::min(std::max(u(state, i), reach), 1 - reach);
        const double round = rounding(game.k, i);
        game.values.agent1.push_back(value_at(param, middle + reach * sides[i], round));
        game.values.agent2.push_back(value_at(param, middle - reach * sides[i], round));
    }
    return game;
}

TunedGame Tuning::bounds() const {
    TunedGame game{.kind = TuneKind::Probe, .names = names_of(rules_.params)};
    std::ranges::transform(rules_.params, std::back_inserter(game.values.agent1), high_value);
    std::ranges::transform(rules_.params, std::back_inserter(game.values.agent2), low_value);
    return game;
}

Tuning::Played Tuning::played(const referee::GameRecord& record) {
    Played game{.moves = {}, .termination = record.termination, .first_won = {}, .points = {}};
    for (const referee::TimedMove& move : record.moves) {
        game.moves.push_back(move.numbers);
    }
    if (record.winner) {
        const bool is_draw = *record.winner == referee::Winner::Draw;
        game.points = is_draw ? 0.5 : *record.winner == referee::Winner::Agent1 ? 1 : 0;
        if (!is_draw) {
            game.first_won = *record.winner == referee::winner_is(record.first);
        }
    }
    return game;
}

void Tuning::add(const referee::GameRecord& record) {
    assert(record.game == games_);
    ++games_;
    ++(record.winner ? scored_ : unscored_);
    Played game = played(record);
    if (referee::begins_pair(record.game)) {
        half_ = std::move(game);
        return;
    }
    add_pair(record.pair, half_.value(), game);
    half_.reset();
}

void Tuning::add_pair(std::uint64_t pair, const Played& one, const Played& two) {
    const std::optional<double> y =
        one.points && two.points ? std::optional(*one.points + *two.points - 1) : std::nullopt;
    const bool is_twin =
        y && one.moves == two.moves && one.termination == two.termination && one.first_won == two.first_won;
    const std::uint64_t probes = rules_.probe_pairs();
    if (pair < probes) {
        auto& [twins, unscored] = probes_[static_cast<std::size_t>(pair / kProbesOfEach)];
        twins += is_twin ? 1U : 0U;
        unscored += y ? 0U : 1U;
    } else if (pair - probes < rules_.tune_pairs()) {
        step(y, is_twin);
    } else {
        ++verified_;
    }
}

void Tuning::step(const std::optional<double>& y, bool is_twin) {
    const std::size_t count = rules_.params.size();
    const std::vector<double> sides = signs(done_);
    const double gain = rules_.gain();
    first_twins_ += is_twin && done_ < kPairsToEnd ? 1U : 0U;
    twins_ += is_twin ? 1U : 0U;
    counted_ += y ? 1U : 0U;
    for (std::size_t i = 0; i < count; ++i) {
        const double before = history_[history_.size() - count];
        const double after = y ? std::min(std::max(before + gain * *y * sides[i], 0.0), 1.0) : before;
        history_.push_back(after);
        if (y) {
            weighed_[i] += static_cast<double>(counted_) * after;
            pulled_[i] += *y * sides[i];
        }
    }
    squares_ += y.value_or(0) * y.value_or(0);
    ++done_;
    constexpr std::uint64_t kPoints = 100;
    if (done_ % std::max<std::uint64_t>(1, rules_.pairs / kPoints) == 0) {
        trace_.push_back(
            {done_, {history_.end() - static_cast<std::ptrdiff_t>(count), history_.end()}, mean()});
    }
}

bool Tuning::is_between_tuning_pairs() const noexcept {
    return done_ > 0 && done_ < rules_.tune_pairs() && !half_;
}

bool Tuning::has_effect() const noexcept {
    for (std::size_t i = 0; i < rules_.params.size(); ++i) {
        if (probe_of(i) != ProbeResult::None) {
            return true;
        }
    }
    return first_twins_ < kPairsToEnd;
}

bool Tuning::has_chance() const noexcept {
    return rules_.has_probes && games_ >= 2 * kProbesOfEach && probes_[0][0] < kProbesOfEach &&
           probes_[0][1] == 0;
}

ProbeResult Tuning::probe_of(std::size_t param) const noexcept {
    const bool is_known = rules_.has_probes && games_ >= 2 * kProbesOfEach * (param + 2);
    if (!is_known || probes_[0][0] < kProbesOfEach || probes_[param + 1][1] > 0) {
        return ProbeResult::Unknown;
    }
    return probes_[param + 1][0] == kProbesOfEach ? ProbeResult::None : ProbeResult::Effect;
}

std::vector<double> Tuning::mean() const {
    const auto pairs = static_cast<double>(counted_);
    std::vector<double> mean;
    for (std::size_t i = 0; i < rules_.params.size(); ++i) {
        mean.push_back(counted_ == 0 ? u(0, i) : weighed_[i] / (pairs * (pairs + 1) / 2));
    }
    return mean;
}

std::vector<TunedNumber> Tuning::tuned_values() const {
    if (counted_ == 0) {
        return start_values();
    }
    std::vector<TunedNumber> values;
    const std::vector<double> means = mean();
    for (std::size_t i = 0; i < means.size(); ++i) {
        values.push_back(value_at(rules_.params[i], means[i], 0.5));
    }
    return values;
}

std::vector<TunedNumber> Tuning::start_values() const {
    std::vector<TunedNumber> values;
    std::ranges::transform(rules_.params, std::back_inserter(values), start_value);
    return values;
}

double Tuning::pull(std::size_t param) const noexcept {
    return squares_ > 0 ? pulled_[param] / std::sqrt(squares_) : 0;
}

std::vector<Tuning::Point> Tuning::trace() const {
    std::vector<Point> points = trace_;
    if (points.back().pairs != done_) {
        points.push_back(
            {done_,
             {history_.end() - static_cast<std::ptrdiff_t>(rules_.params.size()), history_.end()},
             mean()});
    }
    return points;
}

std::string Tuning::command(const std::vector<TunedNumber>& values) const {
    std::vector<std::string> words = rules_.command;
    for (std::string& word : words) {
        word = referee::filled_in(word, names_of(rules_.params), values);
    }
    return referee::join_words(words);
}

} // namespace sprt
