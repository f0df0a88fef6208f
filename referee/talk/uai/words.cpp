#include "referee/talk/uai/words.hpp"

#include <algorithm>

namespace referee::uai {
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

} // namespace referee::uai
