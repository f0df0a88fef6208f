#include "referee/game/game_line.hpp"

#include "referee/talk/clock.hpp"

#include <fmt/format.h>

namespace referee {
namespace {

/// `agent1(O) WINS`, with the stones when the board decided.
std::string win_text(const GameRecord& record, Player winner, const PerPlayer<std::string>& names) {
    std::string text = fmt::format("{}({}) WINS", names[winner], record.first == winner ? 'O' : 'X');
    if (ending_by(record.termination).is_by_board()) {
        text += fmt::format(" {}-{}", record.score[winner], record.score[other(winner)]);
    }
    return text;
}

std::string result_text(const GameRecord& record, const PerPlayer<std::string>& names) {
    const auto [one, two] = record.score;
    if (!record.winner) {
        return fmt::format("UNSCORED {}-{}", one, two);
    }
    switch (*record.winner) {
    case Winner::Draw:
        return fmt::format("DRAW {}-{}", one, two);
    case Winner::Agent1:
        return win_text(record, Player::Agent1, names);
    case Winner::Agent2:
        return win_text(record, Player::Agent2, names);
    }
    return {};
}

/// `names` are those of the agents, `clocks` those before their times.
std::string line_of(const GameRecord& record, const PerPlayer<std::string>& names,
                    const PerPlayer<std::string>& clocks) {
    std::string line = fmt::format("{} | T{} | {} {}ms / {} {}ms", result_text(record, names), record.turns,
                                   clocks.agent1, shown_ms(record.used.agent1).count(), clocks.agent2,
                                   shown_ms(record.used.agent2).count());
    if (record.fault) {
        line += fmt::format(" | {} {}", names[record.fault->agent], name(record.termination));
    } else if (const GameEnding& ending = ending_by(record.termination);
               !ending.is_by_board() || ending.is_draw()) {
        line += fmt::format(" | {}", name(record.termination));
        line += record.adjudication ? fmt::format(" ({})", name(*record.adjudication)) : std::string();
    }
    return line;
}

} // namespace

std::string game_line(const GameRecord& record) {
    return line_of(record, {"agent1", "agent2"}, {"A1", "A2"});
}

std::string game_line(const GameRecord& record, const PerPlayer<std::string>& names) {
    return line_of(record, names, names);
}

} // namespace referee
