#pragma once
// Rows of a table of settings, their values in JSON, and what other programs call them. Flags, help, keys of
// a file and checks are made from the rows, so that none of them can differ from the others. A row is of one
// struct of settings, and can be lifted into a row of a struct that holds that one.
// Source: docs/commands.md, "Configuration".

#include "referee/base/nearest_word.hpp"
#include "referee/game/json.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace referee {

struct Adjudication;

/// What is given for a limit that is none.
inline constexpr std::string_view kNoLimit = "none";

/// A most that may be given as none, which is no limit: as a flag `none`, in a file null or "none".
struct Limit {
    std::optional<std::int64_t> most;

    bool operator==(const Limit&) const = default;
};

/// Where the value of a setting stands. An optional one is empty while the setting is left open. 64 unsigned
/// bits are a seed: JSON numbers cannot hold it, so that it is written as decimal digits. Rules of
/// adjudication are given one by one: each flag sets what it says, and nothing else.
using ValuePlace = std::variant<bool*, double*, std::int64_t*, std::string*, Limit*, std::optional<double>*,
                                std::optional<std::int64_t>*, std::optional<std::string>*,
                                std::optional<std::uint64_t>*, Adjudication*>;

/// A value that was given for a setting; a seed, a limit and a rule of adjudication are given as text.
using GivenValue = std::variant<bool, double, std::int64_t, std::string>;

/// The check of a whole number: it is from `least` to `most`.
struct Range {
    std::int64_t least;
    std::int64_t most;
};
/// The check of any number: it is from `least` to `most`, or only above `least`, or only below `most`.
struct RealRange {
    double least;
    double most;
    bool only_above = false;
    bool only_below = false;
};
/// The check of a text: it is one of these.
using Words = std::vector<std::string_view>;
/// The check of a text that is read: throws UserError, without the name of the setting, when it is wrong.
using TextCheck = std::function<void(const std::string&)>;
/// How the value of a setting is checked; std::monostate: any value is right. A value left open is right.
using SettingCheck = std::variant<std::monostate, Range, RealRange, Words, TextCheck>;

/// Below which title --help shows a flag. Those of daily use are shown first; others of a command with many
/// flags only by --help-all.
enum class FlagGroup : std::uint8_t { Daily, Agents, Test, Openings, Time, Output, Machine, Limits, Workers };

/// The titles of all groups but Daily, in their order.
inline constexpr std::array<std::string_view, 8> kFlagGroups{
    "Agents", "Test", "Openings", "Time", "Output", "Machine", "Sandbox and limits", "Workers"};

/// What a row says, whatever the struct.
struct SettingRow {
    std::string_view key;  ///< in a file; the flag has dashes
    std::string_view help; ///< one line, without a full stop
    SettingCheck check{};
    std::string_view form{}; ///< of the value, see base/help.hpp; empty: its words, or by its type
    FlagGroup group = FlagGroup::Daily;
};

/// The row, shown in `group`.
[[nodiscard]] inline SettingRow in(FlagGroup group, SettingRow row) {
    row.group = group;
    return row;
}

/// A row of the table of `Settings`.
template<class Settings>
struct Setting : SettingRow {
    std::function<ValuePlace(Settings&)> place;
};

/// The place that is a member of `Settings`.
template<class Settings, class Value>
[[nodiscard]] std::function<ValuePlace(Settings&)> place_at(Value Settings::*member) {
    return [member](Settings& settings) -> ValuePlace { return &(settings.*member); };
}

/// The place that is a member of the member `part`.
template<class Settings, class Part, class Value>
[[nodiscard]] std::function<ValuePlace(Settings&)> place_at(Part Settings::*part, Value Part::*member) {
    return [part, member](Settings& settings) -> ValuePlace { return &(settings.*part.*member); };
}

/// The same setting, of a struct that holds the first one as its member `part`.
template<class Settings, class Part>
[[nodiscard]] Setting<Settings> lifted(const Setting<Part>& setting, Part Settings::*part) {
    return {{setting}, [part, place = setting.place](Settings& settings) { return place(settings.*part); }};
}

/// `max_games` as `--max-games`.
[[nodiscard]] std::string flag_of(std::string_view key);

/// The form of a value that is one of `words`: `{these,words}`.
[[nodiscard]] std::string form_of(const Words& words);

/// The value as `--help` shows a default; empty for a bool and for what is left open.
[[nodiscard]] std::string value_text(const ValuePlace& place);

/// Puts `value` where it belongs. Throws UserError, without the name of the setting, for a text that is no
/// seed or no limit. A value of another type than the place's is a bug of the caller's.
void store(const ValuePlace& place, const GivenValue& value);

/// What is wrong with the value, in one line without the name of the setting; empty when nothing is.
[[nodiscard]] std::optional<std::string> problem_of_value(const ValuePlace& place, const SettingCheck& check);

/// What is wrong with `value`, which must be in `range`; empty when nothing is.
[[nodiscard]] std::optional<std::string> problem_in(const Range& range, std::int64_t value);
[[nodiscard]] std::optional<std::string> problem_in(const RealRange& range, double value);

/// What is wrong with `text`, which must be one of `words`, with a hint at the one that may be meant; empty
/// when nothing is.
[[nodiscard]] std::optional<std::string> problem_among(const Words& words, std::string_view text);

/// As problem_of_value(), of one setting.
template<class Settings>
[[nodiscard]] std::optional<std::string> problem_of(const Setting<Settings>& setting, Settings settings) {
    return problem_of_value(setting.place(settings), setting.check);
}

/// How the place of a setting is named to the user, by its key: `--time-ms`, or `configs/x.json: /time_ms`.
using NamePlace = std::function<std::string(std::string_view key)>;

/// Throws UserError that says `what` is wrong with the setting `key`.
[[noreturn]] void throw_problem(const NamePlace& name_place, std::string_view key, const std::string& what);

/// Throws UserError for the first setting of `table` whose value is wrong: `--time-ms: 0 is out of range; it
/// must be from 1 to 1000000000`.
template<class Settings>
void validate(const Settings& settings, std::span<const Setting<Settings>> table,
              const NamePlace& name_place) {
    for (const Setting<Settings>& setting : table) {
        if (const auto problem = problem_of(setting, settings)) {
            throw_problem(name_place, setting.key, *problem);
        }
    }
}

// Settings in JSON: reads and writes the value of any row of a table, and the keys of an object.

/// Sets the value of a setting. Null leaves an optional one open. Throws UserError for another type.
void read_value(const JsonNode& node, const ValuePlace& place);

/// The value of a setting; null for one that is left open. A seed is written as decimal digits.
[[nodiscard]] Json value_json(const ValuePlace& place);

/// One reader for each key of an object.
using Readers = std::map<std::string, std::function<void(const JsonNode&)>>;

/// Reads each member. Throws UserError for a key without a reader: it lists those that there are, or names
/// the one that may be meant.
void read_object(const JsonNode& object, const Readers& readers);

// What cutechess-cli, fastchess, OpenBench and others call our settings, values and commands, for hints in
// errors. Source: their manuals.

/// Of flags and keys of a configuration, in both programs. A word may have several rows: the first one whose
/// flag the command has is meant.
[[nodiscard]] std::span<const Synonym> setting_synonyms() noexcept;

/// Of values that are words.
[[nodiscard]] std::span<const Synonym> value_synonyms() noexcept;

/// Of subcommands, in both programs.
[[nodiscard]] std::span<const Synonym> command_synonyms() noexcept;

} // namespace referee
