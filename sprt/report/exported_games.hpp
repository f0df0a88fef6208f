#pragma once
// Games of a run of any kind, or of a log, as PGN with its comments and as a table, and what both say of the
// run.
// Source: docs/commands.md, "sprt export".

#include "referee/game/record.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/run_plan.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

/// The site of a run that names none.
inline constexpr std::string_view kSite = "referee";

struct ExportedRun {
    std::string event;               ///< a name for the run
    std::string site{kSite};         ///< where it was played
    std::string date;                ///< when the run began, `YYYY-MM-DD...`; empty: not known
    std::vector<std::string> agents; ///< names of all agents, by AgentId; empty: not known
    referee::Notation notation = referee::Notation::San; ///< in which games of chess are written
    PgnComments comments{};

    /// The name of an agent of a game; `agent 1` when it is not known.
    [[nodiscard]] std::string name_of(const referee::GameRecord& record, referee::Player player) const {
        const std::size_t agent = index(record.agents[player]);
        return agent < agents.size() ? agents[agent] : fmt::format("agent {}", agent + 1);
    }
};

/// What the games of `plan` say of their run. `started`: when it began. `dir`: of the run; empty: it is not
/// kept.
[[nodiscard]] ExportedRun exported_run(const RunPlan& plan, std::string started,
                                       const std::filesystem::path& dir);
[[nodiscard]] ExportedRun exported_run(const TournamentPlan& plan, std::string started,
                                       const std::filesystem::path& dir);

/// What a run without a title is called: the name of its directory, or of its log.
[[nodiscard]] inline std::string event_of(const std::filesystem::path& path) {
    const auto whole = std::filesystem::absolute(path).lexically_normal();
    return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

// Games as a table for spreadsheets and scripts: a line a game.
// Source: RFC 4180, but for the ends of lines, which are a newline alone.

/// The names of the columns, with a newline.
[[nodiscard]] std::string csv_header();
/// One game, with a newline. Fields that the game lacks are empty.
[[nodiscard]] std::string csv_line(const referee::GameRecord& record, const ExportedRun& run);

/// A field in quotes when it must have them.
[[nodiscard]] std::string csv_field(std::string_view text);
/// Text of agents and users, which a spreadsheet must not take for a formula: an apostrophe stands before
/// such.
[[nodiscard]] std::string no_formula(std::string text);

// A game as Portable Game Notation, with the tags and comments that programs for tournaments write.
// Source: the PGN standard of 1994, section 8; for comments of chess games fastchess and cutechess, for tags
// of Ataxx games cuteataxx.

/// One game, which must replay, with an empty line after it. White is the agent that plays first. The lines
/// of moves have 80 characters at most, unless a comment has a longer word.
[[nodiscard]] std::string pgn_game(const referee::GameRecord& record, const ExportedRun& run);

/// The position in which the game ended, with a newline: an EPD with the operations hmvc and fmvn, in games
/// other than chess a FEN.
[[nodiscard]] std::string epd_line(const referee::GameRecord& record);

/// `[Key "value"]` and a newline; the value is made printable.
[[nodiscard]] std::string pgn_tag(std::string_view key, std::string_view value);

/// `1-0` when the first player won; `*` for a game that is not scored.
[[nodiscard]] std::string_view pgn_result(const referee::GameRecord& record);

// The comments of a game as PGN: what is known of each move, and why the game ended.

/// Whether the game is the one that the standard of PGN is about, which every reader knows.
[[nodiscard]] bool is_standard(const referee::GameRecord& record);

/// Both must outlive it.
class MoveComments {
  public:
    MoveComments(const referee::GameRecord& record, const ExportedRun& run);

    /// Of the move `turn`, from 0, the opening's included: `book`, or score, depth, the time that was charged
    /// and the facts of run.comments: `+0.35/12 0.042s, tl=9.958s`, in games other than chess `35/12
    /// 0.000042s`. `before`: where it was made. Empty when no comments are wanted.
    [[nodiscard]] std::string of(std::size_t turn, const referee::Board& before) const;

  private:
    /// `tl=9.958s`; empty for what is not known.
    [[nodiscard]] std::string fact_text(MoveFact fact, std::size_t move, const referee::Board& before) const;

    const referee::GameRecord& record_;
    const ExportedRun& run_;
    std::vector<std::optional<std::chrono::nanoseconds>> left_; ///< on the mover's clock after each move
};

/// Why a game of chess ended, in the words that tools for chess know: `White mates`.
[[nodiscard]] std::string standard_ending(const referee::GameRecord& record);
/// Of a game that ended by an illegal move or a protocol error: the move, legal or not; `<none>` when the
/// agent gave none; empty when the error was another one, e.g. an answer that nobody had asked for.
[[nodiscard]] std::string illegal_move(const referee::GameRecord& record);

/// Why the game ended. In games other than chess only a fault; empty: the result says all.
[[nodiscard]] std::string ending_comment(const referee::GameRecord& record, const ExportedRun& run);

} // namespace sprt
