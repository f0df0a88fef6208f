#pragma once
// The flags that give counts: --wld and --ptnml.

#include "sprt/stats/model.hpp"

#include <optional>
#include <string>

namespace sprt {

/// The model of the counts that were given: pentanomial for --ptnml, trinomial for --wld. Throws UserError
/// when both flags or none were given.
[[nodiscard]] Model fitting_model(const std::optional<std::string>& wld,
                                  const std::optional<std::string>& ptnml);

/// The counts of the flag that was given: --wld `W,L,D` or --ptnml `LL,LD,DD,DW,WW`, whole numbers from 0 to
/// 10^9, which is as far as the statistics are tested. Throws UserError, naming the flag, when the counts are
/// not of this form, when both flags or none were given, and when `model` does not take them, see Counts.
[[nodiscard]] Counts read_counts(Model model, const std::optional<std::string>& wld,
                                 const std::optional<std::string>& ptnml);

} // namespace sprt
