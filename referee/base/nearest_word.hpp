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

/// `a`, `a or b`, `a, b or c`. `last`: what stands before the last word.
[[nodiscard]] std::string choice_of(std::span<const std::string> words, std::string_view last = " or ");

/// How keys are shown to the user: `max_games` in a file, `--max-games` on a command line, or as they are.
enum class Spelling { Key, Flag, Word };

/// `; did you mean a or b?` with the nearest words, to be appended to a message; empty when there are none.
[[nodiscard]] std::string did_you_mean(std::string_view text, std::span<const std::string> known,
                                       Spelling spelling = Spelling::Word);

// Words that are not known here, but whose meaning is: what other tools call our settings and values.

/// Words of other tools, with a space between them. They are spelled as keys of a file: `max_games`; with a
/// dash in front, `-wait`, of a flag with one dash only, which another flag of ours has the letters of.
struct Synonym {
    std::string_view said;
    std::string_view ours; ///< empty: nothing here corresponds, and `note` says what to do instead
    std::string_view note; ///< added to the name of ours; may be empty
};

/// `; here it is --max-games (its note)`, to be appended to a message that says that `text` is unknown: of
/// the first synonym whose word of ours is in `known`. Dashes in front of `text` and case do not matter.
/// Empty when there is none. A word of ours in capitals is an argument and is shown as it is.
[[nodiscard]] std::string synonym_hint(std::string_view text, std::span<const std::string> known,
                                       std::span<const Synonym> synonyms, Spelling spelling);

/// The same for the words with a dash in front, where `text` has one dash; also the note of one that has no
/// word of ours.
[[nodiscard]] std::string one_dash_hint(std::string_view text, std::span<const std::string> known,
                                        std::span<const Synonym> synonyms);

/// As synonym_hint; without such a synonym the note of one that has no word of ours; without either
/// `; did you mean --games?` with the nearest of `known`.
[[nodiscard]] std::string hint_for(std::string_view text, std::span<const std::string> known,
                                   std::span<const Synonym> synonyms, Spelling spelling);

} // namespace referee
