#pragma once
// What cutechess-cli, fastchess, OpenBench and others call our settings, values and commands, for hints in
// errors. Source: their manuals.

#include "referee/base/nearest_word.hpp"

#include <span>

namespace referee {

/// Of flags and keys of a configuration, in both programs. A word may have several rows: the first one whose
/// flag the command has is meant.
[[nodiscard]] std::span<const Synonym> setting_synonyms() noexcept;

/// Of values that are words.
[[nodiscard]] std::span<const Synonym> value_synonyms() noexcept;

/// Of subcommands, in both programs.
[[nodiscard]] std::span<const Synonym> command_synonyms() noexcept;

} // namespace referee
