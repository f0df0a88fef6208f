#include "referee/base/synonym.hpp"

#include "referee/base/nearest_word.hpp"
#include "referee/base/text.hpp"

#include <algorithm>
#include <vector>

namespace referee {
namespace {

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

} // namespace

std::string synonym_hint(std::string_view text, std::span<const std::string> known,
                         std::span<const Synonym> synonyms, Spelling spelling) {
    const std::string key = as_key(text);
    for (const Synonym& synonym : synonyms) {
        if (synonym.said == key && std::ranges::find(known, synonym.ours) != known.end()) {
            return "; here it is " + shown(synonym.ours, spelling) +
                   (synonym.note.empty() ? "" : " (" + std::string(synonym.note) + ")");
        }
    }
    return {};
}

std::string hint_for(std::string_view text, std::span<const std::string> known,
                     std::span<const Synonym> synonyms, Spelling spelling) {
    if (std::string hint = synonym_hint(text, known, synonyms, spelling); !hint.empty()) {
        return hint;
    }
    const std::string key = as_key(text);
    for (const Synonym& synonym : synonyms) {
        if (synonym.said == key && synonym.ours.empty()) {
            return "; " + std::string(synonym.note);
        }
    }
    std::vector<std::string> nearest = nearest_words(key, known);
    std::ranges::transform(nearest, nearest.begin(),
                           [&](const std::string& word) { return shown(word, spelling); });
    return nearest.empty() ? "" : "; did you mean " + choice_of(nearest) + "?";
}

} // namespace referee
