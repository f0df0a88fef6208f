#include "referee/game/json.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace referee {

Json parse_json(std::string_view text) {
    constexpr int kMostDepth = 32;
    // Destroying or printing a value recurses as deep as it is nested: a file from outside must not choose
    // how deep.
    const auto refuse_depth = [](int depth, Json::parse_event_t, Json&) {
        if (depth > kMostDepth) {
            throw NotJson(0, "nested too deeply");
        }
        return true;
    };
    try {
        return Json::parse(text, refuse_depth);
    } catch (const Json::parse_error& error) {
        throw NotJson(error.byte, "not JSON");
    } catch (const Json::out_of_range&) {
        throw NotJson(0, "a number is too large");
    }
}

bool JsonNode::is_null() const noexcept {
    return json_->is_null();
}

bool JsonNode::has(const std::string& key) const {
    return json_->is_object() && json_->contains(key);
}

JsonNode JsonNode::at(const std::string& key) const {
    expect(json_->is_object(), "an object");
    const auto found = json_->find(key);
    if (found == json_->end()) {
        throw UserError("missing field " + place() + "/" + key);
    }
    return {*found, file_, pointer_ + "/" + key};
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
    expect(json_->is_object(), "an object");
    std::vector<std::pair<std::string, JsonNode>> members;
    for (const auto& [key, value] : json_->items()) {
        members.emplace_back(key, JsonNode(value, file_, pointer_ + "/" + key));
    }
    return members;
}

std::vector<JsonNode> JsonNode::items() const {
    expect(json_->is_array(), "an array");
    std::vector<JsonNode> nodes;
    for (std::size_t i = 0; i < json_->size(); ++i) {
        nodes.emplace_back((*json_)[i], file_, pointer_ + "/" + std::to_string(i));
    }
    return nodes;
}

std::vector<JsonNode> JsonNode::items(std::size_t count) const {
    auto nodes = items();
    expect(nodes.size() == count, "an array of " + std::to_string(count));
    return nodes;
}

std::int64_t JsonNode::integer() const {
    if (json_->is_number_float()) { // 10.0 and 1e4 are whole numbers too, also to JSON Schema
        constexpr double kMostExact = 9007199254740992; // 2^53
        const auto value = json_->get<double>();
        expect(std::trunc(value) == value && std::abs(value) <= kMostExact, "a whole number");
        return static_cast<std::int64_t>(value);
    }
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    expect(json_->is_number_integer() &&
               !(json_->is_number_unsigned() && json_->get<std::uint64_t>() > kMost),
           "a whole number");
    return json_->get<std::int64_t>();
}

std::int64_t JsonNode::integer(std::int64_t least, std::int64_t most) const {
    const auto value = integer();
    expect(value >= least && value <= most,
           "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return value;
}

double JsonNode::number() const {
    expect(json_->is_number(), "a number");
    return json_->get<double>();
}

bool JsonNode::truth() const {
    expect(json_->is_boolean(), "true or false");
    return json_->get<bool>();
}

std::string JsonNode::text() const {
    expect(json_->is_string(), "a string");
    return json_->get<std::string>();
}

void JsonNode::expect(bool right, std::string_view wanted) const {
    if (right) {
        return;
    }
    constexpr std::size_t kMostShown = 60;
    std::string found = json_->dump();
    if (found.size() > kMostShown) {
        found = found.substr(0, kMostShown - 3) + "...";
    }
    throw UserError((pointer_.empty() ? file_ + "it" : place()) + " is " + found + "; it must be " +
                    std::string(wanted));
}

} // namespace referee
