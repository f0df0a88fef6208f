#include "referee/game/settings/setting.hpp"

#include "referee/base/nearest_word.hpp"
#include "referee/base/seed.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/adjudication/adjudication.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace referee {
namespace {

template<class... Visitors>
struct Overloaded : Visitors... {
    using Visitors::operator()...;
};
template<class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>; // clang 14 deduces no aggregates

using Problem = std::optional<std::string>;

/// What is wrong with a value that nothing checks.
template<class Value>
Problem problem_with(const Value&, const SettingCheck&) {
    return std::nullopt;
}

Problem problem_with(const std::int64_t& value, const SettingCheck& check) {
    const auto* range = std::get_if<Range>(&check);
    return range != nullptr ? problem_in(*range, value) : std::nullopt;
}

Problem problem_with(const double& value, const SettingCheck& check) {
    const auto* range = std::get_if<RealRange>(&check);
    return range != nullptr ? problem_in(*range, value) : std::nullopt;
}

Problem problem_with(const std::string& value, const SettingCheck& check) {
    if (const auto* words = std::get_if<Words>(&check)) {
        return problem_among(*words, value);
    }
    if (const auto* read = std::get_if<TextCheck>(&check)) {
        try {
            (*read)(value);
        } catch (const UserError& error) {
            return error.what();
        }
    }
    return std::nullopt;
}

template<class Value>
Problem problem_with(const std::optional<Value>& value, const SettingCheck& check) {
    return value ? problem_with(*value, check) : std::nullopt;
}

Problem problem_with(const Limit& value, const SettingCheck& check) {
    return problem_with(value.most, check);
}

std::uint64_t read_seed(const std::string& digits) {
    const auto seed = parse_seed(digits);
    if (!seed) {
        throw UserError("'" + digits + "' is not " + std::string(kSeedForm));
    }
    return *seed;
}

Limit read_limit(const std::string& text) {
    if (text == kNoLimit) {
        return {};
    }
    const auto most = parse_number<std::int64_t>(text);
    const bool is_octal_to_some = text.size() > 1 && text.front() == '0';
    if (!most || is_octal_to_some) {
        throw UserError(fmt::format("'{}' must be a whole number, or {}", to_printable(text), kNoLimit));
    }
    return {most};
}

void read(const JsonNode& node, double& value) {
    value = node.number();
}

void read(const JsonNode& node, bool& value) {
    value = node.truth();
}

void read(const JsonNode& node, std::int64_t& value) {
    value = node.integer();
}

void read(const JsonNode& node, Limit& value) {
    if (node.is_null() || node.json() == kNoLimit) {
        value.most.reset();
        return;
    }
    node.expect(node.json().is_number(), "a whole number, or null or \"none\" for no limit");
    value.most = node.integer();
}

void read(const JsonNode& node, Adjudication& value) {
    value = read_adjudication(node);
}

void read(const JsonNode& node, std::string& value) {
    value = node.text();
}

template<class Value>
void read(const JsonNode& node, std::optional<Value>& value) {
    value.reset();
    if (!node.is_null()) {
        read(node, value.emplace());
    }
}

void read(const JsonNode& node, std::optional<std::uint64_t>& value) {
    value.reset();
    if (node.is_null()) {
        return;
    }
    const Json& json = node.json();
    if (json.is_string()) {
        value = parse_seed(json.get<std::string>());
    } else if (json.is_number_unsigned()) {
        value = json.get<std::uint64_t>();
    } else if (json.is_number_float()) { // 10.0 and 1e4 are whole numbers too
        constexpr double kTooLarge = 18446744073709551616.0;
        const auto number = json.get<double>();
        if (number >= 0 && number < kTooLarge && std::trunc(number) == number) {
            value = static_cast<std::uint64_t>(number);
        }
    }
    node.expect(value.has_value(),
                std::string(kSeedForm) + ", as a number or a string, or null for a random one");
}

template<class Value>
Json written(const Value& value) {
    return Json(value);
}

template<class Value>
Json written(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json written(const Limit& limit) {
    return written(limit.most);
}

Json written(const Adjudication& rules) {
    return adjudication_json(rules);
}

Json written(const std::optional<std::uint64_t>& seed) {
    return seed ? Json(std::to_string(*seed)) : Json(nullptr);
}

[[noreturn]] void throw_unknown_member(const JsonNode& value, const std::string& key,
                                       const Readers& readers) {
    const auto known = texts_of(readers, &Readers::value_type::first);
    const std::string hint = hint_for(key, known, setting_synonyms(), Spelling::Key);
    throw UserError(value.place() + " is unknown" +
                    (hint.empty() ? fmt::format("; known are {}", fmt::join(known, ", ")) : hint));
}

} // namespace

std::string flag_of(std::string_view key) {
    std::string flag = "--" + std::string(key);
    std::replace(flag.begin(), flag.end(), '_', '-');
    return flag;
}

std::string form_of(const Words& words) {
    return fmt::format("{{{}}}", fmt::join(words, ","));
}

std::string value_text(const ValuePlace& place) {
    return std::visit(Overloaded{[](const double* value) { return fmt::format("{}", *value); },
                                 [](const std::int64_t* value) { return fmt::format("{}", *value); },
                                 [](const std::string* value) { return *value; },
                                 [](const Limit* value) {
                                     return value->most ? fmt::format("{}", *value->most)
                                                        : std::string(kNoLimit);
                                 },
                                 [](const std::optional<std::int64_t>* value) {
                                     return *value ? fmt::format("{}", **value) : std::string();
                                 },
                                 [](const auto*) { return std::string(); }},
                      place);
}

void store(const ValuePlace& place, const GivenValue& value) {
    std::visit(
        Overloaded{[&](bool* to) { *to = std::get<bool>(value); },
                   [&](double* to) { *to = std::get<double>(value); },
                   [&](std::optional<double>* to) { *to = std::get<double>(value); },
                   [&](Limit* to) { *to = read_limit(std::get<std::string>(value)); },
                   [&](std::optional<std::uint64_t>* to) { *to = read_seed(std::get<std::string>(value)); },
                   [&](Adjudication* to) { set_rule(*to, std::get<std::string>(value)); },
                   [&](std::int64_t* to) { *to = std::get<std::int64_t>(value); },
                   [&](std::optional<std::int64_t>* to) { *to = std::get<std::int64_t>(value); },
                   [&](auto* to) { *to = std::get<std::string>(value); }},
        place);
}

std::optional<std::string> problem_of_value(const ValuePlace& place, const SettingCheck& check) {
    return std::visit([&](const auto* value) { return problem_with(*value, check); }, place);
}

std::optional<std::string> problem_in(const Range& range, std::int64_t value) {
    if (value >= range.least && value <= range.most) {
        return std::nullopt;
    }
    return fmt::format("{} is out of range; it must be from {} to {}", value, range.least, range.most);
}

std::optional<std::string> problem_in(const RealRange& range, double value) {
    const bool is_in = (range.only_above ? value > range.least : value >= range.least) &&
                       (range.only_below ? value < range.most : value <= range.most);
    if (is_in) {
        return std::nullopt;
    }
    const std::string wrong = fmt::format("{} is out of range; it must be ", value);
    if (!range.only_above && !range.only_below) {
        return wrong + fmt::format("from {} to {}", range.least, range.most);
    }
    return wrong + fmt::format("{} {} and {} {}", range.only_above ? "above" : "at least", range.least,
                               range.only_below ? "below" : "at most", range.most);
}

std::optional<std::string> problem_among(const Words& words, std::string_view text) {
    if (std::find(words.begin(), words.end(), text) != words.end()) {
        return std::nullopt;
    }
    const std::vector<std::string> known(words.begin(), words.end());
    return fmt::format("'{}' must be {}{}", to_printable(text), choice_of(known),
                       hint_for(text, known, value_synonyms(), Spelling::Word));
}

void throw_problem(const NamePlace& name_place, std::string_view key, const std::string& what) {
    throw UserError(name_place(key) + ": " + what);
}

void read_value(const JsonNode& node, const ValuePlace& place) {
    std::visit([&](auto* value) { read(node, *value); }, place);
}

Json value_json(const ValuePlace& place) {
    return std::visit([](const auto* value) { return written(*value); }, place);
}

void read_object(const JsonNode& object, const Readers& readers) {
    for (const auto& [key, value] : object.members()) {
        const auto reader = readers.find(key);
        if (reader == readers.end()) {
            throw_unknown_member(value, key, readers);
        }
        reader->second(value);
    }
}

} // namespace referee
