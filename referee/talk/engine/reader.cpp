#include "referee/talk/engine/reader.hpp"

#include "referee/base/text.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace referee::engine {
namespace {

constexpr int kMostScore = std::numeric_limits<int>::max(); ///< of either sign; what is beyond it is dropped

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

/// Whether a field begins with this word, which no move is.
bool names_field(std::string_view word) noexcept {
    constexpr std::string_view kOthers[] = {"depth",      "score",          "multipv",  "string",
                                            "currmove",   "currmovenumber", "currline", "nps",
                                            "refutation", "cpuload",        "wdl",      "sbhits"};
    const bool may_be_one = word.size() > 2 && word[1] >= 'a'; // the second letter of most moves is a digit
    return may_be_one &&
           (std::ranges::find(kOthers, word) != std::end(kOthers) ||
            std::ranges::find(kSearchNumbers, word, &SearchNumber::word) != kSearchNumbers.end());
}

/// The words before the next field.
std::string_view take_line(std::string_view& text) noexcept {
    const std::string_view all = text;
    for (std::string_view rest = text; !rest.empty() && !names_field(take_word(rest));) {
        text = rest;
    }
    return all.substr(0, all.size() - text.size());
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
            fields.is_progress = fields.pv.empty();
        } else if (word == "multipv") {
            fields.is_second_line = take_number<int>(text).value_or(1) > 1;
        } else if (word == "pv") {
            fields.pv = take_line(text);
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

constexpr std::string_view kBetweenWords = " \t";

void drop_front_blanks(std::string_view& text) noexcept {
    text.remove_prefix(std::min(text.find_first_not_of(kBetweenWords), text.size()));
}

constexpr std::string_view kBestMove = "bestmove";
constexpr std::string_view kReadyOk = "readyok";
constexpr std::size_t kRead = std::size_t{4} * 1024;
/// What an engine says of itself is kept up to this size.
constexpr std::size_t kMostAbout = std::size_t{256} * 1024;

/// What is kept of a line that means nothing, in bytes.
constexpr std::size_t kMostUnknown = 128;

/// The most of a line that is kept, in bytes.
constexpr std::size_t kMostKept = 1000;

constexpr std::string_view kLineTooLong = "sent a line longer than 64 KiB: '";
static_assert(kMaxLine == 64 << 10);
constexpr std::string_view kTooMuch = "sent more than 16 MiB in place of one answer";
static_assert(kMaxOutput == 16 << 20);

std::string too_long(std::string_view line) {
    return std::string(kLineTooLong) + to_printable(line) + "'";
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
    if (!note.depth && !note.score) {
        return;
    }
    info.depth = note.depth ? note.depth : info.depth;
    take_numbers(info.ahead, info);
    if (info.ahead.score) {
        info.score = info.ahead.score;
        info.is_bound = !info.is_exact;
    }
    if (!info.ahead.pv.empty()) {
        info.pv = info.ahead.pv;
    }
}

std::string_view trimmed(std::string_view line) noexcept {
    drop_front_blanks(line);
    return line.substr(0, line.find_last_not_of(" \t\r\n") + 1); // npos + 1 is 0
}

std::string_view take_word(std::string_view& text) noexcept {
    drop_front_blanks(text);
    const std::string_view word = text.substr(0, text.find_first_of(kBetweenWords));
    text.remove_prefix(word.size());
    drop_front_blanks(text);
    return word;
}

std::string_view first_word(std::string_view line) noexcept {
    line = trimmed(line);
    return take_word(line);
}

Reader::Reader(std::optional<LinePattern> kept)
    : buffer_(kMaxLine + kRead)
    , kept_(std::move(kept)) {
    answer_.reserve(64);
    unknown_.reserve(kMostUnknown);
}

void Reader::expect(std::string_view awaited) {
    awaited_ = awaited;
    is_owed_ = true;
    output_ = 0;
    unknown_.clear();
    if (awaited == kBestMove) {
        asides_.info.clear();
    } else if (awaited != kReadyOk) { // it is asked once more what it is
        asides_.about.clear();
        about_bytes_ = 0;
    }
}

std::span<char> Reader::room() {
    return std::span(buffer_).subspan(size_);
}

std::optional<AnswerReader::Answer> Reader::take(std::size_t count) {
    std::optional<Answer> answer;
    std::size_t searched = size_;
    size_ += count;
    output_ += count;
    std::string_view left = part();
    while (true) {
        const auto newline = left.find('\n', searched);
        if (newline == std::string_view::npos) {
            break;
        }
        if (newline > kMaxLine) {
            refuse(too_long(left), answer);
        } else {
            take_line(trimmed(left.substr(0, newline)), answer);
        }
        left.remove_prefix(newline + 1);
        searched = 0;
    }
    if (left.size() > kMaxLine) {
        refuse(too_long(left), answer);
        left = {};
    } else if (output_ > kMaxOutput) {
        refuse(std::string(kTooMuch), answer);
    }
    if (!left.empty()) {
        std::memmove(buffer_.data(), left.data(), left.size());
    }
    size_ = left.size();
    return answer;
}

void Reader::take_line(std::string_view line, std::optional<Answer>& answer) {
    const std::string_view word = first_word(line);
    if (kept_ && is_owed_ && awaited_ == kBestMove && word != kBestMove && kept_->matches(line)) {
        asides_.info.line = to_valid_utf8(line.substr(0, kMostKept));
    }
    if (is_owed_ && word == awaited_) {
        answer_ = line;
        is_owed_ = false;
        answer = Line(answer_);
    } else if (word == kBestMove) {
        refuse("sent '" + to_printable(line) + "' when no move was owed", answer);
    } else if (word == "info") {
        if (is_owed_ && awaited_ == kBestMove) {
            take_info(line, asides_.info);
        }
    } else if (word == "id" || word == "option") {
        if (about_bytes_ + line.size() <= kMostAbout) {
            about_bytes_ += line.size();
            asides_.about.emplace_back(line);
        }
    } else if (is_owed_ && !line.empty()) {
        unknown_ = line.substr(0, kMostUnknown);
    }
}

/// What the engine sent is a protocol error: the answer, when one is owed, otherwise the next one.
void Reader::refuse(std::string what, std::optional<Answer>& answer) {
    if (is_owed_) {
        is_owed_ = false;
        answer = AgentFault{Termination::ProtocolError, std::move(what)};
    } else if (!uninvited_) {
        uninvited_ = std::move(what);
    }
}

} // namespace referee::engine
