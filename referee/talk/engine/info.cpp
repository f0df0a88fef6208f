#include "referee/talk/engine/info.hpp"

#include "referee/base/text.hpp"
#include "referee/talk/engine/reader.hpp"

#include <algorithm>
#include <limits>

namespace referee::engine {
namespace {

// What is beyond these is dropped: logs cannot hold all of it, and sums of it would overflow.
constexpr int kMostScore = std::numeric_limits<int>::max(); ///< of either sign
constexpr std::uint64_t kMostNodes =
    1'000'000'000'000'000; ///< of one search: a hundred million a second for 116 days

/// One line.
struct Fields {
    std::optional<int> depth;
    std::optional<Score> score;
    std::optional<std::uint64_t> nodes;
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
    while (!text.empty()) {
        const std::string_view word = take_word(text);
        if (word == "depth") {
            fields.depth = take_number<int>(text);
        } else if (word == "score") {
            fields.score = take_score(text);
        } else if (word == "nodes") {
            fields.nodes = take_number<std::uint64_t>(text);
            if (fields.nodes > kMostNodes) {
                fields.nodes.reset();
            }
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
    if (fields.depth && *fields.depth < 0) {
        fields.depth.reset();
    }
    if (fields.score == Score{} && fields.nodes == 0U) {
        fields.score.reset(); // of a table or a first move that was never searched
    }
    return fields;
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
    depth.reset();
    score.reset();
    nodes.reset();
    pv.clear();
    ahead.score.reset();
    ahead.nodes.reset();
    ahead.pv.clear();
    is_exact = false;
}

void take_info(std::string_view line, SearchInfo& info) {
    std::string_view text = trimmed(line);
    if (take_word(text) != "info") {
        return;
    }
    const Fields fields = fields_of(text);
    if (fields.is_second_line) {
        return;
    }
    if (info.is_exact && (fields.is_progress || (fields.score && fields.is_bound))) {
        info.nodes = fields.nodes ? fields.nodes : info.nodes;
        return;
    }
    info.is_exact = info.is_exact || (fields.score && !fields.is_bound);
    if (fields.score) {
        info.ahead.score = fields.score;
    }
    if (fields.nodes) {
        info.ahead.nodes = fields.nodes;
    }
    if (!fields.pv.empty()) {
        assign_words(info.ahead.pv, fields.pv);
    }
    if (!fields.depth) {
        return;
    }
    info.depth = fields.depth;
    if (info.ahead.score) {
        info.score = info.ahead.score;
    }
    if (info.ahead.nodes) {
        info.nodes = info.ahead.nodes;
    }
    if (!info.ahead.pv.empty()) {
        info.pv = info.ahead.pv;
    }
}

} // namespace referee::engine
