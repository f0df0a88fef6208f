#include "referee/game/game_line.hpp"

#include "referee/talk/clock.hpp"

#include <fmt/format.h>

namespace referee {
namespace {

/// `agent1(O) WINS`, with the stones when the board decided.
std::string win_text(const GameRecord& record, Player winner) {
    std::string text = fmt::format("agent{}({}) WINS", number(winner), record.first == winner ? 'O' : 'X');
    if (ending_by(record.termination).is_by_board()) {
        text += fmt::format(" {}-{}", record.score[winner], record.score[other(winner)]);
    }
    return text;
}

std::string result_text(const GameRecord& record) {
    const auto [one, two] = record.score;
    if (!record.winner) {
        return fmt::format("UNSCORED {}-{}", one, two);
    }
    switch (*record.winner) {
    case Winner::Draw:
        return fmt::format("DRAW {}-{}", one, two);
    case Winner::Agent1:
        return win_text(record, Player::Agent1);
    case Winner::Agent2:
        return win_text(record, Player::Agent2);
    }
    return {};
}

} // namespace

std::string game_line(const GameRecord& record) {
    std::string line =
        fmt::format("{} | T{} | A1 {}ms / A2 {}ms", result_text(record), record.turns,
                    shown_ms(record.used.agent1).count(), shown_ms(record.used.agent2).count());
    if (record.fault) {
        line += fmt::format(" | agent{} {}", number(record.fault->agent), name(record.termination));
    } else if (const GameEnding& ending = ending_by(record.termination);
               !ending.is_by_board() || ending.is_draw()) {
        line += fmt::format(" | {}", name(record.termination));
        line += record.adjudication ? fmt::format(" ({})", name(*record.adjudication)) : std::string();
    }
    return line;
}

} // namespace referee
