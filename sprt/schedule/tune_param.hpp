#pragma once
// A parameter of a tuning: its range, and the values on it. Between LOW and HIGH a value is a number u from 0
// to 1, by its logarithm when it is that of a ratio. Source: docs/tuning.md, "Parameters".

#include "referee/game/player.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

inline constexpr std::size_t kMostParams = 256;

struct TuneParam {
    std::string name;
    double start = 0;
    double low = 0;
    double high = 0;
    bool is_whole = false;
    std::optional<double> step{}; ///< from LOW on; empty: 1 when it is whole, otherwise any value
    bool is_log = false;
    std::optional<double> reach{}; ///< how far both sides play from the middle, in u; empty: kUsualReach

    bool operator==(const TuneParam&) const = default;
};

inline constexpr double kUsualReach = 0.15;

/// How it is written.
inline constexpr std::string_view kTuneParamForm = "NAME=START:LOW:HIGH[:WORD...]";

/// Reads that form; words are int, float, step=S, log and reach=C. Three whole numbers are an int. Throws
/// UserError, naming the parameter, for another form; what the numbers are is checked by problem_of().
[[nodiscard]] TuneParam parse_tune_param(std::string_view text);

/// What is wrong with the parameter, without its name; empty: nothing.
[[nodiscard]] std::optional<std::string> problem_of(const TuneParam& param);

/// The distance of its values; empty: any value.
[[nodiscard]] std::optional<double> step_of(const TuneParam& param) noexcept;

/// How far both sides play from the middle, in u: at least half a step, so that they differ.
[[nodiscard]] double reach_of(const TuneParam& param) noexcept;

/// The u of its START.
[[nodiscard]] double start_u(const TuneParam& param) noexcept;

/// The value at `u`. With a step, the next lower one when the part of a step above it and `rounding` (0 to
/// below 1) are below 1 together.
[[nodiscard]] referee::TunedNumber value_at(const TuneParam& param, double u, double rounding) noexcept;

[[nodiscard]] referee::TunedNumber start_value(const TuneParam& param) noexcept;
[[nodiscard]] referee::TunedNumber low_value(const TuneParam& param) noexcept;
/// HIGH, or the highest step.
[[nodiscard]] referee::TunedNumber high_value(const TuneParam& param) noexcept;

[[nodiscard]] std::vector<std::string> names_of(const std::vector<TuneParam>& params);

} // namespace sprt
