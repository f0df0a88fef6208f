#include "referee/game/log/search_json.hpp"

#include <fmt/compile.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

namespace referee {
namespace {

constexpr std::int64_t kMostInt = std::numeric_limits<int>::max();

void append(std::string& text, int number) {
    fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}"), number);
}

void append(std::string& text, std::uint64_t number) {
    fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}"), number);
}

void append(std::string& text, const engine::Score& score) {
    text += engine::to_json(score);
}

void append(std::string& text, const std::string& words) {
    text += Json(words).dump();
}

bool is_told(const std::string& words) {
    return !words.empty();
}

template<class Value>
bool is_told(const std::optional<Value>& value) {
    return value.has_value();
}

/// Appends `,"key":[...]` with the member `what` of each note, null where it is not told; nothing when it is
/// told of none.
template<class Value>
void append_array(std::string& text, const char* key, std::span<const SearchNote> notes,
                  Value SearchNote::*what) {
    if (std::ranges::none_of(notes, [&](const SearchNote& note) { return is_told(note.*what); })) {
        return;
    }
    text += std::string(",\"") + key + "\":";
    char before = '[';
    for (const SearchNote& note : notes) {
        text += std::exchange(before, ',');
        if (!is_told(note.*what)) {
            text += "null";
        } else if constexpr (std::is_same_v<Value, std::string>) {
            append(text, note.*what);
        } else {
            append(text, *(note.*what));
        }
    }
    text += ']';
}

engine::Score to_score(const JsonNode& node) {
    if (!node.json().is_string()) {
        return {.value = static_cast<int>(node.integer(-kMostInt, kMostInt))};
    }
    const auto mate = engine::mate_score(node.text());
    node.expect(mate.has_value(), "a whole number, or the moves to a win, as \"#5\" or \"#-3\"");
    return *mate;
}

} // namespace

std::string search_fields(std::span<const SearchNote> notes) {
    constexpr std::size_t kUsualBytes = 32; // of a note without the line that it expects
    std::string text;
    text.reserve(kUsualBytes * notes.size());
    append_array(text, "depth", notes, &SearchNote::depth);
    append_array(text, "scores", notes, &SearchNote::score);
    for (const engine::SearchNumber& number : engine::kSearchNumbers) {
        append_array(text, number.key, notes, number.place);
    }
    append_array(text, "pv", notes, &SearchNote::pv);
    append_array(text, "line", notes, &SearchNote::line);
    return text;
}

std::vector<SearchNote> read_searches(const JsonNode& line, std::size_t moves) {
    std::vector<SearchNote> notes;
    const auto read = [&](const char* key, const auto& put) {
        if (!line.has(key)) {
            return;
        }
        notes.resize(moves);
        const auto items = line.at(key).items(moves);
        for (std::size_t i = 0; i < moves; ++i) {
            if (!items[i].is_null()) {
                put(notes[i], items[i]);
            }
        }
    };
    read("depth", [](SearchNote& note, const JsonNode& node) {
        note.depth = static_cast<int>(node.integer(0, kMostInt));
    });
    read("scores", [](SearchNote& note, const JsonNode& node) { note.score = to_score(node); });
    for (const engine::SearchNumber& number : engine::kSearchNumbers) {
        read(number.key, [&](SearchNote& note, const JsonNode& node) {
            note.*number.place =
                static_cast<std::uint64_t>(node.integer(0, static_cast<std::int64_t>(number.most)));
        });
    }
    read("pv", [](SearchNote& note, const JsonNode& node) { note.pv = node.text(); });
    read("line", [](SearchNote& note, const JsonNode& node) { note.line = node.text(); });
    return notes;
}

} // namespace referee
