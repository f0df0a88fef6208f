#include "sprt/report/exported_games.hpp"

#include "referee/base/text.hpp"
#include "referee/game/replay.hpp"
#include "referee/rules/games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <utility>
#include <vector>

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

namespace {

using referee::GameRecord;
using referee::Player;
using referee::Side;
using referee::Termination;
using referee::Winner;

constexpr std::size_t kMostTagBytes = 1000;
constexpr std::size_t kLineWidth = 80;

/// The words of the standard.
std::string_view termination_word(Termination termination) {
    switch (termination) {
    case Termination::Annihilation:
    case Termination::Line:
    case Termination::BoardFull:
    case Termination::NoMovesLeft:
    case Termination::Checkmate:
    case Termination::Stalemate:
    case Termination::InsufficientMaterial:
    case Termination::HalfmoveLimit:
    case Termination::Repetition:
    case Termination::TurnLimit:
        return "normal";
    case Termination::Adjudicated:
        return "adjudication";
    case Termination::Timeout:
    case Termination::ReadyTimeout:
        return "time forfeit";
    case Termination::IllegalMove:
    case Termination::ProtocolError:
        return "rules infraction";
    case Termination::Crashed:
        return "abandoned";
    case Termination::Tampering:
    case Termination::Aborted:
    case Termination::RefereeFailure:
        break;
    }
    return "unterminated";
}

/// Seconds for the game, with `+` seconds after each move; `*` seconds for each move (the standard calls it a
/// sandclock); otherwise what limits a search, or `?`.
std::string time_control(const std::optional<referee::TimeControl>& limit) {
    const auto seconds = [](std::chrono::nanoseconds time) {
        return fmt::format("{}", std::chrono::duration<double>(time).count());
    };
    if (!limit) {
        return "?";
    }
    switch (limit->kind) {
    case referee::LimitKind::Game:
        return seconds(limit->time) +
               (limit->increment.count() > 0 ? "+" + seconds(limit->increment) : std::string());
    case referee::LimitKind::Move:
        return "*" + seconds(limit->time);
    case referee::LimitKind::Nodes:
    case referee::LimitKind::Depth:
        break;
    }
    return to_string(*limit);
}

std::string time_tags(const GameRecord& record) {
    const std::string white = time_control(record.limits[record.first]);
    const std::string black = time_control(record.limits[other(record.first)]);
    return white == black ? pgn_tag("TimeControl", white)
                          : pgn_tag("WhiteTimeControl", white) + pgn_tag("BlackTimeControl", black);
}

std::string winner_tags(const GameRecord& record, const ExportedRun& run) {
    if (!record.winner || *record.winner == Winner::Draw) {
        return "";
    }
    const Player winner = *record.winner == Winner::Agent1 ? Player::Agent1 : Player::Agent2;
    return pgn_tag("Winner", run.name_of(record, winner)) +
           pgn_tag("Loser", run.name_of(record, other(winner)));
}

/// The number of the first move.
int first_number(const GameRecord& record) {
    return record.start && record.opening.empty() ? record.start->full_move : 1;
}

/// Of a tournament the round and the game, otherwise the pair and the game of the pair.
std::string round_of(const GameRecord& record) {
    return record.round ? fmt::format("{}.{}", *record.round, record.game)
                        : fmt::format("{}.{}", record.pair, record.game % 2);
}

std::string tags_of(const GameRecord& record, const ExportedRun& run) {
    const referee::GameFacts& facts = facts_of(record.rules);
    const Player white = record.first;
    const Player black = other(white);
    std::string date = run.date.empty() ? "????.??.??" : run.date.substr(0, 10);
    std::replace(date.begin(), date.end(), '-', '.');
    return pgn_tag("Event", run.event) + pgn_tag("Site", "referee") + pgn_tag("Date", date) +
           pgn_tag("Round", round_of(record)) + pgn_tag("White", run.name_of(record, white)) +
           pgn_tag("Black", run.name_of(record, black)) + pgn_tag("Result", pgn_result(record)) +
           pgn_tag("Variant", facts.name) + pgn_tag("WhitePiece", std::string(1, facts.pieces.first)) +
           pgn_tag("BlackPiece", std::string(1, facts.pieces.second)) + pgn_tag("SetUp", "1") +
           pgn_tag("FEN", engine_fen(first_board(record), first_number(record))) + time_tags(record) +
           pgn_tag("Termination", termination_word(record.termination)) +
           pgn_tag("Ending", name(record.termination)) + winner_tags(record, run) +
           pgn_tag("PlyCount", std::to_string(record.turns)) +
           pgn_tag("Score", fmt::format("{}-{}", record.score[white], record.score[black]));
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

/// What is known of a move beside its squares, e.g. `{35/12 0.000042s}`: score and depth, and the time that
/// was charged.
std::string move_comment(const GameRecord& record, std::size_t move) {
    const auto microseconds = std::chrono::floor<std::chrono::microseconds>(record.moves[move].took).count();
    return fmt::format("{{{}{}.{:06}s}}",
                       record.search.empty() ? std::string() : search_text(record.search[move]),
                       microseconds / 1'000'000, microseconds % 1'000'000);
}

/// Words in lines.
class MoveText {
  public:
    void add(std::string_view word) {
        if (column_ > 0 && column_ + 1 + word.size() > kLineWidth) {
            text_ += '\n';
            column_ = 0;
        } else if (column_ > 0) {
            text_ += ' ';
            ++column_;
        }
        text_ += word;
        column_ += word.size();
    }
    void add_move(referee::Game game, const referee::MoveNumbers& numbers, std::string_view comment) {
        if (to_move_ == Side::First || is_first_) { // a comment stood in between
            add(fmt::format("{}{}", number_, to_move_ == Side::First ? "." : "..."));
        }
        add(notation(game, numbers));
        add(comment);
        number_ += to_move_ == Side::Second ? 1 : 0;
        to_move_ = opponent(to_move_);
        is_first_ = false;
    }
    void begin_with(Side side, int number) {
        to_move_ = side;
        number_ = number;
    }
    [[nodiscard]] std::string text() && { return std::move(text_); }

  private:
    std::string text_;
    std::size_t column_ = 0;
    Side to_move_ = Side::First;
    int number_ = 1;
    bool is_first_ = true;
};

/// The fault as a comment. Braces would end it.
std::string fault_comment(const GameRecord& record, const ExportedRun& run) {
    const referee::FaultNote& fault = record.fault.value();
    std::string text = fmt::format("{}: {}", run.name_of(record, fault.agent), fault.reason);
    text = referee::to_printable(text, kMostTagBytes);
    std::replace(text.begin(), text.end(), '{', '(');
    std::replace(text.begin(), text.end(), '}', ')');
    return "{" + text + "}";
}

} // namespace

std::string pgn_tag(std::string_view key, std::string_view value) {
    std::string text = fmt::format("[{} \"", key);
    for (const char c : referee::to_printable(value, kMostTagBytes)) {
        text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
    }
    return text + "\"]\n";
}

std::string_view pgn_result(const GameRecord& record) {
    if (!record.winner) {
        return "*";
    }
    if (*record.winner == Winner::Draw) {
        return "1/2-1/2";
    }
    return *record.winner == winner_is(record.first) ? "1-0" : "0-1";
}

std::string pgn_game(const GameRecord& record, const ExportedRun& run) {
    MoveText moves;
    moves.begin_with(first_board(record).to_move(), first_number(record));
    for (const referee::MoveNumbers& move : record.opening) {
        moves.add_move(record.rules, move, "{book}");
    }
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        moves.add_move(record.rules, record.moves[i].numbers, move_comment(record, i));
    }
    if (record.fault) {
        moves.add(fault_comment(record, run));
    }
    moves.add(pgn_result(record));
    return tags_of(record, run) + "\n" + std::move(moves).text() + "\n\n";
}

} // namespace sprt
