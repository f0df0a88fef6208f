#pragma once
// Settings in JSON: reads and writes the value of any row of a table, and the keys of an object.
// Source: docs/commands.md, "Configuration".

#include "referee/game/json.hpp"
#include "referee/game/settings/setting.hpp"

#include <functional>
#include <map>
#include <string>

namespace referee {

/// Sets the value of a setting. Null leaves an optional one open. Throws UserError for another type.
void read_value(const JsonNode& node, const ValuePlace& place);

/// The value of a setting; null for one that is left open. A seed is written as decimal digits.
[[nodiscard]] Json value_json(const ValuePlace& place);

/// One reader for each key of an object.
using Readers = std::map<std::string, std::function<void(const JsonNode&)>>;

/// Reads each member. Throws UserError for a key without a reader: it lists those that there are, or names
/// the one that may be meant.
void read_object(const JsonNode& object, const Readers& readers);

} // namespace referee
