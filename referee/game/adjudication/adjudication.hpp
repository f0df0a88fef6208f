#pragma once
// Rules that end a game before the board does: what they are, what they decide in a game, and how they are
// written in JSON and as flags. All are off unless somebody turns them on: each of them can change a result.
// Source: docs/games.md, "Ending games early", "Turning rules on".

#include "referee/game/adjudication/tablebase.hpp"
#include "referee/game/json.hpp"
#include "referee/game/player.hpp"
#include "referee/game/settings/setting.hpp"
#include "referee/rules/games.hpp"
#include "referee/talk/engine/reader.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// The rules, in the order in which they are looked at.
enum class AdjudicationRule : std::uint8_t { Tablebase, Material, Resign, Draw, Fill, MaxTurns };

inline constexpr std::array kAdjudicationRules{AdjudicationRule::Tablebase, AdjudicationRule::Material,
                                               AdjudicationRule::Resign,    AdjudicationRule::Draw,
                                               AdjudicationRule::Fill,      AdjudicationRule::MaxTurns};

/// The name in configurations, logs and reports: `tablebase`, `material`, `resign`, `draw`, `fill` or
/// `max_turns`.
[[nodiscard]] std::string_view name(AdjudicationRule rule) noexcept;
/// Empty when no rule has that name.
[[nodiscard]] std::optional<AdjudicationRule> adjudication_rule_named(std::string_view text) noexcept;

template<class Value>
class PerRule {
  public:
    [[nodiscard]] constexpr Value& operator[](AdjudicationRule rule) noexcept {
        return values_[static_cast<std::size_t>(rule)];
    }
    [[nodiscard]] constexpr const Value& operator[](AdjudicationRule rule) const noexcept {
        return values_[static_cast<std::size_t>(rule)];
    }
    bool operator==(const PerRule&) const = default;

  private:
    std::array<Value, kAdjudicationRules.size()> values_{};
};

/// Which results of tables end a game.
enum class TableResults : std::uint8_t { All, Wins, Draws };

/// The result is that of the Syzygy tables, see referee::table_pieces().
struct TablebaseRule {
    std::string path{};    ///< directories with a colon between them
    int pieces = 0;        ///< with more pieces, kings included, no table is asked; 0: all tables are
    bool ignore50 = false; ///< a win that takes more than 50 moves is one; otherwise it is a draw
    TableResults results = TableResults::All;
    bool operator==(const TablebaseRule&) const = default;
};

/// The side that has led by `lead` stones or more after each of the last `plies` moves wins.
struct MaterialRule {
    int lead = 20;
    int plies = 4;
    bool operator==(const MaterialRule&) const = default;
};

/// The side loses whose own score was at or below minus its bound in its last `moves` moves; when
/// `two_sided`, only if the other side's was at or above its bound in as many of its own.
struct ResignRule {
    PerPlayer<int> score{800, 800};
    int moves = 3;
    bool two_sided = true;
    bool operator==(const ResignRule&) const = default;
};

/// From when on a rule holds.
struct RuleStart {
    int number = 60;
    bool is_full_move =
        false; ///< so many full moves are over by the board's own number; otherwise so many turns
    bool operator==(const RuleStart&) const = default;
};

/// From `after` on it is a draw when the scores of both sides were within their bounds of 0 in the last
/// `moves` moves of each. In chess these are counted anew from each capture and each move of a pawn on.
struct DrawRule {
    PerPlayer<int> score{10, 10};
    int moves = 8;
    RuleStart after{};
    bool operator==(const DrawRule&) const = default;
};

/// After `turns` turns it is a draw, or the side with more stones wins.
struct MaxTurnsRule {
    int turns = 600;
    bool by_stones = false;
    bool only_played = false; ///< the moves of the opening do not count
    bool operator==(const MaxTurnsRule&) const = default;
};

struct Adjudication {
    std::optional<TablebaseRule> tablebase{}; ///< empty: off, as for each rule
    std::optional<MaterialRule> material{};
    std::optional<ResignRule> resign{};
    std::optional<DrawRule> draw{};
    bool fill = false; ///< see winner_by_filling()
    std::optional<MaxTurnsRule> max_turns{};
    double verify = 0.1; ///< share of the games that are played to their natural end, 0 to 1

    [[nodiscard]] bool is_on() const noexcept {
        return tablebase || material || resign || draw || fill || max_turns;
    }
    [[nodiscard]] bool has(AdjudicationRule rule) const noexcept;
    [[nodiscard]] bool needs_scores() const noexcept { return resign || draw; }
    bool operator==(const Adjudication&) const = default;
};

// What the numbers of the rules may be.
inline constexpr Range kLeadRange{1, 49};
inline constexpr Range kPliesRange{1, 1'000'000}; ///< plies, moves and turns
inline constexpr Range kAfterRange{0, 1'000'000};
inline constexpr Range kResignScoreRange{1, 1'000'000'000};
inline constexpr Range kDrawScoreRange{0, 1'000'000'000};
inline constexpr Range kTablePiecesRange{3, kMostTablePieces};

/// What is wrong with `rules` for a game between these agents, in one line; empty when nothing is.
/// `sends_scores`: whether the agent says what it thinks of its position.
[[nodiscard]] std::optional<std::string> problem_of(const Adjudication& rules, Game game,
                                                    const PerPlayer<bool>& sends_scores);

/// Opens the tables of `rules`, as problem_of_tables(path) does; empty also without the rule.
[[nodiscard]] inline std::optional<std::string> problem_of_tables(const Adjudication& rules) {
    return rules.tablebase ? problem_of_tables(rules.tablebase->path) : std::nullopt;
}

/// Whether game `game` of the run with `run_seed` is one of the share `verify` that is played to its natural
/// end. A function of the three arguments only.
[[nodiscard]] bool is_verified(std::uint64_t run_seed, std::uint64_t game, double verify) noexcept;

// Follows a game and says before a turn whether a rule of adjudication ends it. Pure: the same moves, scores
// and rules give the same answers.

struct Ruling {
    AdjudicationRule rule;
    std::optional<Side> winner; ///< empty: a draw
    bool operator==(const Ruling&) const = default;
};

class Adjudicator {
  public:
    /// `first`: who plays Side::First. `turn_limit`: after so many turns the game ends in any case. `probe`:
    /// what knows the tables of the rule `tablebase`.
    Adjudicator(const Adjudication& rules, Player first, int turn_limit, ProbeTables probe = probe_tables);

    /// `mover` made a move that led to `after`; moves of an opening are not told. `score`: as the mover sees
    /// the position, when it says so.
    void moved(Side mover, const Board& after, const std::optional<engine::Score>& score) noexcept;

    /// What ends the game before the next turn on `board`, which the board itself has not ended. `turns` were
    /// taken, those of the opening included. `full_move`: the number of the next move on the board, one more
    /// after each move of the second side. Empty: the game goes on.
    [[nodiscard]] std::optional<Ruling> ruling(const Board& board, int turns, int full_move) const noexcept;

  private:
    void count_lead(const Board& after) noexcept;
    void count_score(Side mover, const std::optional<engine::Score>& score) noexcept;
    /// The side that loses by its score; empty also when both do.
    [[nodiscard]] std::optional<Side> resigning() const noexcept;
    [[nodiscard]] bool is_drawn(int turns, int full_move) const noexcept;
    [[nodiscard]] std::optional<Ruling> by_tables(const Board& board) const noexcept;

    /// How many moves in a row, the last one included, of one side.
    struct Rows {
        int low = 0;  ///< at or below minus the bound of `resign`
        int high = 0; ///< at or above it
        int near = 0; ///< within the bound of `draw`
    };
    Adjudication rules_;
    PerSide<Player> players_;
    int turn_limit_;
    ProbeTables probe_;
    int played_ = 0; ///< moves that were told
    Side leader_ = Side::First;
    int led_ = 0; ///< plies in a row after which `leader_` led by enough
    PerSide<Rows> rows_;
};

// Rules of adjudication in a configuration.

/// Reads an object of rules; `false` is an object without any. In it `false` and a missing rule are off,
/// `true` is a rule with its defaults. Throws UserError naming the JSON pointer of what is unknown, mistyped
/// or out of range.
[[nodiscard]] Adjudication read_adjudication(const JsonNode& node);

/// What read_adjudication() reads: all numbers of the rules that are on, or `false`.
[[nodiscard]] Json adjudication_json(const Adjudication& rules);

// Rules of adjudication as they are written after --adjudicate.

/// `60`, or `move34` for a number of full moves.
[[nodiscard]] std::string rule_start_text(const RuleStart& start);
/// Reads such a text; empty when `text` is none, or its number is not in kAfterRange.
[[nodiscard]] std::optional<RuleStart> rule_start_of(std::string_view text) noexcept;

/// Sets what `text` says, and nothing else: `tablebase=DIR:DIR/pieces=5/ignore50/wins`,
/// `material=LEAD/PLIES`, `resign=SCORE/MOVES/two_sided`, `draw=SCORE/MOVES/AFTER`, `fill=true`,
/// `max_turns=TURNS/draw/played`, `verify=SHARE`. The parts after the first may be left out, and `true`
/// stands for all defaults, which tablebase has none of; SCORE is one number, or two, of agent 1 and of agent
/// 2. `RULE=false` turns a rule off, and `false` alone turns off all of them. Throws UserError, without the
/// name of the flag, when `text` has another form.
void set_rule(Adjudication& rules, const std::string& text);

/// The rules that are on and the share of verified games, each as set_rule() reads it: `fill=true`.
[[nodiscard]] std::vector<std::string> rule_texts(const Adjudication& rules);

} // namespace referee
