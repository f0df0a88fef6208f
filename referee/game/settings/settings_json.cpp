#include "referee/game/settings/settings_json.hpp"

#include "referee/base/nearest_word.hpp"
#include "referee/base/seed.hpp"
#include "referee/game/adjudication/adjudication_json.hpp"
#include "referee/game/settings/synonyms.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace referee {
namespace {

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

void read(const JsonNode& node, std::optional<double>& value) {
    value = node.is_null() ? std::nullopt : std::optional(node.number());
}

void read(const JsonNode& node, std::optional<std::int64_t>& value) {
    value = node.is_null() ? std::nullopt : std::optional(node.integer());
}

void read(const JsonNode& node, std::optional<std::string>& value) {
    value = node.is_null() ? std::nullopt : std::optional(node.text());
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
    std::vector<std::string> known;
    std::string list;
    for (const auto& entry : readers) {
        known.push_back(entry.first);
        list += (list.empty() ? "" : ", ") + entry.first;
    }
    const std::string hint = hint_for(key, known, setting_synonyms(), Spelling::Key);
    throw UserError(value.place() + " is unknown" + (hint.empty() ? "; known are " + list : hint));
}

} // namespace

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
