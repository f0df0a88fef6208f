#include "referee/talk/engine/reader.hpp"

#include "referee/base/text.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace referee::engine {
namespace {

constexpr std::string_view kBetweenWords = " \t";

void drop_front_blanks(std::string_view& text) noexcept {
    text.remove_prefix(std::min(text.find_first_not_of(kBetweenWords), text.size()));
}

} // namespace

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

namespace {

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
