#include "referee/rules/ataxx/illegal.hpp"

namespace ataxx {
namespace {

std::string square_text(int x, int y) {
    return "(" + std::to_string(x) + "," + std::to_string(y) + ")";
}

} // namespace

std::string why_illegal(const Position& position, const MoveNumbers& numbers) {
    if (numbers == MoveNumbers{}) {
        return "it may not pass while it has a move";
    }
    const auto from = Square::at(numbers.x1, numbers.y1);
    const auto to = Square::at(numbers.x2, numbers.y2);
    const std::string source = square_text(numbers.x1, numbers.y1);
    const std::string target = square_text(numbers.x2, numbers.y2);
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
