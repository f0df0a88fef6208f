#include "referee/base/nearest_word.hpp"

#include "referee/base/text.hpp"

#include <algorithm>
#include <vector>

namespace referee {
namespace {

constexpr std::size_t kMostLetters = 60; ///< a longer text is no misspelt word
constexpr std::size_t kMostSuggested = 3;
constexpr std::size_t kLeastPrefix = 3;

/// In the letters that are compared.
std::string folded(std::string_view text) {
    std::string letters = lower_case(text);
    std::ranges::replace(letters, '_', '-');
    return letters;
}

/// `-Max-Games` as `max_games`.
std::string as_key(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of('-'), text.size()));
    std::string key = lower_case(text);
    std::ranges::replace(key, '-', '_');
    return key;
}

std::string shown(std::string_view key, Spelling spelling) {
    std::string text(key);
    if (spelling == Spelling::Flag && !(key[0] >= 'A' && key[0] <= 'Z')) {
        std::ranges::replace(text, '_', '-');
        text.insert(0, "--");
    }
    return text;
}

/// What `said` is here, by the first synonym whose word of ours is in `known`; with `notes` also by one that
/// has no word of ours.
std::string meaning_of(std::string_view said, std::span<const std::string> known,
                       std::span<const Synonym> synonyms, Spelling spelling, bool notes) {
    for (const Synonym& synonym : synonyms) {
        const std::vector<std::string_view> words = split(synonym.said, ' ');
        if (std::ranges::find(words, said) == words.end()) {
            continue;
        }
        const std::string note(synonym.note);
        if (notes && synonym.ours.empty()) {
            return "; " + note;
        }
        if (std::ranges::find(known, synonym.ours) != known.end()) {
            return "; here it is " + shown(synonym.ours, spelling) + (note.empty() ? "" : " (" + note + ")");
        }
    }
    return {};
}

} // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    // Rows of the table of distances between the beginnings of `a` and `b`: two rows up, the one above, this.
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> above(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) {
        row[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before.swap(above);
        above.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
    }
    return row[b.size()];
}

std::vector<std::string> nearest_words(std::string_view text, std::span<const std::string> known) {
    std::vector<std::string> nearest;
    if (text.empty() || text.size() > kMostLetters) {
        return nearest;
    }
    const std::string letters = folded(text);
    std::size_t smallest = letters.size() / 3;
    for (const std::string& word : known) {
        const std::string candidate = folded(word);
        const bool is_begun = letters.size() >= kLeastPrefix && candidate.starts_with(letters);
        const std::size_t distance =
            is_begun ? std::min<std::size_t>(1, candidate.size() - letters.size()) // as near as one letter
                     : edit_distance(letters, candidate);
        if (distance < smallest) {
            nearest.clear();
            smallest = distance;
        }
        if (distance == smallest && (distance > 0 || candidate == letters)) {
            nearest.push_back(word);
        }
    }
    if (nearest.size() > kMostSuggested) {
        nearest.resize(kMostSuggested);
    }
    return nearest;
}

std::string choice_of(std::span<const std::string> words, std::string_view last) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        text += i == 0 ? "" : i + 1 == words.size() ? last : ", ";
        text += words[i];
    }
    return text;
}

std::string did_you_mean(std::string_view text, std::span<const std::string> known, Spelling spelling) {
    std::vector<std::string> nearest = nearest_words(text, known);
    for (std::string& word : nearest) {
        word = shown(word, spelling);
    }
    return nearest.empty() ? "" : "; did you mean " + choice_of(nearest) + "?";
}

std::string one_dash_hint(std::string_view text, std::span<const std::string> known,
                          std::span<const Synonym> synonyms) {
    const bool has_one = text.starts_with('-') && !text.starts_with("--");
    return has_one ? meaning_of("-" + as_key(text), known, synonyms, Spelling::Flag, true) : "";
}

std::string synonym_hint(std::string_view text, std::span<const std::string> known,
                         std::span<const Synonym> synonyms, Spelling spelling) {
    return meaning_of(as_key(text), known, synonyms, spelling, false);
}

std::string hint_for(std::string_view text, std::span<const std::string> known,
                     std::span<const Synonym> synonyms, Spelling spelling) {
    const std::string key = as_key(text);
    for (const bool notes : {false, true}) {
        if (std::string hint = meaning_of(key, known, synonyms, spelling, notes); !hint.empty()) {
            return hint;
        }
    }
    return did_you_mean(key, known, spelling);
}

} // namespace referee
