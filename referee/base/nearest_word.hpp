#pragma once
// Which known word somebody meant who wrote an unknown one.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// How many letters have to be inserted, removed, replaced or swapped with their neighbour to make `b` from
/// `a`. Source: the optimal string alignment distance, Damerau, "A technique for computer detection and
/// correction of spelling errors", 1964, without edits inside of a swap.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The words of `known` that are nearest to `text`, in their order, three at most: those with the smallest
/// edit distance. Case does not matter, `_` is `-`, and `text` may also be the beginning of words. Empty when
/// nothing is near: a third of the letters of `text` may be wrong.
[[nodiscard]] std::vector<std::string> nearest_words(std::string_view text,
                                                     std::span<const std::string> known);

/// `a`, `a or b`, `a, b or c`.
[[nodiscard]] std::string choice_of(std::span<const std::string> words);

/// `; did you mean a or b?` with the nearest words, to be appended to a message; empty when there are none.
[[nodiscard]] std::string did_you_mean(std::string_view text, std::span<const std::string> known);

} // namespace referee
