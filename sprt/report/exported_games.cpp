#include "sprt/report/exported_games.hpp"

#include "referee/base/text.hpp"
#include "referee/base/time.hpp"
#include "referee/game/replay.hpp"
#include "referee/rules/games.hpp"

#include <algorithm>
#include <array>
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

ExportedRun exported_as(const WatchPlan& watch, std::string started, const std::filesystem::path& dir) {
    return {.event = watch.title.value_or(dir.empty() ? "sprt" : event_of(dir)),
            .site = watch.site.value_or(std::string(kSite)),
            .date = std::move(started),
            .agents = {}};
}

std::string microseconds_of(std::chrono::nanoseconds time) {
    return std::to_string(std::chrono::floor<std::chrono::microseconds>(time).count());
}

using referee::Side;
using referee::Termination;

constexpr std::size_t kMostTagBytes = 1000;
constexpr std::size_t kLineWidth = 80;

/// The words of the standard, but for `illegal move`, which it calls a rules infraction: tools for tests of
/// engines look for that.
std::string_view termination_word(const GameRecord& record) {
    if (record.termination == Termination::TurnLimit && is_standard(record)) {
        return "adjudication"; // by no rule of chess
    }
    switch (referee::ending_by(record.termination).decider) {
    case referee::Decider::Board:
    case referee::Decider::Draw:
        return "normal";
    case referee::Decider::Rule:
        return "adjudication";
    case referee::Decider::Nobody:
        return "unterminated";
    case referee::Decider::Fault:
        break;
    }
    if (record.termination == Termination::IllegalMove || record.termination == Termination::ProtocolError) {
        return "illegal move";
    }
    const bool is_gone =
        record.termination == Termination::Crashed || (is_standard(record) && is_stall(record));
    return is_gone ? "abandoned" : "time forfeit";
}

/// Seconds for the game, or `40/` seconds for 40 moves, with `+` seconds after each move; `*` seconds for
/// each move (the standard calls it a sandclock); otherwise what limits a search, or `?`.
std::string time_control(const std::optional<referee::TimeControl>& limit) {
    const auto seconds = [](std::chrono::nanoseconds time) {
        return fmt::format("{}", std::chrono::duration<double>(time).count());
    };
    if (!limit) {
        return "?";
    }
    switch (limit->kind) {
    case referee::LimitKind::Game:
        return (limit->moves > 0 ? fmt::format("{}/", limit->moves) : std::string()) + seconds(limit->time) +
               (limit->increment.count() > 0 ? "+" + seconds(limit->increment) : std::string());
    case referee::LimitKind::Move:
        return "*" + seconds(limit->time);
    case referee::LimitKind::Search:
        break;
    }
    return to_string(*limit);
}

/// The limits, and when the game was played, if that is known.
std::string time_tags(const GameRecord& record) {
    const std::string white = time_control(record.limits[record.first]);
    const std::string black = time_control(record.limits[other(record.first)]);
    std::string tags = white == black
                           ? pgn_tag("TimeControl", white)
                           : pgn_tag("WhiteTimeControl", white) + pgn_tag("BlackTimeControl", black);
    if (record.started) {
        const auto at = [](referee::UtcTime time) {
            const std::string text = referee::utc_text(time);
            return text.substr(0, text.find('.')) + " +0000";
        };
        const auto seconds = std::chrono::floor<std::chrono::seconds>(record.duration).count();
        tags += pgn_tag("GameStartTime", at(*record.started)) +
                pgn_tag("GameEndTime", at(*record.started + record.duration)) +
                pgn_tag("GameDuration",
                        fmt::format("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60));
    }
    return tags;
}

std::string winner_tags(const GameRecord& record, const ExportedRun& run) {
    if (!record.winner || *record.winner == Winner::Draw) {
        return "";
    }
    const Player winner = *record.winner == Winner::Agent1 ? Player::Agent1 : Player::Agent2;
    return pgn_tag("Winner", run.name_of(record, winner)) +
           pgn_tag("Loser", run.name_of(record, other(winner)));
}

int first_number(const GameRecord& record) {
    return record.start && record.opening.empty() ? record.start->full_move : 1;
}

/// Of a tournament the round and the game, otherwise the pair and the game of the pair.
std::string round_of(const GameRecord& record) {
    return record.round ? fmt::format("{}.{}", *record.round, record.game)
                        : fmt::format("{}.{}", record.pair, record.game % 2);
}

/// Nothing is said of the usual start of the usual rules.
std::string standard_tags(const GameRecord& record) {
    const bool is_usual = by_own_rules(record.rules) == record.rules;
    const bool has_fen = !is_usual || (record.start && record.opening.empty());
    const std::string fen = engine_fen(first_board(record), first_number(record));
    return (has_fen ? pgn_tag("SetUp", "1") + pgn_tag("FEN", fen) : std::string()) +
           (is_usual ? std::string()
                     : pgn_tag("Variant", referee::capitalised(std::string(rules_name(record.rules))))) +
           pgn_tag("PlyCount", std::to_string(record.turns)) +
           pgn_tag("Termination", termination_word(record)) + time_tags(record) +
           pgn_tag("Ending", name(record.termination));
}

std::string other_tags(const GameRecord& record, const ExportedRun& run) {
    const referee::GameFacts& facts = facts_of(record.rules);
    const Player white = record.first;
    return pgn_tag("Variant", facts.name) + pgn_tag("WhitePiece", std::string(1, facts.pieces.first)) +
           pgn_tag("BlackPiece", std::string(1, facts.pieces.second)) + pgn_tag("SetUp", "1") +
           pgn_tag("FEN", engine_fen(first_board(record), first_number(record))) + time_tags(record) +
           pgn_tag("Termination", termination_word(record)) + pgn_tag("Ending", name(record.termination)) +
           winner_tags(record, run) + pgn_tag("PlyCount", std::to_string(record.turns)) +
           pgn_tag("Score", fmt::format("{}-{}", record.score[white], record.score[other(white)]));
}

std::string tags_of(const GameRecord& record, const ExportedRun& run) {
    const Player white = record.first;
    const Player black = other(white);
    const std::string began = record.started ? referee::utc_text(*record.started) : run.date;
    std::string date = began.empty() ? "????.??.??" : began.substr(0, 10);
    std::replace(date.begin(), date.end(), '-', '.');
    return pgn_tag("Event", run.event) + pgn_tag("Site", run.site) + pgn_tag("Date", date) +
           pgn_tag("Round", round_of(record)) + pgn_tag("White", run.name_of(record, white)) +
           pgn_tag("Black", run.name_of(record, black)) + pgn_tag("Result", pgn_result(record)) +
           (is_standard(record) ? standard_tags(record) : other_tags(record, run));
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
    void add_move(std::string_view move) {
        if (to_move_ == Side::First || is_first_) { // a comment stood in between
            add(fmt::format("{}{}", number_, to_move_ == Side::First ? "." : "..."));
        }
        add(move);
        number_ += to_move_ == Side::Second ? 1 : 0;
        to_move_ = opponent(to_move_);
        is_first_ = false;
    }
    /// Its words stand in several lines where one is too short, but for `ending`, its last ones: tools look
    /// for them in one line.
    void add_comment(std::string_view text, std::string_view ending = "") {
        const bool has_both = !text.empty() && !ending.empty();
        const std::string last = std::string(ending) + "}";
        const std::string first = "{" + std::string(text) + (has_both ? "," : "");
        const std::string comment = first + (has_both ? " " : "") + last;
        if (comment.size() <= kLineWidth) {
            return add(comment);
        }
        std::string_view rest = has_both ? first : comment;
        while (!rest.empty()) {
            const std::size_t blank = std::min(rest.find(' '), rest.size());
            add(rest.substr(0, blank));
            rest.remove_prefix(std::min(blank + 1, rest.size()));
        }
        if (has_both) {
            add(last);
        }
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

} // namespace

ExportedRun exported_run(const RunPlan& plan, std::string started, const std::filesystem::path& dir) {
    ExportedRun run = exported_as(plan.watch, std::move(started), dir);
    run.agents = {plan.agents.agent1.name, plan.agents.agent2.name};
    return run;
}

ExportedRun exported_run(const TournamentPlan& plan, std::string started, const std::filesystem::path& dir) {
    ExportedRun run = exported_as(plan.watch, std::move(started), dir);
    run.agents = names_of(plan.agents);
    return run;
}

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

std::string no_formula(std::string text) {
    if (!text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos) {
        text.insert(text.begin(), '\'');
    }
    return text;
}

std::string csv_header() {
    return csv_row(kColumns);
}

std::string csv_line(const GameRecord& record, const ExportedRun& run) {
    const auto [result, winner] = result_fields(record);
    const auto& fault = record.fault;
    return csv_row(std::array<std::string, kColumns.size()>{
        std::to_string(record.game), std::to_string(record.pair),
        no_formula(run.name_of(record, Player::Agent1)), no_formula(run.name_of(record, Player::Agent2)),
        std::to_string(number(record.first)), result, winner, std::string(name(record.termination)),
        std::to_string(record.score.agent1), std::to_string(record.score.agent2),
        std::to_string(record.turns), microseconds_of(record.used.agent1),
        microseconds_of(record.used.agent2), fault ? std::to_string(number(fault->agent)) : "",
        fault ? no_formula(fault->reason) : "",
        record.adjudication ? std::string(name(*record.adjudication)) : ""});
}

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
    MoveText text;
    text.begin_with(first_board(record).to_move(), first_number(record));
    const std::size_t turns = record.opening.size() + record.moves.size();
    const std::string ending = ending_comment(record, run);
    const bool joins_last_comment = is_standard(record) && turns > 0;
    const MoveComments comments(record, run);
    std::size_t made = 0;
    static_cast<void>(replay(record, [&](const referee::ReplayedTurn& turn) {
        text.add_move(notation(turn.before, turn.move, run.notation));
        const std::string comment = comments.of(made, turn.before);
        const std::string_view last = ++made == turns && joins_last_comment ? ending : std::string_view();
        if (!comment.empty() || !last.empty()) {
            text.add_comment(comment, last);
        }
    }));
    if (!ending.empty() && !joins_last_comment) {
        text.add_comment("", ending);
    }
    text.add(pgn_result(record));
    return tags_of(record, run) + "\n" + std::move(text).text() + "\n\n";
}

std::string epd_line(const GameRecord& record) {
    const referee::Course last = replay(record, [](const referee::ReplayedTurn&) {}).last;
    const bool black_began = first_board(record).to_move() == Side::Second;
    const int number = first_number(record) + (last.turns() + (black_began ? 1 : 0)) / 2;
    std::string text = engine_fen(last.board(), number);
    if (is_standard(record)) { // an EPD has four fields, and says the counters by operations
        text.resize(text.rfind(' ', text.rfind(' ') - 1));
        text += fmt::format(" hmvc {}; fmvn {};", *half_moves(last.board()), number);
    }
    return text + "\n";
}

} // namespace sprt
