#include "referee/rules/course.hpp"

#include <variant>

namespace referee {

Course::Course(const Board& board, int turns)
    : board_(board)
    , turns_(turns) {
    std::visit([this](const auto& position) { repetitions_.begin<RulesOf<decltype(position)>>(position); },
               board.position());
}

bool Course::make(const MoveNumbers& numbers) {
    const auto after = board_.after(numbers);
    if (!after) {
        return false;
    }
    std::visit(
        [&]<class Position>(const Position& before) {
            using G = RulesOf<Position>;
            repetitions_.moved<G>(before, G::named(numbers).value(), std::get<Position>(after->position()));
        },
        board_.position());
    board_ = *after;
    ++turns_;
    return true;
}

std::optional<Termination> board_verdict(const Course& course, int turn_limit) noexcept {
    if (const auto ending = course.board().ending()) {
        return ending;
    }
    if (course.is_repeated()) {
        return Termination::Repetition;
    }
    return course.turns() >= turn_limit ? std::optional(Termination::TurnLimit) : std::nullopt;
}

} // namespace referee
