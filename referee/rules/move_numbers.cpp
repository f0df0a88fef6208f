#include "referee/rules/move_numbers.hpp"

namespace referee {

std::string to_string(const MoveNumbers& numbers) {
    std::string text;
    for (const int number : numbers) {
        if (!text.empty()) {
            text += ' ';
        }
        text += std::to_string(number);
    }
    return text;
}

std::optional<MoveNumbers> take_move_numbers(std::string_view& text, std::size_t count) noexcept {
    constexpr std::size_t kMaxDigits = 9; // fits an int without overflow
    MoveNumbers numbers;
    while (numbers.size() < count) {
        std::size_t blanks = 0;
        while (blanks < text.size() && (text[blanks] == ' ' || text[blanks] == '\t')) {
            ++blanks;
        }
        if (blanks == 0) {
            return std::nullopt;
        }
        text.remove_prefix(blanks);
        const bool negative = text.starts_with('-');
        if (negative) {
            text.remove_prefix(1);
        }
        int number = 0;
        std::size_t digits = 0;
        while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
            if (digits == kMaxDigits) {
                return std::nullopt;
            }
            number = number * 10 + (text[digits] - '0');
            ++digits;
        }
        if (digits == 0) {
            return std::nullopt;
        }
        numbers.push_back(negative ? -number : number);
        text.remove_prefix(digits);
    }
    return numbers;
}

std::optional<MoveNumbers> parse_move_numbers(std::string_view text, std::size_t count) noexcept {
    const auto numbers = take_move_numbers(text, count);
    return text.empty() ? numbers : std::nullopt;
}

} // namespace referee
