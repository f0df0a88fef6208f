#include "referee/game/game_fault.hpp"

#include "referee/base/text.hpp"

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

} // namespace

std::vector<GameFault> faults_of(const GameRecord& record) {
    std::vector<GameFault> faults;
    if (record.fault) {
        faults.push_back({record.game, record.termination, *record.fault, record.exit[record.fault->agent]});
    }
    if (record.also_fault) {
        faults.push_back({record.game, record.also_termination, *record.also_fault,
                          record.exit[record.also_fault->agent]});
    }
    return faults;
}

std::string fault_reason(const GameFault& fault) {
    const bool is_told = fault.termination == Termination::Crashed && !fault.exit.empty();
    return fmt::format("agent {} {}: {}{}", number(fault.note.agent), name(fault.termination),
                       fault.note.reason, is_told ? " (" + fault.exit + ")" : "");
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

} // namespace referee
