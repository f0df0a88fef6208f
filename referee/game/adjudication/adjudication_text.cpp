#include "referee/base/nearest_word.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/adjudication/adjudication.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <system_error>
#include <vector>

namespace referee {
namespace {

constexpr std::string_view kVerify = "verify";
constexpr std::string_view kMove = "move"; ///< before a number of full moves
constexpr std::string_view kPieces = "pieces=";

/// The value of one rule, part by part. Parts that are not there leave what they are read into.
class RuleParts {
  public:
    /// `form`: what may stand there, for errors.
    RuleParts(std::string_view key, std::string_view value, std::string_view form)
        : key_(key)
        , value_(value)
        , form_(form)
        , parts_(split(value, '/')) {}

    [[nodiscard]] std::string_view value() const { return value_; }

    void number(int& value, const Range& range) {
        if (const auto part = next()) {
            value = read(*part, range);
        }
    }

    void numbers(PerPlayer<int>& values, const Range& range) {
        const auto part = next();
        if (!part) {
            return;
        }
        const std::vector<std::string_view> both = split(*part, ',');
        if (both.size() > 2) {
            wrong();
        }
        values = {read(both.front(), range), read(both.back(), range)};
    }

    /// A word: `yes` makes `value` true, `no`, where there is one, makes it false.
    void word(bool& value, std::string_view yes, std::optional<std::string_view> no = {}) {
        if (const auto part = next()) {
            if (*part != yes && part != no) {
                wrong();
            }
            value = *part == yes;
        }
    }

    /// `60` or `move34`.
    void start(RuleStart& value) {
        if (const auto part = next()) {
            const bool is_full_move = part->starts_with(kMove);
            value = {.number = read(part->substr(is_full_move ? kMove.size() : 0), kAfterRange),
                     .is_full_move = is_full_move};
        }
    }

    /// No part may be left.
    void end() const {
        if (at_ < parts_.size()) {
            wrong();
        }
    }

  private:
    std::optional<std::string_view> next() {
        return at_ < parts_.size() ? std::optional(parts_[at_++]) : std::nullopt;
    }

    [[nodiscard]] int read(std::string_view digits, const Range& range) const {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (end != digits.data() + digits.size() || digits.empty() ||
            (error != std::errc() && error != std::errc::result_out_of_range)) {
            wrong();
        }
        if (error != std::errc() || value < range.least || value > range.most) {
            throw UserError(fmt::format("{}: {} is out of range; it must be from {} to {}", key_,
                                        to_printable(digits), range.least, range.most));
        }
        return static_cast<int>(value);
    }

    [[noreturn]] void wrong() const {
        throw UserError(fmt::format("{}: '{}' must be true, false or {}", key_, to_printable(value_), form_));
    }

    std::string_view key_;
    std::string_view value_;
    std::string_view form_;
    std::vector<std::string_view> parts_;
    std::size_t at_ = 0;
};

void read_parts(MaterialRule& rule, RuleParts& parts) {
    parts.number(rule.lead, kLeadRange);
    parts.number(rule.plies, kPliesRange);
}

void read_parts(ResignRule& rule, RuleParts& parts) {
    parts.numbers(rule.score, kResignScoreRange);
    parts.number(rule.moves, kPliesRange);
    parts.word(rule.two_sided, "two_sided", "one_sided");
}

void read_parts(DrawRule& rule, RuleParts& parts) {
    parts.numbers(rule.score, kDrawScoreRange);
    parts.number(rule.moves, kPliesRange);
    parts.start(rule.after);
}

void read_parts(MaxTurnsRule& rule, RuleParts& parts) {
    parts.number(rule.turns, kPliesRange);
    parts.word(rule.by_stones, "stones", "draw");
    parts.word(rule.only_played, "played");
}

/// What follows the path in the text of a rule: each part with the slash before it.
std::string table_parts(const TablebaseRule& rule) {
    return (rule.pieces > 0 ? fmt::format("/{}{}", kPieces, rule.pieces) : std::string()) +
           (rule.ignore50 ? "/ignore50" : "") +
           (rule.results == TableResults::Wins    ? "/wins"
            : rule.results == TableResults::Draws ? "/draws"
                                                  : "");
}

/// Takes the known parts from the end of `value`; what is left is the path. A directory with the name of a
/// part ends in a slash.
TablebaseRule read_tablebase(std::string_view key, std::string_view value) {
    TablebaseRule rule;
    std::string_view path = value;
    while (true) {
        const auto slash = path.rfind('/');
        const std::string_view part = slash == std::string_view::npos ? "" : path.substr(slash + 1);
        if (part == "wins" || part == "draws") {
            if (rule.results != TableResults::All) {
                throw UserError(
                    fmt::format("{}: '{}' has both /wins and /draws; leave out both for all results", key,
                                to_printable(value)));
            }
            rule.results = part == "wins" ? TableResults::Wins : TableResults::Draws;
        } else if (part == "ignore50") {
            rule.ignore50 = true;
        } else if (part.starts_with(kPieces)) {
            RuleParts pieces(key, part.substr(kPieces.size()), "DIR/pieces=5");
            pieces.number(rule.pieces, kTablePiecesRange);
        } else {
            break;
        }
        path = path.substr(0, slash);
    }
    if (path.empty() || path == "true") {
        throw UserError(fmt::format("{}: '{}' must be false or DIR:DIR/pieces=N/ignore50/wins or draws, as "
                                    "/srv/syzygy/pieces=5; all but the directories may be left out",
                                    key, to_printable(value)));
    }
    rule.path = path;
    return rule;
}

template<class Rule>
void read_rule(std::optional<Rule>& rule, RuleParts parts) {
    if (parts.value() == "false") {
        rule.reset();
        return;
    }
    Rule read;
    if (parts.value() != "true") {
        read_parts(read, parts);
        parts.end();
    }
    rule = read;
}

bool read_truth(std::string_view key, std::string_view value) {
    if (value != "true" && value != "false") {
        throw UserError(fmt::format("{}: '{}' must be true or false", key, to_printable(value)));
    }
    return value == "true";
}

double read_share(std::string_view text) {
    const auto share = parse_number<double>(text);
    if (!share || !(*share >= 0 && *share <= 1)) {
        throw UserError(
            fmt::format("{}: '{}' must be a share of the games, 0 to 1", kVerify, to_printable(text)));
    }
    return *share;
}

std::string scores_text(const PerPlayer<int>& scores) {
    const auto& [one, two] = scores;
    return one == two ? fmt::format("{}", one) : fmt::format("{},{}", one, two);
}

} // namespace

std::string rule_start_text(const RuleStart& start) {
    return fmt::format("{}{}", start.is_full_move ? kMove : "", start.number);
}

std::optional<RuleStart> rule_start_of(std::string_view text) noexcept {
    const bool is_full_move = text.starts_with(kMove);
    text.remove_prefix(is_full_move ? kMove.size() : 0);
    const auto number = parse_number<int>(text);
    return number && *number >= kAfterRange.least && *number <= kAfterRange.most
               ? std::optional(RuleStart{.number = *number, .is_full_move = is_full_move})
               : std::nullopt;
}

void set_rule(Adjudication& rules, const std::string& text) {
    if (text == "false") {
        rules = {};
        return;
    }
    const auto equals = text.find('=');
    const std::string_view key = std::string_view(text).substr(0, equals);
    const auto rule = adjudication_rule_named(key);
    if (equals == std::string::npos || (!rule && key != kVerify)) {
        auto known = texts_of(kAdjudicationRules, [](AdjudicationRule each) { return name(each); });
        known.emplace_back(kVerify);
        throw UserError(fmt::format("'{}' must be RULE=VALUE, as material=20/4 or fill=true; RULE is {}",
                                    to_printable(text), choice_of(known)));
    }
    const std::string_view value = std::string_view(text).substr(equals + 1);
    if (!rule) {
        rules.verify = read_share(value);
        return;
    }
    switch (*rule) {
    case AdjudicationRule::Tablebase:
        rules.tablebase = value == "false" ? std::nullopt : std::optional(read_tablebase(key, value));
        return;
    case AdjudicationRule::Material:
        return read_rule(rules.material, {key, value, "LEAD/PLIES, as 20/4"});
    case AdjudicationRule::Resign:
        return read_rule(
            rules.resign,
            {key, value, "SCORE/MOVES/two_sided or one_sided, as 800/3 or 800,1500/3/one_sided"});
    case AdjudicationRule::Draw:
        return read_rule(rules.draw, {key, value, "SCORE/MOVES/AFTER, as 10/8/60 or 20/8/move34"});
    case AdjudicationRule::Fill:
        rules.fill = read_truth(key, value);
        return;
    case AdjudicationRule::MaxTurns:
        return read_rule(rules.max_turns,
                         {key, value, "TURNS/draw or TURNS/stones, as 600/draw or 400/draw/played"});
    }
}

std::vector<std::string> rule_texts(const Adjudication& rules) {
    std::vector<std::string> texts;
    texts.reserve(kAdjudicationRules.size() + 1);
    if (const auto& rule = rules.tablebase) {
        texts.push_back(fmt::format("tablebase={}{}", rule->path, table_parts(*rule)));
    }
    if (const auto& rule = rules.material) {
        texts.push_back(fmt::format("material={}/{}", rule->lead, rule->plies));
    }
    if (const auto& rule = rules.resign) {
        texts.push_back(fmt::format("resign={}/{}/{}", scores_text(rule->score), rule->moves,
                                    rule->two_sided ? "two_sided" : "one_sided"));
    }
    if (const auto& rule = rules.draw) {
        texts.push_back(fmt::format("draw={}/{}/{}", scores_text(rule->score), rule->moves,
                                    rule_start_text(rule->after)));
    }
    if (rules.fill) {
        texts.emplace_back("fill=true");
    }
    if (const auto& rule = rules.max_turns) {
        texts.push_back(fmt::format("max_turns={}/{}{}", rule->turns, rule->by_stones ? "stones" : "draw",
                                    rule->only_played ? "/played" : ""));
    }
    texts.push_back(fmt::format("{}={}", kVerify, rules.verify));
    return texts;
}

} // namespace referee
