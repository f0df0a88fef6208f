#include "referee/game/adjudication/adjudication_json.hpp"

#include "referee/game/adjudication/adjudication_text.hpp"
#include "referee/game/json_fields.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace referee {
namespace {

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

constexpr auto kResult =
    texts([](bool by_stones) { return by_stones ? "stones" : "draw"; },
          [](const std::string& word) {
              return word == "stones" || word == "draw" ? std::optional(word == "stones") : std::nullopt;
          },
          "\"draw\" or \"stones\"");

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

constexpr auto kTableResults =
    texts([](TableResults results) { return results == TableResults::Wins ? "wins" : "draws"; },
          [](const std::string& word) {
              return word == "wins"    ? std::optional(TableResults::Wins)
                     : word == "draws" ? std::optional(TableResults::Draws)
                                       : std::nullopt;
          },
          "\"wins\" or \"draws\"");
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

/// The numbers of a rule. True is a rule with its defaults, false is none.
template<class RuleFields>
struct Rule {
    RuleFields its_fields;

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
        if (node.json() != Json(true)) {
            node.expect(node.json().is_object(), "an object, true or false");
            its_fields.read(node, *rule);
        }
    }
};
template<class RuleFields>
Rule(RuleFields) -> Rule<RuleFields>;

/// The rule that has no defaults for all of its fields: an object, or false.
struct Tablebase {
    [[nodiscard]] Json write(const std::optional<TablebaseRule>& rule) const {
        return kTablebaseFields.write(*rule);
    }
    void read(const JsonNode& node, std::optional<TablebaseRule>& rule) const {
        if (node.json() != Json(false)) {
            node.expect(node.json().is_object(), "an object with the key path, or false");
            rule = kTablebaseFields.read(node);
        }
    }
};

constexpr auto kShare = only<double>(
    Plain(), [](double share) { return share >= 0 && share <= 1; }, "a share of the games, 0 to 1");
constexpr auto kRulesFields = closed_fields<Adjudication>(
    told("tablebase", &Adjudication::tablebase, Tablebase()),
    told("material", &Adjudication::material, Rule{kMaterialFields}),
    told("resign", &Adjudication::resign, Rule{kResignFields}),
    told("draw", &Adjudication::draw, Rule{kDrawFields}), told("fill", &Adjudication::fill),
    told("max_turns", &Adjudication::max_turns, Rule{kMaxTurnsFields}),
    later("verify", &Adjudication::verify, kShare));

} // namespace

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
