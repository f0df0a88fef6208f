#pragma once
// The course of a tuning: which values each pair is played with, and what its result changes. SPSA with a
// constant gain: both sides play at a distance from the state, and the state moves towards the side that won;
// the result is the mean of the states, later ones weighing more. All is a function of the rules and of the
// games. Source: docs/tuning.md, "How it works"; Spall, "Multivariate stochastic approximation using a
// simultaneous perturbation gradient approximation", 1992.

#include "referee/game/job.hpp"
#include "referee/game/player.hpp"
#include "referee/game/record.hpp"
#include "sprt/schedule/tune_param.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

/// Pairs after which a result changes the values, where no setting says otherwise.
[[nodiscard]] constexpr std::uint64_t usual_lag(std::uint64_t pairs) noexcept {
    return std::clamp<std::uint64_t>(pairs / 32, 4, 1024);
}

struct TuneRules {
    std::vector<TuneParam> params;
    std::vector<std::string> command{}; ///< words of the agent, settings before them, each to be filled in
    std::vector<std::string> gate{};    ///< flags with which a gate plays the same game by the same clock
    std::uint64_t seed = 0;
    std::uint64_t first_pairs = 0; ///< of the tuning when it began: the gain is theirs
    std::uint64_t pairs = 0;       ///< of the tuning
    std::uint64_t verify_pairs = 0;
    std::uint64_t lag = 0;
    bool has_probes = true;
    std::optional<std::uint64_t> tuned_until{}; ///< pairs after which its time ended the tuning

    [[nodiscard]] std::uint64_t probe_pairs() const noexcept {
        return has_probes ? 2 + 2 * static_cast<std::uint64_t>(params.size()) : 0;
    }
    /// Of the tuning, also when time ended it.
    [[nodiscard]] std::uint64_t tune_pairs() const noexcept { return tuned_until.value_or(pairs); }
    [[nodiscard]] std::uint64_t all_pairs() const noexcept {
        return probe_pairs() + tune_pairs() + verify_pairs;
    }
    [[nodiscard]] double gain() const noexcept;
};

/// Whether a parameter changes the games.
enum class ProbeResult : std::uint8_t { Unknown, Effect, None };

/// `unknown`, `effect` or `none`.
[[nodiscard]] std::string_view name(ProbeResult result) noexcept;

class Tuning {
  public:
    explicit Tuning(TuneRules rules);

    [[nodiscard]] const TuneRules& rules() const noexcept { return rules_; }

    /// Whether pair `pair` of the run can be played: what its values follow from was counted.
    [[nodiscard]] bool may_begin(std::uint64_t pair) const noexcept;
    /// The values of such a pair.
    [[nodiscard]] referee::TunedGame game_of(std::uint64_t pair) const;
    /// Agent 1 with all values as high as they may be, agent 2 as low.
    [[nodiscard]] referee::TunedGame bounds() const;

    /// Takes the next game of the run.
    void add(const referee::GameRecord& record);
    /// The tuning ends with the pairs that were counted.
    void end_tuning() { rules_.tuned_until = done_; }
    /// It was the last game of a pair of the tuning, and there are more.
    [[nodiscard]] bool is_between_tuning_pairs() const noexcept;

    // What stands.

    [[nodiscard]] std::uint64_t games() const noexcept { return scored_; } ///< scored
    [[nodiscard]] std::uint64_t unscored() const noexcept { return unscored_; }
    [[nodiscard]] std::uint64_t done() const noexcept { return done_; }         ///< pairs of the tuning
    [[nodiscard]] std::uint64_t counted() const noexcept { return counted_; }   ///< of them, scored
    [[nodiscard]] std::uint64_t verified() const noexcept { return verified_; } ///< pairs of verification
    [[nodiscard]] std::uint64_t twins() const noexcept { return twins_; }       ///< of the tuning
    [[nodiscard]] bool has_effect() const noexcept; ///< false: it is known that no parameter changes a game
    /// Whether the probes of the start differ. False while they are not played.
    [[nodiscard]] bool has_chance() const noexcept;
    [[nodiscard]] ProbeResult probe_of(std::size_t param) const noexcept;
    /// u of a parameter after so many pairs of the tuning, at most done().
    [[nodiscard]] double u(std::uint64_t pairs, std::size_t param) const noexcept {
        return history_[static_cast<std::size_t>(pairs) * rules_.params.size() + param];
    }
    /// The mean of u.
    [[nodiscard]] std::vector<double> mean() const;
    [[nodiscard]] std::vector<referee::TunedNumber> tuned_values() const;
    [[nodiscard]] std::vector<referee::TunedNumber> start_values() const;
    /// sum(y sign) / sqrt(sum y^2): how far the results pull; 0 without results.
    [[nodiscard]] double pull(std::size_t param) const noexcept;

    /// A point for a chart.
    struct Point {
        std::uint64_t pairs;
        std::vector<double> u;
        std::vector<double> mean;
    };
    /// At 0, at about a hundred places between, and now.
    [[nodiscard]] std::vector<Point> trace() const;

    /// The command with these values, ready to paste.
    [[nodiscard]] std::string command(const std::vector<referee::TunedNumber>& values) const;

  private:
    /// What tells whether the two games of a pair were the same.
    struct Played {
        std::vector<referee::MoveNumbers> moves;
        referee::Termination termination{};
        std::optional<bool> first_won; ///< empty: a draw, or not scored
        std::optional<double> points;  ///< of agent 1; empty: not scored
    };
    [[nodiscard]] static Played played(const referee::GameRecord& record);
    void add_pair(std::uint64_t pair, const Played& one, const Played& two);
    void step(const std::optional<double>& y, bool is_twin);
    [[nodiscard]] std::vector<double> signs(std::uint64_t k) const;
    [[nodiscard]] double rounding(std::uint64_t k, std::size_t param) const;

    TuneRules rules_;
    std::uint64_t games_ = 0; ///< all
    std::uint64_t scored_ = 0;
    std::uint64_t unscored_ = 0;
    std::uint64_t done_ = 0;
    std::uint64_t counted_ = 0;
    std::uint64_t verified_ = 0;
    std::uint64_t twins_ = 0;
    std::uint64_t first_twins_ = 0; ///< of the first pairs of the tuning, see has_effect()
    std::optional<Played> half_;    ///< the first game of a pair
    /// By probe, that of the start first: how many of its pairs were twins, and were not scored.
    std::vector<std::array<std::uint64_t, 2>> probes_;
    std::vector<double> history_; ///< u after 0, 1, 2, ... pairs
    std::vector<double> weighed_; ///< sum of j times u after counted pair j
    std::vector<double> pulled_;  ///< sum of y times the sign
    double squares_ = 0;          ///< sum of y^2
    std::vector<Point> trace_;
};

} // namespace sprt
