#include "referee/rules/ataxx/illegal.hpp"

#include "referee/rules/ataxx/notation.hpp"

namespace ataxx {
namespace {

std::string text_of(int x, int y) {
    const auto square = Square::at(x, y);
    return square ? square_text(*square) : "(" + std::to_string(x) + "," + std::to_string(y) + ")";
}

} // namespace

std::string why_illegal(const Position& position, const MoveNumbers& numbers) {
    if (numbers == kPass) {
        return "it may not pass while it has a move";
    }
    const auto from = Square::at(numbers[0], numbers[1]);
    const auto to = Square::at(numbers[2], numbers[3]);
    const std::string source = text_of(numbers[0], numbers[1]);
    const std::string target = text_of(numbers[2], numbers[3]);
    if (!from || !to) {
        return (from ? target : source) + " is not on the board";
    }
    if (!position.own().has(*from)) {
        return source + " holds no stone of its own";
    }
    if (const int steps = distance(*from, *to); steps != 1 && steps != 2) {
        return target + " is " + std::to_string(steps) + " away, not 1 or 2";
    }
    return target + " is not empty";
}

} // namespace ataxx
