#include "referee/talk/engine/info.hpp"

#include "referee/base/text.hpp"
#include "referee/talk/engine/reader.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace referee::engine {
namespace {

constexpr int kMostScore = std::numeric_limits<int>::max(); ///< of either sign; what is beyond it is dropped

/// One line.
struct Fields {
    SearchNote note; ///< without its pv
    std::string_view pv;
    bool is_second_line = false; ///< of several that the engine shows
    bool is_bound = false;       ///< the score
    bool is_progress = false;    ///< it says which move is being searched
};

std::optional<Score> take_score(std::string_view& text) noexcept {
    std::string_view rest = text;
    const std::string_view unit = take_word(rest);
    const bool is_mate = unit == "mate";
    if (is_mate || unit == "cp") {
        text = rest;
    }
    const auto value = take_number<int>(text);
    return value && *value >= -kMostScore ? std::optional(Score{.value = *value, .is_mate = is_mate})
                                          : std::nullopt;
}

Fields fields_of(std::string_view text) noexcept {
    Fields fields;
    SearchNote& note = fields.note;
    while (!text.empty()) {
        const std::string_view word = take_word(text);
        const auto* const number = std::ranges::find(kSearchNumbers, word, &SearchNumber::word);
        if (number != kSearchNumbers.end()) {
            auto& value = note.*number->place;
            value = take_number<std::uint64_t>(text);
            if (value > number->most) {
                value.reset();
            }
        } else if (word == "depth") {
            note.depth = take_number<int>(text);
        } else if (word == "score") {
            note.score = take_score(text);
        } else if (word == "lowerbound" || word == "upperbound") {
            fields.is_bound = true;
        } else if (word == "currmove") {
            fields.is_progress = true;
        } else if (word == "multipv") {
            fields.is_second_line = take_number<int>(text).value_or(1) > 1;
        } else if (word == "pv") {
            fields.pv = text;
            break;
        } else if (word == "string") {
            break;
        }
    }
    if (note.depth && *note.depth < 0) {
        note.depth.reset();
    }
    if (note.score == Score{} && note.nodes == 0U) {
        note.score.reset(); // of a table or a first move that was never searched
    }
    return fields;
}

void take_numbers(const SearchNote& from, SearchNote& to) noexcept {
    for (const SearchNumber& number : kSearchNumbers) {
        if (from.*number.place) {
            to.*number.place = from.*number.place;
        }
    }
}

void assign_words(std::string& to, std::string_view text) {
    to.clear();
    while (!text.empty()) {
        if (!to.empty()) {
            to += ' ';
        }
        to += take_word(text);
    }
    if (std::ranges::any_of(to, [](char c) { return (c & 0x80) != 0; })) {
        to = to_valid_utf8(to);
    }
}

} // namespace

std::string to_json(Score score) {
    const std::string number = std::to_string(score.value);
    return score.is_mate ? "\"#" + number + "\"" : number;
}

std::optional<Score> mate_score(std::string_view text) noexcept {
    if (!text.starts_with('#')) {
        return std::nullopt;
    }
    text.remove_prefix(1);
    const auto value = whole_number<int>(text);
    return value ? std::optional(Score{.value = *value, .is_mate = true}) : std::nullopt;
}

void SearchInfo::clear() noexcept {
    for (SearchNote* const note : {static_cast<SearchNote*>(this), &ahead}) {
        std::string words = std::move(note->pv);
        words.clear();
        *note = {};
        note->pv = std::move(words);
    }
    is_exact = false;
}

void take_info(std::string_view line, SearchInfo& info) {
    std::string_view text = trimmed(line);
    if (take_word(text) != "info") {
        return;
    }
    const Fields fields = fields_of(text);
    const SearchNote& note = fields.note;
    if (fields.is_second_line) {
        return;
    }
    take_numbers(note, info.ahead);
    const bool has_numbers_alone = !note.depth && !note.score && fields.pv.empty();
    if (has_numbers_alone || (info.is_exact && (fields.is_progress || (note.score && fields.is_bound)))) {
        take_numbers(note, info);
        return;
    }
    info.is_exact = info.is_exact || (note.score && !fields.is_bound);
    if (note.score) {
        info.ahead.score = note.score;
    }
    if (!fields.pv.empty()) {
        assign_words(info.ahead.pv, fields.pv);
    }
    if (!note.depth) {
        return;
    }
    info.depth = note.depth;
    take_numbers(info.ahead, info);
    if (info.ahead.score) {
        info.score = info.ahead.score;
    }
    if (!info.ahead.pv.empty()) {
        info.pv = info.ahead.pv;
    }
}

} // namespace referee::engine
