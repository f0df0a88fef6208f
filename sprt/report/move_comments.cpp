#include "referee/base/text.hpp"
#include "referee/game/replay.hpp"
#include "referee/rules/games.hpp"
#include "referee/talk/engine/dialect.hpp"
#include "sprt/report/exported_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <utility>
#include <variant>

namespace sprt {
namespace {

using referee::GameRecord;
using referee::logged;
using referee::Player;
using referee::Termination;
using referee::Winner;
using std::chrono::nanoseconds;

constexpr std::size_t kMostBytes = 1000;

/// What was left after each move on the mover's clock; empty without a clock for the game.
std::vector<std::optional<nanoseconds>> times_left(const GameRecord& record) {
    referee::PerPlayer<std::optional<referee::Clock>> clocks;
    for (const Player player : referee::kPlayers) {
        if (const auto& limit = record.limits[player]; limit && limit->kind == referee::LimitKind::Game) {
            clocks[player].emplace(*limit);
        }
    }
    std::vector<std::optional<nanoseconds>> left;
    Player mover = mover_after_opening(record);
    for (const referee::TimedMove& move : record.moves) {
        auto& after = left.emplace_back();
        if (auto& clock = clocks[mover]) {
            clock->charge(logged(move.took));
            clock->moved();
            after = clock->remaining();
        }
        mover = other(mover);
    }
    return left;
}

std::string clock_text(nanoseconds time) {
    const auto milliseconds = referee::shown_ms(time).count();
    return fmt::format("{}.{:03}s", milliseconds / 1000, milliseconds % 1000);
}

/// Words of a comment, which braces would end.
std::string in_comment(std::string_view words) {
    std::string text = referee::to_printable(words, kMostBytes);
    std::replace(text.begin(), text.end(), '{', '(');
    std::replace(text.begin(), text.end(), '}', ')');
    return text;
}

/// The same between quotation marks.
std::string in_quotes(std::string_view words) {
    std::string text = in_comment(words);
    std::replace(text.begin(), text.end(), '"', '\'');
    return text;
}

/// What an engine said of its search, e.g. `35/12 ` or `#5/12 `: score and depth, `?` for one that it did not
/// say. Empty when it said neither.
std::string search_text(const referee::SearchNote& note) {
    if (!note.score && !note.depth) {
        return "";
    }
    std::string score = note.score ? to_json(*note.score) : "?";
    std::erase(score, '"');
    return fmt::format("{}/{} ", score, note.depth ? std::to_string(*note.depth) : "?");
}

/// The same in chess, always: `+0.35/12 `, in pawns, or `+M5/12 `; `0.00/0 ` when it said neither.
std::string standard_search(const referee::SearchNote& note) {
    const auto score = note.score.value_or(referee::engine::Score());
    const std::string text =
        score.is_mate ? fmt::format("{}M{}", score.value > 0 ? '+' : '-', std::abs(std::int64_t{score.value}))
        : score.value == 0 ? "0.00"
                           : fmt::format("{:+.2f}", score.value / 100.0);
    return fmt::format("{}/{} ", text, note.depth.value_or(0));
}

std::uint64_t per_second(std::uint64_t nodes, std::uint64_t time_ms) {
    constexpr std::uint64_t kSecond = 1000;
    return nodes > std::numeric_limits<std::uint64_t>::max() / kSecond ? nodes / time_ms * kSecond
                                                                       : nodes * kSecond / time_ms;
}

/// What the engine said of a move; nothing when none told anything.
const referee::SearchNote& note_of(const GameRecord& record, std::size_t move) {
    static const referee::SearchNote kNothing;
    return record.search.empty() ? kNothing : record.search[move];
}

/// The moves of a line from `before` on in games whose records have a notation of their own, as far as they
/// are legal; in other games as the engine wrote it.
std::string line_text(std::string_view line, const referee::Board& before, const ExportedRun& run) {
    std::string text;
    if (!facts_of(before.game()).reads_notation) {
        return in_quotes(line);
    }
    const auto& dialect = referee::engine::dialect_of(referee::Protocol::Uci);
    referee::Course course(before);
    while (!line.empty() && !board_verdict(course, std::numeric_limits<int>::max())) {
        const std::string_view word = line.substr(0, line.find(' '));
        line.remove_prefix(std::min(word.size() + 1, line.size()));
        const auto move = dialect.read_move(word, course.board());
        const auto* const numbers = std::get_if<referee::MoveNumbers>(&move);
        if (numbers == nullptr) {
            break;
        }
        text += (text.empty() ? "" : " ") + notation(course.board(), *numbers, run.notation);
        static_cast<void>(course.make(*numbers)); // it is legal
    }
    return text;
}

/// By how much the clock of the agent that lost on time was overrun, in whole milliseconds. The referee waits
/// no longer than until the limit, or until an engine had time to answer `stop`, which tells nothing of how
/// late the answer would have been.
std::string overrun_text(const GameRecord& record) {
    const auto& limit = record.limits[record.fault->agent];
    if (!record.time_loss || !limit) {
        return {};
    }
    auto had = limit->has_time() ? limit->time : limit->turn;
    const auto left = times_left(record);
    if (left.size() >= 2) { // the last move was the other one's
        had = left[left.size() - 2].value_or(had);
    }
    const auto over = logged(record.time_loss->took) - had;
    constexpr std::chrono::milliseconds kLag{5}; // within which the referee notices that its wait is over
    return over < limit->margin + kLag || (!limit->has_time() && over >= referee::engine::kAfterStop)
               ? " (no answer in time)"
               : fmt::format(" ({}ms overrun)", referee::shown_ms(over).count());
}

/// What ended the game, where the result does not say it; empty: the board.
std::string ending_text(const GameRecord& record, const ExportedRun& run) {
    if (is_standard(record)) {
        return standard_ending(record);
    }
    return record.fault
               ? fmt::format("{}: {}", run.name_of(record, record.fault->agent), record.fault->reason)
               : std::string();
}

} // namespace

std::string illegal_move(const GameRecord& record) {
    const std::string_view reason = record.fault->reason;
    for (const auto& [before, behind] : {std::pair("played ", ":"), std::pair("sent 'bestmove ", "', ")}) {
        const std::size_t end = reason.find(behind);
        if (reason.starts_with(before) && end != std::string_view::npos) {
            const std::size_t begin = std::string_view(before).size();
            return std::string(reason.substr(begin, end - begin));
        }
    }
    return record.termination == Termination::IllegalMove ? "<none>" : "";
}

std::string standard_ending(const GameRecord& record) {
    const auto colour_of = [&](Player player) { return player == record.first ? "White" : "Black"; };
    const std::string loser = record.fault ? colour_of(record.fault->agent) : "";
    const bool is_won = record.winner && *record.winner != Winner::Draw;
    const std::string winner =
        is_won ? colour_of(*record.winner == Winner::Agent1 ? Player::Agent1 : Player::Agent2) : "";
    switch (record.termination) {
    case Termination::Checkmate:
        return winner + " mates";
    case Termination::Stalemate:
        return "Draw by stalemate";
    case Termination::InsufficientMaterial:
        return "Draw by insufficient mating material";
    case Termination::HalfmoveLimit:
        return "Draw by fifty moves rule";
    case Termination::Repetition:
        return "Draw by 3-fold repetition";
    case Termination::TurnLimit:
        return "Draw by adjudication";
    case Termination::Adjudicated:
        return (is_won ? winner + " wins" : "Draw") + " by adjudication" +
               (record.adjudication == referee::AdjudicationRule::Tablebase ? ": SyzygyTB" : "");
    case Termination::Timeout:
        if (!is_stall(record)) {
            return loser + " loses on time" + overrun_text(record);
        }
        [[fallthrough]];
    case Termination::ReadyTimeout:
        return loser + "'s connection stalls";
    case Termination::IllegalMove:
    case Termination::ProtocolError:
        if (const std::string move = illegal_move(record); !move.empty()) {
            return loser + " makes an illegal move: " + move;
        }
        return loser + " makes an illegal move: none, it " + in_comment(record.fault->reason);
    case Termination::Crashed:
        return loser + " disconnects";
    default:
        return "No result: " + std::string(name(record.termination));
    }
}

bool is_standard(const GameRecord& record) {
    return facts_of(record.rules).reads_notation;
}

MoveComments::MoveComments(const GameRecord& record, const ExportedRun& run)
    : record_(record)
    , run_(run)
    , left_(times_left(record)) {}

std::string MoveComments::of(std::size_t turn, const referee::Board& before) const {
    if (!run_.comments.are_on) {
        return {};
    }
    if (turn < record_.opening.size()) {
        return "book";
    }
    const std::size_t move = turn - record_.opening.size();
    const referee::SearchNote& note = note_of(record_, move);
    const auto took = record_.moves[move].took;
    std::string text;
    if (is_standard(record_)) {
        text = standard_search(note) + clock_text(took);
    } else {
        const auto microseconds = std::chrono::floor<std::chrono::microseconds>(took).count();
        text =
            fmt::format("{}{}.{:06}s", search_text(note), microseconds / 1'000'000, microseconds % 1'000'000);
    }
    for (const MoveFact fact : run_.comments.facts) {
        const std::string value = fact_text(fact, move, before);
        text += (value.empty() ? "" : ", ") + value;
    }
    return text;
}

std::string MoveComments::fact_text(MoveFact fact, std::size_t move, const referee::Board& before) const {
    const referee::SearchNote& note = note_of(record_, move);
    const auto number = [](std::string_view key, const std::optional<std::uint64_t>& value) {
        return value ? fmt::format("{}={}", key, *value) : std::string();
    };
    const auto time = [](std::string_view key, const std::optional<nanoseconds>& value) {
        return value ? fmt::format("{}={}", key, clock_text(*value)) : std::string();
    };
    switch (fact) {
    case MoveFact::TimeLeft:
        return time("tl", left_[move]);
    case MoveFact::Latency:
        return time("latency", latency(record_, move));
    case MoveFact::Nodes:
        return number("n", note.nodes);
    case MoveFact::SelDepth:
        return number("sd", note.seldepth);
    case MoveFact::Nps:
        return note.nodes && note.time_ms.value_or(0) > 0
                   ? number("nps", per_second(*note.nodes, *note.time_ms))
                   : std::string();
    case MoveFact::HashFull:
        return number("hashfull", note.hashfull);
    case MoveFact::TbHits:
        return number("tbhits", note.tbhits);
    case MoveFact::Pv: {
        const std::string line = line_text(note.pv, before, run_);
        return line.empty() ? line : fmt::format("pv=\"{}\"", line);
    }
    case MoveFact::Line:
        return note.line.empty() ? note.line : fmt::format("line=\"{}\"", in_quotes(note.line));
    }
    return {};
}

std::string ending_comment(const GameRecord& record, const ExportedRun& run) {
    return in_comment(ending_text(record, run));
}

} // namespace sprt
