#pragma once
// The flags that hold counts: --wld and --ptnml.

#include "sprt/stats/model.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace sprt {

/// `W,L,D`, three whole numbers up to 10^9, what the statistics are tested for. Throws UserError naming the
/// flag `--wld`.
[[nodiscard]] Wld parse_wld(std::string_view text);

/// `LL,LD,DD,DW,WW`, five of them. Throws UserError naming the flag `--ptnml`.
[[nodiscard]] Ptnml parse_ptnml(std::string_view text);

/// The counts of whichever flag was given. Throws UserError when both or none were, or when the model cannot
/// take them: pentanomial takes pairs, normalized either, the others games.
[[nodiscard]] Counts read_counts(Model model, const std::optional<std::string>& wld,
                                 const std::optional<std::string>& ptnml);

} // namespace sprt
