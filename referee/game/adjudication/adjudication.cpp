#include "referee/game/adjudication/adjudication.hpp"

#include "referee/base/seed.hpp"
#include "referee/game/json_fields.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <limits>
#include <optional>
#include <string>

namespace referee {
namespace {

constexpr std::array<std::string_view, kAdjudicationRules.size()> kNames{
    "tablebase", "material", "resign", "draw", "fill", "max_turns"};

/// A score that can be compared with bounds. A mate is beyond every bound.
std::int64_t comparable(const engine::Score& score) noexcept {
    if (!score.is_mate) {
        return score.value;
    }
    return score.value > 0 ? std::numeric_limits<std::int64_t>::max()
                           : std::numeric_limits<std::int64_t>::min();
}

constexpr Whole in(const Range& range) {
    return {range.least, range.most};
}

/// One number for both agents, or one for each.
struct Scores {
    Whole each;

    [[nodiscard]] Json write(const PerPlayer<int>& scores) const {
        const auto& [one, two] = scores;
        return one == two ? Json(one) : Json{one, two};
    }
    void read(const JsonNode& node, PerPlayer<int>& scores) const {
        if (node.json().is_array()) {
            read_by(each, node, scores);
        } else {
            each.read(node, scores.agent1);
            scores.agent2 = scores.agent1;
        }
    }
};

/// Two values, each a word.
template<class Value>
constexpr auto either(Value one, std::string_view word, Value other, std::string_view its_word,
                      std::string_view wanted) {
    return texts(
        [=](Value value) { return value == one ? word : its_word; },
        [=](const std::string& text) {
            return text == word ? std::optional(one) : text == its_word ? std::optional(other) : std::nullopt;
        },
        wanted);
}
constexpr auto kResult = either(false, "draw", true, "stones", "\"draw\" or \"stones\"");
constexpr auto kTableResults =
    either(TableResults::Wins, "wins", TableResults::Draws, "draws", "\"wins\" or \"draws\"");

/// A number of turns, or `move34`: a number of full moves.
struct RuleStartCode {
    [[nodiscard]] Json write(const RuleStart& start) const {
        return start.is_full_move ? Json(rule_start_text(start)) : Json(start.number);
    }
    void read(const JsonNode& node, RuleStart& start) const {
        if (node.json().is_string()) {
            const auto found = rule_start_of(node.text());
            node.expect(found && found->is_full_move,
                        "a number of turns, or moveN with a number from 0 to 1000000");
            start = *found;
        } else {
            in(kAfterRange).read(node, start.number);
            start.is_full_move = false;
        }
    }
};

constexpr auto kPath = only<std::string>(
    Plain(), [](const std::string& path) { return !path.empty() && path.find('\0') == std::string::npos; },
    "directories, with a colon between them");

constexpr auto kTablebaseFields = closed_fields<TablebaseRule>(
    field("path", &TablebaseRule::path, kPath), told("pieces", &TablebaseRule::pieces, in(kTablePiecesRange)),
    told("ignore50", &TablebaseRule::ignore50), told("results", &TablebaseRule::results, kTableResults));
constexpr auto kMaterialFields =
    closed_fields<MaterialRule>(later("lead", &MaterialRule::lead, in(kLeadRange)),
                                later("plies", &MaterialRule::plies, in(kPliesRange)));
constexpr auto kResignFields = closed_fields<ResignRule>(
    later("score", &ResignRule::score, Scores{in(kResignScoreRange)}),
    later("moves", &ResignRule::moves, in(kPliesRange)), later("two_sided", &ResignRule::two_sided));
constexpr auto kDrawFields = closed_fields<DrawRule>(
    later("score", &DrawRule::score, Scores{in(kDrawScoreRange)}),
    later("moves", &DrawRule::moves, in(kPliesRange)), later("after", &DrawRule::after, RuleStartCode()));
constexpr auto kMaxTurnsFields = closed_fields<MaxTurnsRule>(
    later("turns", &MaxTurnsRule::turns, in(kPliesRange)), later("result", &MaxTurnsRule::by_stones, kResult),
    told("played", &MaxTurnsRule::only_played));

/// The numbers of a rule. False is none; true is a rule with its defaults, where `has_defaults`.
template<class RuleFields>
struct Rule {
    RuleFields its_fields;
    bool has_defaults = true;

    template<class Value>
    [[nodiscard]] Json write(const std::optional<Value>& rule) const {
        return its_fields.write(*rule);
    }
    template<class Value>
    void read(const JsonNode& node, std::optional<Value>& rule) const {
        if (node.json() == Json(false)) {
            return;
        }
        rule.emplace();
        if (!has_defaults || node.json() != Json(true)) {
            node.expect(node.json().is_object(),
                        has_defaults ? "an object, true or false" : "an object with the key path, or false");
            its_fields.read(node, *rule);
        }
    }
};
template<class RuleFields, class... More>
Rule(RuleFields, More...) -> Rule<RuleFields>;

constexpr auto kShare = only<double>(
    Plain(), [](double share) { return share >= 0 && share <= 1; }, "a share of the games, 0 to 1");
constexpr auto kRulesFields = closed_fields<Adjudication>(
    told("tablebase", &Adjudication::tablebase, Rule{kTablebaseFields, false}),
    told("material", &Adjudication::material, Rule{kMaterialFields}),
    told("resign", &Adjudication::resign, Rule{kResignFields}),
    told("draw", &Adjudication::draw, Rule{kDrawFields}), told("fill", &Adjudication::fill),
    told("max_turns", &Adjudication::max_turns, Rule{kMaxTurnsFields}),
    later("verify", &Adjudication::verify, kShare));

} // namespace

std::string_view name(AdjudicationRule rule) noexcept {
    return kNames[static_cast<std::size_t>(rule)];
}

std::optional<AdjudicationRule> adjudication_rule_named(std::string_view text) noexcept {
    return named_in<AdjudicationRule>(kNames, text);
}

bool Adjudication::has(AdjudicationRule rule) const noexcept {
    const std::array<bool, kNames.size()> has{
        tablebase.has_value(), material.has_value(), resign.has_value(), draw.has_value(), fill,
        max_turns.has_value()};
    return has[static_cast<std::size_t>(rule)];
}

std::optional<std::string> problem_of(const Adjudication& rules, Game game,
                                      const PerPlayer<bool>& sends_scores) {
    if (rules.needs_scores()) {
        for (const Player player : kPlayers) {
            if (!sends_scores[player]) {
                return fmt::format(
                    "{} needs the scores of both agents, and agent {} sends none: only engines "
                    "do",
                    name(rules.resign ? AdjudicationRule::Resign : AdjudicationRule::Draw), number(player));
            }
        }
    }
    const bool by_stones = rules.max_turns && rules.max_turns->by_stones;
    if (!facts_of(game).counts_stones && (rules.material || rules.fill || by_stones)) {
        return fmt::format("{} counts stones, and {} has none to count",
                           name(rules.material ? AdjudicationRule::Material
                                : rules.fill   ? AdjudicationRule::Fill
                                               : AdjudicationRule::MaxTurns),
                           name(game));
    }
    if (!facts_of(game).has_tables) {
        if (rules.tablebase) {
            return fmt::format("tablebase is for {}, and the game is {}", kGameOfTables, name(game));
        }
        if (rules.draw && rules.draw->after.is_full_move) {
            return fmt::format("draw: move{} is a number of a board of {}, and the game is {}; give turns, "
                               "as draw=10/8/60",
                               rules.draw->after.number, kGameOfTables, name(game));
        }
    }
    return std::nullopt;
}

bool is_verified(std::uint64_t run_seed, std::uint64_t game, double verify) noexcept {
    constexpr std::uint64_t kNoAgent = 2; // the seeds of the agents were those of 0 and 1
    constexpr int kBits = 53;             // of a double's fraction
    const std::uint64_t drawn = game_seed(run_seed, game, kNoAgent) >> (64 - kBits);
    return static_cast<double>(drawn) < verify * static_cast<double>(std::uint64_t{1} << kBits);
}

Adjudicator::Adjudicator(const Adjudication& rules, Player first, int turn_limit, ProbeTables probe)
    : rules_(rules)
    , players_{first, other(first)}
    , turn_limit_(turn_limit)
    , probe_(probe) {}

void Adjudicator::moved(Side mover, const Board& after, const std::optional<engine::Score>& score) noexcept {
    ++played_;
    if (rules_.material) {
        count_lead(after);
    }
    if (half_moves(after) == 0) {
        rows_.first.near = 0;
        rows_.second.near = 0;
    }
    if (rules_.needs_scores()) {
        count_score(mover, score);
    }
}

void Adjudicator::count_lead(const Board& after) noexcept {
    const PerSide<int> stones = after.score();
    if (std::abs(stones.first - stones.second) < rules_.material->lead) {
        led_ = 0;
        return;
    }
    const Side leads = stones.first > stones.second ? Side::First : Side::Second;
    led_ = leads == leader_ ? led_ + 1 : 1;
    leader_ = leads;
}

void Adjudicator::count_score(Side mover, const std::optional<engine::Score>& score) noexcept {
    Rows& rows = rows_[mover];
    const auto count = [&](int& row, bool is_in_it) { row = score && is_in_it ? row + 1 : 0; };
    const std::int64_t value = score ? comparable(*score) : 0;
    if (rules_.resign) {
        const std::int64_t bound = rules_.resign->score[players_[mover]];
        count(rows.low, value <= -bound);
        count(rows.high, value >= bound);
    }
    if (rules_.draw) {
        const std::int64_t bound = rules_.draw->score[players_[mover]];
        count(rows.near, value >= -bound && value <= bound);
    }
}

std::optional<Side> Adjudicator::resigning() const noexcept {
    const ResignRule& rule = *rules_.resign;
    const auto loses = [&](Side side) {
        return rows_[side].low >= rule.moves && (!rule.two_sided || rows_[opponent(side)].high >= rule.moves);
    };
    if (loses(Side::First) == loses(Side::Second)) {
        return std::nullopt;
    }
    return loses(Side::First) ? Side::First : Side::Second;
}

bool Adjudicator::is_drawn(int turns, int full_move) const noexcept {
    const DrawRule& rule = *rules_.draw;
    const int over = rule.after.is_full_move ? full_move - 1 : turns;
    return over >= rule.after.number && rows_.first.near >= rule.moves && rows_.second.near >= rule.moves;
}

std::optional<Ruling> Adjudicator::by_tables(const Board& board) const noexcept {
    const TablebaseRule& rule = *rules_.tablebase;
    const auto pieces = table_pieces(board);
    if (!pieces || *pieces > (rule.pieces > 0 ? rule.pieces : kMostTablePieces)) {
        return std::nullopt;
    }
    const auto value = probe_(board);
    if (!value) {
        return std::nullopt;
    }
    const bool wins = *value == TableValue::Win || (rule.ignore50 && *value == TableValue::CursedWin);
    const bool loses = *value == TableValue::Loss || (rule.ignore50 && *value == TableValue::BlessedLoss);
    if (rule.results == (wins || loses ? TableResults::Draws : TableResults::Wins)) {
        return std::nullopt;
    }
    const Side to_move = board.to_move();
    return Ruling{AdjudicationRule::Tablebase, wins    ? std::optional(to_move)
                                               : loses ? std::optional(opponent(to_move))
                                                       : std::nullopt};
}

std::optional<Ruling> Adjudicator::ruling(const Board& board, int turns, int full_move) const noexcept {
    if (rules_.tablebase) {
        if (const auto found = by_tables(board)) {
            return found;
        }
    }
    if (rules_.material && led_ >= rules_.material->plies) {
        return Ruling{AdjudicationRule::Material, leader_};
    }
    if (rules_.resign) {
        if (const auto loser = resigning()) {
            return Ruling{AdjudicationRule::Resign, opponent(*loser)};
        }
    }
    if (rules_.draw && is_drawn(turns, full_move)) {
        return Ruling{AdjudicationRule::Draw, std::nullopt};
    }
    if (rules_.fill) {
        if (const auto winner = winner_by_filling(board, turn_limit_ - turns)) {
            return Ruling{AdjudicationRule::Fill, winner};
        }
    }
    if (rules_.max_turns && (rules_.max_turns->only_played ? played_ : turns) >= rules_.max_turns->turns) {
        return Ruling{AdjudicationRule::MaxTurns, rules_.max_turns->by_stones ? leader(board) : std::nullopt};
    }
    return std::nullopt;
}

Adjudication read_adjudication(const JsonNode& node) {
    if (node.json() == Json(false)) {
        return {};
    }
    node.expect(node.json().is_object(), "an object of rules, or false for none");
    return kRulesFields.read(node);
}

Json adjudication_json(const Adjudication& rules) {
    return rules.is_on() ? kRulesFields.write(rules) : Json(false);
}

} // namespace referee
