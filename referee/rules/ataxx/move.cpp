#include "referee/rules/ataxx/move.hpp"

namespace ataxx {

std::optional<Move> Move::from_numbers(const MoveNumbers& numbers) noexcept {
    if (numbers == MoveNumbers{}) {
        return Move::pass();
    }
    const auto from = Square::at(numbers.x1, numbers.y1);
    const auto to = Square::at(numbers.x2, numbers.y2);
    if (!from || !to) {
        return std::nullopt;
    }
    const int steps = distance(*from, *to);
    if (steps != 1 && steps != 2) {
        return std::nullopt;
    }
    return Move(*from, *to);
}

MoveNumbers Move::numbers() const noexcept {
    if (is_pass()) {
        return {};
    }
    return {.x1 = from().x(), .y1 = from().y(), .x2 = to().x(), .y2 = to().y()};
}

std::string to_string(Move move) {
    const MoveNumbers n = move.numbers();
    std::string text;
    for (const int number : {n.x1, n.y1, n.x2, n.y2}) {
        if (!text.empty()) {
            text += ' ';
        }
        text += std::to_string(number);
    }
    return text;
}

std::optional<MoveNumbers> take_move_numbers(std::string_view& text) noexcept {
    constexpr std::size_t kMaxDigits = 9; // fits an int without overflow
    std::array<int, 4> numbers{};
    for (int& number : numbers) {
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
        if (negative) {
            number = -number;
        }
        text.remove_prefix(digits);
    }
    return MoveNumbers{numbers[0], numbers[1], numbers[2], numbers[3]};
}

std::optional<MoveNumbers> parse_move_numbers(std::string_view text) noexcept {
    const auto numbers = take_move_numbers(text);
    return text.empty() ? numbers : std::nullopt;
}

} // namespace ataxx
