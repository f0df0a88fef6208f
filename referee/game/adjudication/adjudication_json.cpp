#include "referee/game/adjudication/adjudication_json.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <span>
#include <string_view>

namespace referee {
namespace {

bool is_off(const JsonNode& node) {
    return node.json() == Json(false);
}

/// Throws UserError for a member of an object whose key is not among `known`.
void expect_known(const JsonNode& object, std::span<const std::string_view> known) {
    for (const std::string& place : object.unknown(known)) {
        std::string list;
        for (const std::string_view key : known) {
            list += list.empty() ? "" : ", ";
            list += key;
        }
        throw UserError(place + " is unknown; known are " + list);
    }
}

void read_number(const JsonNode& rule, const char* key, const Range& range, int& value) {
    if (rule.has(key)) {
        value = static_cast<int>(rule.at(key).integer(range.least, range.most));
    }
}

/// One number for both agents, or one for each.
void read_scores(const JsonNode& rule, const Range& range, PerPlayer<int>& scores) {
    if (!rule.has("score")) {
        return;
    }
    const JsonNode node = rule.at("score");
    const auto score = [&](const JsonNode& each) {
        return static_cast<int>(each.integer(range.least, range.most));
    };
    if (node.json().is_array()) {
        const auto both = node.items(2);
        scores = {score(both[0]), score(both[1])};
    } else {
        scores = {score(node), score(node)};
    }
}

void read_rule(const JsonNode& node, MaterialRule& rule) {
    expect_known(node, std::array<std::string_view, 2>{"lead", "plies"});
    read_number(node, "lead", kLeadRange, rule.lead);
    read_number(node, "plies", kPliesRange, rule.plies);
}

void read_rule(const JsonNode& node, ResignRule& rule) {
    expect_known(node, std::array<std::string_view, 3>{"score", "moves", "two_sided"});
    read_scores(node, kResignScoreRange, rule.score);
    read_number(node, "moves", kPliesRange, rule.moves);
    if (node.has("two_sided")) {
        rule.two_sided = node.at("two_sided").truth();
    }
}

void read_rule(const JsonNode& node, DrawRule& rule) {
    expect_known(node, std::array<std::string_view, 3>{"score", "moves", "after"});
    read_scores(node, kDrawScoreRange, rule.score);
    read_number(node, "moves", kPliesRange, rule.moves);
    read_number(node, "after", kAfterRange, rule.after);
}

void read_rule(const JsonNode& node, MaxTurnsRule& rule) {
    expect_known(node, std::array<std::string_view, 2>{"turns", "result"});
    read_number(node, "turns", kPliesRange, rule.turns);
    if (node.has("result")) {
        const JsonNode result = node.at("result");
        result.expect(result.json() == "draw" || result.json() == "stones", "\"draw\" or \"stones\"");
        rule.by_stones = result.json() == "stones";
    }
}

template<class Rule>
void read_rule(const JsonNode& rules, const char* key, std::optional<Rule>& rule) {
    if (!rules.has(key) || is_off(rules.at(key))) {
        return;
    }
    const JsonNode node = rules.at(key);
    rule.emplace();
    if (node.json() != Json(true)) {
        node.expect(node.json().is_object(), "an object, true or false");
        read_rule(node, *rule);
    }
}

Json scores_json(const PerPlayer<int>& scores) {
    const auto& [one, two] = scores;
    return one == two ? Json(one) : Json{one, two};
}

} // namespace

Adjudication read_adjudication(const JsonNode& node) {
    Adjudication rules;
    if (is_off(node)) {
        return rules;
    }
    node.expect(node.json().is_object(), "an object of rules, or false for none");
    expect_known(
        node, std::array<std::string_view, 6>{"material", "resign", "draw", "fill", "max_turns", "verify"});
    read_rule(node, "material", rules.material);
    read_rule(node, "resign", rules.resign);
    read_rule(node, "draw", rules.draw);
    rules.fill = node.has("fill") && node.at("fill").truth();
    read_rule(node, "max_turns", rules.max_turns);
    if (node.has("verify")) {
        const JsonNode verify = node.at("verify");
        rules.verify = verify.number();
        verify.expect(rules.verify >= 0 && rules.verify <= 1, "a share of the games, 0 to 1");
    }
    return rules;
}

Json adjudication_json(const Adjudication& rules) {
    if (!rules.is_on()) {
        return false;
    }
    Json json = Json::object();
    if (const auto& rule = rules.material) {
        json["material"] = {{"lead", rule->lead}, {"plies", rule->plies}};
    }
    if (const auto& rule = rules.resign) {
        json["resign"] = {
            {"score", scores_json(rule->score)}, {"moves", rule->moves}, {"two_sided", rule->two_sided}};
    }
    if (const auto& rule = rules.draw) {
        json["draw"] = {{"score", scores_json(rule->score)}, {"moves", rule->moves}, {"after", rule->after}};
    }
    if (rules.fill) {
        json["fill"] = true;
    }
    if (const auto& rule = rules.max_turns) {
        json["max_turns"] = {{"turns", rule->turns}, {"result", rule->by_stones ? "stones" : "draw"}};
    }
    json["verify"] = rules.verify;
    return json;
}

} // namespace referee
