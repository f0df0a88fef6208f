// The schemas of configurations and the table in docs/commands.md are printed from the tables of settings.
// UPDATE_SNAPSHOTS=1 writes them again.

#include "referee/game/json.hpp"
#include "referee/game/settings/agent_spec.hpp"
#include "referee/game/settings/setting.hpp"
#include "sprt/config/settings.hpp"
#include "sprt/config/tournament_config.hpp"
#include "tests/support/snapshot.hpp"
#include "tests/support/temporary_dir.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sprt {
namespace {

using referee::Json;
using referee::testing_support::snapshot;

/// The schema of a value as the table describes it.
void describe(Json& property, const referee::SettingRow& row, const referee::ValuePlace& place) {
    static const Json kTypes{// in the order of ValuePlace
                             "boolean",
                             "number",
                             "integer",
                             "string",
                             {"integer", "string", "null"},
                             {"number", "null"},
                             {"integer", "null"},
                             {"string", "null"}};
    if (const auto* const words = std::get_if<referee::Words>(&row.check)) {
        property["enum"] = *words;
        if (referee::value_json(place).is_null()) {
            property["enum"].push_back(nullptr);
        }
        return;
    }
    property["type"] = kTypes.at(place.index());
    if (std::holds_alternative<referee::Limit*>(place)) {
        property["pattern"] = fmt::format("^{}$", referee::kNoLimit);
    }
    if (const auto* const range = std::get_if<referee::Range>(&row.check)) {
        property["minimum"] = range->least;
        property["maximum"] = range->most;
    } else if (const auto* const reals = std::get_if<referee::RealRange>(&row.check)) {
        property[reals->only_above ? "exclusiveMinimum" : "minimum"] = reals->least;
        property[reals->only_below ? "exclusiveMaximum" : "maximum"] = reals->most;
    }
}

/// A schema for each row. Those that `definitions` has are too much for the table, and written by hand.
template<class Row, class Settings>
Json properties_of(std::span<const Row> table, Settings defaults, const Json& definitions) {
    Json properties = Json::object();
    for (const Row& row : table) {
        const referee::ValuePlace place = row.place(defaults);
        const std::string key(row.key);
        Json& property = properties[key];
        property["description"] = fmt::format("{}.", row.help);
        if (definitions.contains(key)) {
            property["$ref"] = "#/$defs/" + key;
        } else {
            describe(property, row, place);
        }
        property["default"] = referee::value_json(place);
    }
    return properties;
}

/// The same, where those that config.schema.json has too refer to it.
Json referring(Json properties, const Json& of_config) {
    for (const auto& [key, value] : properties.items()) {
        if (of_config.contains(key) && of_config[key] == value) {
            value = Json::object({{"$ref", "config.schema.json#/properties/" + key}});
        }
    }
    return properties;
}

std::string content_of(const std::string& file) {
    return referee::testing_support::content_of(std::filesystem::path(REFEREE_SOURCE) / file);
}

/// Prints what `change` makes of what stands in `file` between `begin` and `end`.
template<class Change>
std::string changed(const std::string& text, const std::string& begin, const std::string& end,
                    const Change& change) {
    const std::size_t from = text.find(begin) + begin.size();
    const std::size_t to = text.find(end, from);
    return text.substr(0, from) + change(text.substr(from, to - from)) + text.substr(to);
}

/// `schema` with `properties`, one a line, behind those that are written by hand in its object "properties"
/// that stands behind `blanks`.
std::string with_properties(const std::string& schema, const std::string& blanks, const Json& properties) {
    const auto change = [&](const std::string& old) {
        std::vector<std::string> lines;
        const auto add = [&](const std::string& key, const Json& value) {
            lines.push_back(fmt::format("{}  \"{}\": {}", blanks, key, value.dump()));
        };
        const Json before = referee::parse_json("{" + old + "}");
        for (const auto& [key, value] : before.items()) {
            if (!properties.contains(key)) {
                add(key, value);
            }
        }
        for (const auto& [key, value] : properties.items()) {
            add(key, value);
        }
        return fmt::format("{}", fmt::join(lines, ",\n"));
    };
    return changed(schema, "\n" + blanks + "\"properties\": {\n", "\n" + blanks + "}", change);
}

TEST(PrintedSettings, schemas_of_configurations_are_those_of_the_tables) {
    const std::string folder = "configs/schema/";
    const std::string config = content_of(folder + "config.schema.json");
    const Json definitions = referee::parse_json(config).at("$defs");
    const Json of_test = properties_of(settings(RunKind::Test), Config(), definitions);
    Json of_match = properties_of(settings(RunKind::Match), Config(), definitions);
    of_match.erase("games"); // required, and null is no number of games
    Json of_tuning = properties_of(settings(RunKind::Tune), Config(), definitions);
    of_tuning.erase("games");
    const Json of_tournament =
        properties_of(settings(RunKind::Tournament), Config(RunKind::Tournament), definitions);
    const Json of_agent = properties_of(referee::agent_rows(), AgentConfig(), definitions);
    const std::map<std::string, std::string> printed{
        {"config.schema.json", with_properties(with_properties(config, "  ", of_test), "      ", of_agent)},
        {"match.schema.json",
         with_properties(content_of(folder + "match.schema.json"), "  ", referring(of_match, of_test))},
        {"tune.schema.json",
         with_properties(content_of(folder + "tune.schema.json"), "  ", referring(of_tuning, of_test))},
        {"tournament.schema.json", with_properties(content_of(folder + "tournament.schema.json"), "  ",
                                                   referring(of_tournament, of_test))}};
    for (const auto& [file, text] : printed) {
        EXPECT_EQ(text, snapshot("../" + folder + file, text)) << file;
    }
}

TEST(PrintedSettings, documents_list_all_settings_with_their_defaults) {
    std::array<std::vector<std::string>, referee::kFlagGroups.size() + 1> groups;
    Config defaults;
    for (const RunKind kind : {RunKind::Test, RunKind::Match, RunKind::Tune}) {
        for (const RunSetting& setting : settings(kind)) {
            const std::string value = referee::value_text(setting.place(defaults));
            const std::string shown = fmt::format("`{}`{}", setting.key, value.empty() ? "" : " " + value);
            auto& group = groups.at(static_cast<std::size_t>(setting.group));
            if (std::ranges::find(group, shown) == group.end()) {
                group.push_back(shown);
            }
        }
    }
    std::string table;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        table += fmt::format("| {} | {} |\n", i == 0 ? "Daily" : referee::kFlagGroups.at(i - 1),
                             fmt::join(groups.at(i), ", "));
    }
    const std::string text =
        changed(content_of("docs/commands.md"), "| group | settings |\n|---|---|\n", "\n\n",
                [&](const std::string&) { return table.substr(0, table.size() - 1); });
    EXPECT_EQ(text, snapshot("../docs/commands.md", text));
}

} // namespace
} // namespace sprt
