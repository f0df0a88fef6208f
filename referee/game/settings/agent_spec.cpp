#include "referee/game/settings/agent_spec.hpp"

#include "referee/base/nearest_word.hpp"
#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/roster.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "referee/game/settings/setting.hpp"
#include "referee/process/program.hpp"
#include "referee/talk/engine/dialect.hpp"
#include "referee/talk/engine/reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace referee {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kMostSearched = 1'000'000'000'000;
constexpr std::int64_t kMostPlies = 1000;
constexpr std::int64_t kMostScratch = std::int64_t{1} << 24; // MiB
constexpr std::string_view kOptionPrefix = "option.";
constexpr std::string_view kNoPondering =
    "ponder: engines do not ponder here: what they think in their rival's time is taken from its clock";

} // namespace

std::span<const Setting<AgentSpec>> agent_rows() {
    using S = AgentSpec;
    constexpr Range kTime{1, kMostMilliseconds};
    constexpr Range kTimeOrNone{0, kMostMilliseconds};
    static const std::vector<Setting<AgentSpec>> kRows{
        {{"protocol", "How it is talked to", Words{"native", "uai", "uci"}}, place_at(&S::protocol)},
        {{"variant",
          "What a UCI engine calls the game, in its option UCI_Variant; by default as Fairy-Stockfish"},
         place_at(&S::variant)},
        {{"tc",
          "Its clock: 10+0.1 is 10 s for a game and 0.1 s a move; 1:30+1 has minutes, 40/60+0.6 is for each "
          "40 moves, inf is none, with nodes or depth",
          parse_time_control},
         place_at(&S::tc)},
        {{"time_ms", "Its own time for a game; by default as for both", kTime}, place_at(&S::time_ms)},
        {{"inc_ms", "Time added after each of its moves", kTimeOrNone}, place_at(&S::inc_ms)},
        {{"move_ms", "Time for each move, in place of a time for the game", kTime}, place_at(&S::move_ms)},
        {{"nodes", "Positions that an engine searches for each move, with a clock of its own or without",
          Range{1, kMostSearched}},
         place_at(&S::nodes)},
        {{"depth", "Plies that an engine searches for each move, with a clock of its own or without",
          Range{1, kMostPlies}},
         place_at(&S::depth)},
        {{"margin_ms", "How late each answer may be without a loss; by default 0, with move_ms 25",
          kTimeOrNone},
         place_at(&S::margin_ms)},
        {{"turn_ms", "With nodes or depth without a clock: time until it is told to stop; by default 60000",
          kTime},
         place_at(&S::turn_ms)},
        {{"start_ms", "Time of an engine to answer uai or uci, and again to be set up; by default 10000",
          kTime},
         place_at(&S::start_ms)},
        {{"newgame_ms", "Time of an engine to be ready for a new game; by default 10000, with uci 60000",
          kTime},
         place_at(&S::newgame_ms)},
        {{"ping_ms", "Time of an engine to answer isready behind a position; by default 5000, with uci 10000",
          kTime},
         place_at(&S::ping_ms)},
        {{"ping",
          "Whether isready follows a position: on, off, or auto (the default): unless it is answered within "
          "1 ms",
          Words{"auto", "on", "off"}},
         place_at(&S::ping)},
        {{"restart", "When its process ends, if it can play several games; by default after a pair",
          Words{"game", "pair", "never"}},
         place_at(&S::restart)},
        {{"scratch_mb", "In a sandbox: room for what it writes, MiB; by default 64", Range{1, kMostScratch}},
         place_at(&S::scratch_mb)},
    };
    return kRows;
}

namespace {

const Setting<AgentSpec>* agent_row(std::string_view key) {
    const auto rows = agent_rows();
    const auto row = std::ranges::find(rows, key, &Setting<AgentSpec>::key);
    return row == rows.end() ? nullptr : &*row;
}

/// The keys that a word KEY=VALUE may have.
std::vector<std::string> word_keys() {
    std::vector<std::string> keys{"proto", "name", "dir", "init", "option.NAME"};
    for (const Setting<AgentSpec>& row : agent_rows()) {
        if (row.key != "protocol") {
            keys.emplace_back(row.key);
        }
    }
    return keys;
}

[[noreturn]] void throw_unknown_key(const std::string& key) {
    const auto keys = word_keys();
    const std::string hint = hint_for(key, keys, setting_synonyms(), Spelling::Key);
    throw UserError(fmt::format("'{}' before the command is unknown{}", to_printable(key),
                                hint.empty() ? fmt::format("; known are {}", fmt::join(keys, ", ")) : hint));
}

std::int64_t read_whole(const std::string& key, const std::string& text) {
    const auto number = parse_number<std::int64_t>(text);
    if (!number) {
        throw UserError(fmt::format("{}: '{}' is not a whole number", key, to_printable(text)));
    }
    return *number;
}

std::int64_t ms_of_seconds(const std::string& key, std::string_view text) {
    text.remove_suffix(text.ends_with('s') ? 1 : 0);
    const auto seconds = parse_number<double>(text);
    if (!seconds || !(*seconds > 0 && *seconds < 1e6)) {
        throw UserError(fmt::format("{}: '{}' must be seconds, above 0", key, to_printable(text)));
    }
    return std::max<std::int64_t>(1, std::llround(*seconds * 1000));
}

/// The key of a setting that a word calls otherwise, some as fastchess does.
std::string_view row_key(std::string_view key) {
    return key == "proto"        ? "protocol"
           : key == "plies"      ? "depth"
           : key == "timemargin" ? "margin_ms"
           : key == "st"         ? "move_ms"
                                 : key;
}

/// Sets what the word KEY=VALUE says.
void set(AgentSpec& agent, const std::string& key, const std::string& value) {
    if (key == "name") {
        agent.name = value;
    } else if (key == "dir") {
        agent.dir = value;
    } else if (key == "init") {
        agent.init.push_back(value);
    } else if (key == "ponder") {
        if (value != "false") {
            throw UserError(std::string(kNoPondering));
        }
    } else if (key == "st") {
        agent.move_ms = ms_of_seconds(key, value);
    } else if (key.starts_with(kOptionPrefix) && key.size() > kOptionPrefix.size()) {
        set_option(agent, {key.substr(kOptionPrefix.size()), value});
    } else if (const auto* row = agent_row(row_key(key)); row != nullptr && key != "protocol") {
        const ValuePlace place = row->place(agent);
        const bool is_number = std::holds_alternative<std::optional<std::int64_t>*>(place);
        store(place, is_number ? GivenValue(read_whole(key, value)) : GivenValue(value));
        if (const auto problem = problem_of_value(place, row->check)) {
            throw UserError(key + ": " + *problem);
        }
    } else {
        throw_unknown_key(key);
    }
}

/// The KEY of a word KEY=VALUE; empty for a word of the command. A `=` behind a slash is part of a path, but
/// for options, whose names may have one.
std::optional<std::string> key_of(const std::string& word) {
    const auto sign = word.find('=');
    const bool is_path = word.find('/') < sign && !word.starts_with(kOptionPrefix);
    return sign == std::string::npos || sign == 0 || is_path ? std::nullopt
                                                             : std::optional(word.substr(0, sign));
}

/// Notes that `key` is given. Throws UserError when its setting was given before, by a name in letters of any
/// case; of lines for an engine there may be several.
void note_given(const std::string& key, std::vector<std::string>& given) {
    const auto setting = [](const std::string& name) { return lower_case(row_key(name)); };
    const auto same = std::ranges::find(given, setting(key), setting);
    if (same != given.end() && key != "init") {
        throw UserError(*same == key ? key + " is given twice; give it once"
                                     : fmt::format("{} and {} are one setting; give it once", *same, key));
    }
    given.push_back(key);
}

/// The names of the settings that give an agent a clock, as they were given.
std::vector<std::string> kinds_of_clock(const AgentSpec& agent) {
    std::vector<std::string> kinds;
    if (agent.tc) {
        kinds.emplace_back("tc");
    }
    if (agent.time_ms || agent.inc_ms) {
        kinds.emplace_back(agent.time_ms ? "time_ms" : "inc_ms");
    }
    if (agent.move_ms) {
        kinds.emplace_back("move_ms");
    }
    return kinds;
}

/// A setting that only engines have, if one is given.
std::optional<std::string> engine_setting(const AgentSpec& agent) {
    const std::pair<const char*, bool> rows[] = {{"variant", agent.variant.has_value()},
                                                 {"options", !agent.options.empty()},
                                                 {"init", !agent.init.empty()},
                                                 {"nodes", agent.nodes.has_value()},
                                                 {"depth", agent.depth.has_value()},
                                                 {"turn_ms", agent.turn_ms.has_value()},
                                                 {"start_ms", agent.start_ms.has_value()},
                                                 {"newgame_ms", agent.newgame_ms.has_value()},
                                                 {"ping_ms", agent.ping_ms.has_value()},
                                                 {"ping", agent.ping.has_value()}};
    for (const auto& [key, is_given] : rows) {
        if (is_given) {
            return key;
        }
    }
    return std::nullopt;
}

std::optional<std::string> problem_of_lines(const AgentSpec& agent) {
    const auto has_newline = [](const std::string& text) {
        return text.find_first_of(std::string_view("\n\r\0", 3)) != std::string::npos;
    };
    for (const EngineOption& option : agent.options) {
        if (option.name.empty() || has_newline(option.name) || has_newline(option.value)) {
            return fmt::format("its option '{}' is not one line of text", to_printable(option.name));
        }
    }
    if (agent.variant && has_newline(*agent.variant)) {
        return fmt::format("its variant '{}' is not one line of text", to_printable(*agent.variant));
    }
    for (const std::string& line : agent.init) {
        if (has_newline(line)) {
            return fmt::format("its init '{}' is not one line of text", to_printable(line));
        }
    }
    return std::nullopt;
}

/// The number that an option of the agent is set to, its name in letters of any case; empty: it is not set,
/// or to something else.
std::optional<std::int64_t> option_number(const AgentSpec& agent, std::string_view name) {
    const auto option = std::ranges::find(agent.options, name,
                                          [](const EngineOption& each) { return lower_case(each.name); });
    return option == agent.options.end() ? std::nullopt : engine::whole_number<std::int64_t>(option->value);
}

/// An engine cannot have a table that is larger than all of its memory.
std::optional<std::string> problem_of_memory(const AgentSpec& agent, const PlaySettings& run) {
    const auto hash = option_number(agent, "hash");
    return hash && run.limits.memory_mb && *hash >= *run.limits.memory_mb
               ? std::optional(fmt::format("its option Hash of {} MiB does not fit in memory_mb {}; give it "
                                           "more memory, or a smaller table",
                                           *hash, *run.limits.memory_mb))
               : std::nullopt;
}

std::optional<std::string> problem_of_limits(const AgentSpec& agent, const PlaySettings& run) {
    const auto kinds = kinds_of_clock(agent);
    if (kinds.size() > 1) {
        return fmt::format("it has two kinds of clock, {} and {}; leave one out", kinds[0], kinds[1]);
    }
    const bool has_search = agent.nodes || agent.depth;
    const bool has_clock = kinds.empty() ? !has_search && run.tc != kNoClock : agent.tc != kNoClock;
    if (!has_clock && !has_search) {
        return "tc=inf leaves it without a limit; give it nodes or depth";
    }
    if (agent.turn_ms && has_clock) {
        return "its turn_ms goes with nodes or depth without a clock only";
    }
    if (agent.margin_ms && !has_clock) {
        return "its margin_ms goes with a clock, not with nodes or depth alone";
    }
    return std::nullopt;
}

} // namespace

AgentSpec parse_agent(const std::string& text) {
    AgentSpec agent;
    agent.command = split_words(text);
    std::vector<std::string> given;
    std::size_t settings = 0;
    for (; settings < agent.command.size(); ++settings) {
        const std::string& word = agent.command[settings];
        const auto key = key_of(word);
        if (!key) {
            break;
        }
        set(agent, *key, word.substr(key->size() + 1));
        note_given(*key, given);
    }
    if (settings == agent.command.size()) {
        throw UserError(fmt::format("'{}' has no command behind its settings", to_printable(text)));
    }
    agent.command.erase(agent.command.begin(), agent.command.begin() + static_cast<std::ptrdiff_t>(settings));
    if (agent.name.empty()) {
        agent.name = settings == 0 ? text : join_words(agent.command);
    }
    return agent;
}

std::optional<std::string> problem_of_agent(const AgentSpec& agent, const PlaySettings& run) {
    for (const Setting<AgentSpec>& row : agent_rows()) {
        if (const auto problem = problem_of(row, agent)) {
            return fmt::format("its {}: {}", row.key, *problem);
        }
    }
    if (!agent.name.empty() && agent.name.find_first_not_of(" \t\r\n") == std::string::npos) {
        return "its name is blank; give it one that can be seen: name=NAME";
    }
    if (const auto problem = problem_of_lines(agent)) {
        return problem;
    }
    if (const auto problem = problem_of_limits(agent, run)) {
        return problem;
    }
    if (const auto problem = problem_of_memory(agent, run)) {
        return problem;
    }
    switch (protocol_of(agent)) {
    case Protocol::Native:
        if (const auto key = engine_setting(agent)) {
            return fmt::format("its {} goes with protocol uai or uci only", *key);
        }
        break;
    case Protocol::Uai:
        if (agent.variant) {
            return "its variant goes with protocol uci only";
        }
        if (!game_named(run.game, "uai")) {
            return "a UAI engine does not play " + run.game;
        }
        break;
    case Protocol::Uci:
        if (agent.ponder) {
            return "its " + std::string(kNoPondering);
        }
        break;
    }
    return std::nullopt;
}

void set_option(AgentSpec& agent, EngineOption option) {
    const auto same = std::ranges::find(agent.options, lower_case(option.name),
                                        [](const EngineOption& each) { return lower_case(each.name); });
    if (same != agent.options.end()) {
        same->value = std::move(option.value);
    } else {
        agent.options.push_back(std::move(option));
    }
}

void settle_cores(PlaySettings& settings, std::span<const AgentSpec> agents) {
    if (settings.threads_per_agent) {
        return;
    }
    std::int64_t most = 1;
    for (const AgentSpec& agent : agents) {
        most = std::max(most, option_number(agent, "threads").value_or(1));
    }
    settings.threads_per_agent = std::min<std::int64_t>(most, kMostThreadsPerAgent);
}

Protocol protocol_of(const AgentSpec& agent) {
    for (const Protocol protocol : kEngineProtocols) {
        if (agent.protocol == name(protocol)) {
            return protocol;
        }
    }
    return Protocol::Native;
}

Program program_of(const AgentSpec& agent, const PlayRules& run) {
    Program program = find_program(agent.command, agent.dir, bundled_agents_dir());
    for (const auto& [variable, text] : agent.env) {
        program.variables.push_back(variable + "=" + text);
    }
    program.gets_secrets = run.gives_secrets;
    return program;
}

RosterAgent enlisted(const AgentSpec& agent, Program program, std::string name) {
    ProgramFiles files(program);
    return {.name = std::move(name),
            .program = std::move(program),
            .manner = manner_of(agent),
            .files = std::move(files)};
}

Manner manner_of(const AgentSpec& agent) {
    Manner manner{.protocol = protocol_of(agent),
                  .options = agent.options,
                  .checks_options = agent.check_options,
                  .init = agent.init,
                  .variant = agent.variant.value_or("")};
    if (is_engine(agent)) {
        const engine::Dialect& dialect = engine::dialect_of(manner.protocol);
        manner.new_game = dialect.new_game_limit;
        manner.ping_limit = dialect.ping_limit;
    }
    const auto set_time = [](milliseconds& time, const std::optional<std::int64_t>& ms) {
        time = ms ? milliseconds(*ms) : time;
    };
    set_time(manner.start, agent.start_ms);
    set_time(manner.new_game, agent.newgame_ms);
    set_time(manner.ping_limit, agent.ping_ms);
    manner.ping = agent.ping == "on" ? Ping::On : agent.ping == "off" ? Ping::Off : Ping::Auto;
    return manner;
}

Restart restart_of(const AgentSpec& agent) {
    return agent.restart == "game"    ? Restart::Game
           : agent.restart == "never" ? Restart::Never
                                      : Restart::Pair;
}

SandboxOrder sandbox_of(const AgentSpec& agent, const PlayRules& run) {
    SandboxOrder order{.use = run.sandbox.value_or(agent.trusted ? SandboxUse::Off : SandboxUse::Auto),
                       .wishes = {}};
    order.wishes.read = agent.read;
    order.wishes.scratch_mb = agent.scratch_mb.value_or(order.wishes.scratch_mb);
    order.wishes.ponders = agent.ponder;
    return order;
}

} // namespace referee
