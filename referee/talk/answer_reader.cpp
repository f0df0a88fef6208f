#include "referee/talk/answer_reader.hpp"

#include "referee/base/text.hpp"
#include "referee/talk/engine/reader.hpp"

#include <algorithm>

namespace referee {

std::unique_ptr<AnswerReader> make_reader(Protocol protocol, const std::optional<engine::LinePattern>& kept) {
    if (is_of_engines(protocol)) {
        return std::make_unique<engine::Reader>(kept);
    }
    return std::make_unique<NativeReader>();
}

void NativeReader::expect(std::string_view /*awaited: one line is an answer, whatever it says*/) {
    size_ = 0;
    is_owed_ = true;
}

std::span<char> NativeReader::room() {
    return is_owed_ ? std::span<char>(input_).subspan(size_) : std::span<char>(unasked_);
}

std::optional<AnswerReader::Answer> NativeReader::take(std::size_t count) {
    if (!is_owed_) {
        if (count > 0 && !uninvited_) {
            uninvited_ = "sent '" + to_printable({unasked_.data(), count}) + "' when no answer was owed";
        }
        return std::nullopt;
    }
    size_ += count;
    const std::string_view input = part();
    const auto newline = input.find('\n');
    if (std::min(newline, input.size()) > kMaxLineBytes) {
        is_owed_ = false;
        return AgentFault{Termination::ProtocolError, "sent a line longer than " +
                                                          std::to_string(kMaxLineBytes) + " bytes: '" +
                                                          to_printable(input) + "'"};
    }
    if (newline == std::string_view::npos) {
        return std::nullopt;
    }
    is_owed_ = false;
    const std::string_view rest = input.substr(newline + 1);
    if (!rest.empty()) {
        uninvited_ = "sent '" + to_printable(rest) + "' behind its answer";
    }
    return input.substr(0, newline);
}

} // namespace referee
