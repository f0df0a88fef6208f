#include "referee/game/game_text.hpp"

#include "referee/base/text.hpp"
#include "referee/talk/clock.hpp"

#include <fmt/format.h>

#include <string_view>

namespace referee {
namespace {

std::string fault_line(const GameFault& fault) {
    return fmt::format("Game {}: {}\n", fault.game, fault_reason(fault));
}

std::string stderr_line(std::string_view line, std::size_t most_bytes) {
    return "  stderr: " + to_printable(line, most_bytes) + "\n";
}

/// Empty where the names of the parameters are not known.
std::string values_of(const GameRecord& record, Player agent) {
    return record.tune ? values_text(record.tune->names, record.tune->values[agent]) : std::string();
}

/// Whether the agent ran in half of the time.
bool had_half(const LateStart& late) {
    const TurnLoad& load = late.loss.load;
    return load.cpu >= kLeastThatMatters && 2 * load.cpu >= load.watched;
}

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
    if (!record.winner || *record.winner == Winner::Draw) {
        return fmt::format("{} {}-{}", record.winner ? "DRAW" : "UNSCORED", one, two);
    }
    return win_text(record, *record.winner == Winner::Agent1 ? Player::Agent1 : Player::Agent2, names);
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

std::vector<GameFault> faults_of(const GameRecord& record) {
    std::vector<GameFault> faults;
    const auto add = [&](const FaultNote& note, Termination how) {
        faults.push_back({record.game, how, note, record.exit[note.agent], values_of(record, note.agent)});
    };
    if (record.fault) {
        add(*record.fault, record.termination);
    }
    if (record.also_fault) {
        add(*record.also_fault, record.also_fault->termination);
    }
    return faults;
}

std::string fault_reason(const GameFault& fault) {
    const bool is_told = fault.termination == Termination::Crashed && !fault.exit.empty();
    return fmt::format("agent {} {}: {}{}{}", number(fault.note.agent), name(fault.termination),
                       fault.note.reason, is_told ? " (" + fault.exit + ")" : "",
                       fault.values.empty() ? "" : ", with " + fault.values);
}

std::string fault_text(const GameFault& fault, std::size_t most_stderr_bytes) {
    std::string text = fault_line(fault);
    std::string_view tail = fault.note.stderr_tail;
    tail.remove_prefix(tail.size() > most_stderr_bytes ? tail.size() - most_stderr_bytes : 0);
    while (!tail.empty()) {
        const auto newline = tail.find('\n');
        text += stderr_line(tail.substr(0, newline), most_stderr_bytes);
        tail.remove_prefix(newline == std::string_view::npos ? tail.size() : newline + 1);
    }
    return text;
}

std::string short_fault_text(const GameFault& fault) {
    constexpr std::size_t kMostBytes = 200;
    std::string_view tail = fault.note.stderr_tail;
    tail = tail.substr(0, tail.find_last_not_of(" \t\r\n") + 1);
    if (tail.empty()) {
        return fault_line(fault);
    }
    return fault_line(fault) + stderr_line(tail.substr(tail.find_last_of('\n') + 1), kMostBytes);
}

void judge(LateStart& late, const Departure& departure) {
    if (departure.cut_off) {
        late.loss.load = *departure.cut_off;
    }
    constexpr int kTenfold = 10; // is_disputed() asks for 1 %
    const TurnLoad& load = late.loss.load;
    late.loss.disputed =
        is_disputed(load, load.delay, kTenfold * late.limit) && !stood_still(load, load.watched);
}

void judge_together(LateStart& a, LateStart& b) {
    if (a.loss.disputed && b.loss.disputed && had_half(a) != had_half(b)) {
        (had_half(a) ? a : b).loss.disputed = false;
    }
}

std::string hint_of(const LateStart& late, const AgentFault& fault) {
    const TurnLoad& load = late.loss.load;
    if (late.loss.disputed) {
        return fmt::format(
            "; it waited {} ms for a core{}: play fewer games at once, or give it more time ({})",
            shown_ms(load.delay).count(),
            load.throttled >= kLeastThatMatters ? " (a quota of processor time took it away)" : "",
            fault.more_time);
    }
    if (had_half(late)) {
        return fmt::format("; it was still at work: give it more time ({})", fault.more_time);
    }
    return fault.came.empty() && fault.may_be_unflushed ? "; nothing came: is its output flushed?" : "";
}

std::optional<Player> seems_an_engine(const GameRecord& record) {
    for (const GameFault& fault : faults_of(record)) {
        const bool said_no_ok =
            fault.termination == Termination::ReadyTimeout || fault.termination == Termination::ProtocolError;
        if (said_no_ok && !record.offers[fault.note.agent]) { // engines always offer something
            return fault.note.agent;
        }
    }
    return std::nullopt;
}

std::string game_line(const GameRecord& record) {
    return line_of(record, {"agent1", "agent2"}, {"A1", "A2"});
}

std::string game_line(const GameRecord& record, const PerPlayer<std::string>& names) {
    return line_of(record, names, names);
}

} // namespace referee
