#include "sprt/report/exported_games.hpp"

#include "referee/base/text.hpp"

#include <array>
#include <chrono>
#include <string_view>
#include <utility>

namespace sprt {
namespace {

using referee::GameRecord;
using referee::Player;
using referee::Winner;

constexpr std::array<std::string_view, 16> kColumns{
    "game",   "pair",   "agent1", "agent2",   "first",    "result",      "winner",       "termination",
    "score1", "score2", "turns",  "used1_us", "used2_us", "fault_agent", "fault_reason", "adjudication"};

template<class Fields>
std::string csv_row(const Fields& fields) {
    std::string line;
    for (const auto& field : fields) {
        line += (line.empty() ? "" : ",") + csv_field(referee::to_printable(field, std::string::npos));
    }
    return line + "\n";
}

/// The points of agent 1, and the number of the winner.
std::pair<std::string, std::string> result_fields(const GameRecord& record) {
    if (!record.winner) {
        return {};
    }
    switch (*record.winner) {
    case Winner::Agent1:
        return {"1", "1"};
    case Winner::Agent2:
        return {"0", "2"};
    case Winner::Draw:
        break;
    }
    return {"0.5", "0"};
}

std::string microseconds_of(std::chrono::nanoseconds time) {
    return std::to_string(std::chrono::floor<std::chrono::microseconds>(time).count());
}

} // namespace

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        return std::string(text);
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + "\"";
}

std::string csv_header() {
    return csv_row(kColumns);
}

std::string csv_line(const GameRecord& record, const ExportedRun& run) {
    const auto [result, winner] = result_fields(record);
    const auto& fault = record.fault;
    return csv_row(std::array<std::string, kColumns.size()>{
        std::to_string(record.game), std::to_string(record.pair), run.name_of(record, Player::Agent1),
        run.name_of(record, Player::Agent2), std::to_string(number(record.first)), result, winner,
        std::string(name(record.termination)), std::to_string(record.score.agent1),
        std::to_string(record.score.agent2), std::to_string(record.turns),
        microseconds_of(record.used.agent1), microseconds_of(record.used.agent2),
        fault ? std::to_string(number(fault->agent)) : "", fault ? fault->reason : "",
        record.adjudication ? std::string(name(*record.adjudication)) : ""});
}

} // namespace sprt
