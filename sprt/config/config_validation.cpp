#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/config/settings.hpp"
#include "sprt/config/tournament_config.hpp"
#include "sprt/schedule/openings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace sprt {

std::optional<TestProblem> problem_of(const Hypotheses& test) {
    constexpr referee::RealRange kElos{-kMostElo, kMostElo};
    for (const auto& [key, value, range] :
         {std::tuple{"elo0", test.elo0, kElos}, std::tuple{"elo1", test.elo1, kElos},
          std::tuple{"alpha", test.alpha, kErrorRates}, std::tuple{"beta", test.beta, kErrorRates}}) {
        if (const auto problem = referee::problem_in(range, value)) {
            return TestProblem{{key}, *problem};
        }
    }
    if (test.elo0 >= test.elo1) {
        return TestProblem{{"elo0", "elo1"},
                           fmt::format("elo0 ({}) must be below elo1 ({})", test.elo0, test.elo1)};
    }
    if (test.alpha + test.beta >= 1) {
        return TestProblem{
            {"alpha", "beta"},
            fmt::format("alpha ({}) and beta ({}) must be below 1 together", test.alpha, test.beta)};
    }
    return std::nullopt;
}

Model read_model(std::string_view text, std::string_view place) {
    if (const auto model = model_named(text)) {
        return *model;
    }
    throw referee::UserError("{}: {}", place, referee::problem_among(model_words(), text).value());
}

namespace {

using referee::UserError;

/// Checks a configuration. Throws UserError naming the place of the first wrong setting.
class Validator {
  public:
    Validator(const Config& config, const ConfigSources& sources)
        : config_(config)
        , sources_(sources) {}

    void run() const {
        const bool is_tournament = config_.kind == RunKind::Tournament;
        if (is_tournament) {
            check_number_of_agents();
        }
        check_agents();
        if (is_tournament) {
            check_names();
        }
        check_settings();
        check_adjudication();
        if (is_tournament) {
            check_tournament();
        } else if (config_.kind == RunKind::Test) {
            check_test();
            check_whole_pair();
        } else if (!config_.games) {
            throw UserError("games is missing: give --games N or \"games\" in a configuration");
        }
        if (config_.kind == RunKind::Tune) {
            check_tuning(config_, sources_);
        }
    }

  private:
    [[noreturn]] void fail(std::string_view key, const std::string& what) const {
        throw UserError(sources_.place(key) + ": " + what);
    }

    /// The settings of the kind of run, each by itself, rules, limits and the file of openings.
    void check_settings() const {
        for (const RunSetting& setting : settings(config_.kind)) {
            if (const auto problem = referee::problem_of(setting, config_)) {
                fail(setting.key, *problem);
            }
        }
        referee::check_rules(config_.play, [&](std::string_view key) { return sources_.place(key); });
        if (const auto problem = referee::problem_of_limits(config_.play)) {
            fail(problem->key, problem->what);
        }
        if (sources_.in_flags.contains("time_ms") && (config_.play.tc || config_.play.move_ms)) {
            fail("time_ms", fmt::format("it does not go with {}, another kind of limit; leave one out",
                                        config_.play.tc ? "tc" : "move_ms"));
        } // a file may have both, as that which --print-config writes
        check_book();
        for (const auto& [key, text] :
             {std::pair("pgn_comments", &config_.pgn_comments), std::pair("pgn_line", &config_.pgn_line)}) {
            if (!text->empty() && config_.pgn.empty()) {
                fail(key, "it is for the file of pgn, and there is none; give --pgn FILE");
            }
        }
        check_remote();
    }

    /// A run that workers play is kept, and what belongs to a machine is theirs.
    void check_remote() const {
        for (const char* key :
             {"send_agents", "spot_check", "share", "time_scale", "reference_speed", "wait"}) {
            if (!config_.remote.via && sources_.in_flags.contains(key)) {
                fail(key, "it is for a run that workers play, with --via");
            }
        }
        if (config_.remote.time_scale != "speed" && sources_.in_flags.contains("reference_speed")) {
            fail("reference_speed", "times are multiplied by it with --time-scale speed only");
        }
        if (!config_.remote.via || sources_.pointer == "/config") { // that of a run which was begun
            return;
        }
        constexpr const char* kOfWorkers = "workers play as many games at once as fit on their own --cores";
        const referee::PlaySettings& play = config_.play;
        for (const auto& [key, is_set, why] :
             {std::tuple("concurrency", config_.concurrency.has_value(), kOfWorkers),
              std::tuple("cores", play.cores.has_value(), kOfWorkers),
              std::tuple("pin", play.pin != referee::PlaySettings().pin, "it is a flag of sprt worker"),
              std::tuple("trace", !play.trace.empty(), "workers keep no traces"),
              std::tuple("trace_faults", !play.trace_faults.empty(), "workers keep no traces")}) {
            if ((sources_.in_file.contains(key) && is_set) || sources_.in_flags.contains(key)) {
                fail(key, fmt::format("with --via it is not this machine that plays: {}", why));
            }
        }
        if (config_.out.empty()) {
            fail("via", "a run that workers play must be kept: give --out DIR");
        }
    }

    /// Without a file these settings would change nothing.
    void check_book() const {
        const bool is_book = config_.openings != kRandomAuto &&
                             std::holds_alternative<OpeningBook>(parse_openings(config_.openings));
        for (const auto& [key, is_changed] :
             {std::pair("book_order", config_.book_order != "random"),
              std::pair("book_start", config_.book_start != 1), std::pair("check_book", config_.check_book),
              std::pair("book_plies", config_.book_plies.has_value())}) {
            if (is_changed && !is_book) {
                fail(key,
                     fmt::format("it is for a file of openings, and openings is '{}'", config_.openings));
            }
        }
    }

    void check_whole_pair() const {
        if (is_pairwise(*model_named(config_.model)) && config_.max_games == 1) {
            fail("max_games",
                 "1 is less than a pair, and " + config_.model + " counts pairs; it must be at least 2");
        }
    }

    void check_agents() const {
        for (std::size_t i = 0; i < config_.agents.size(); ++i) {
            if (config_.agents[i].command.empty()) {
                const std::string key = agent_key(config_.kind, i);
                throw UserError("{} is missing: give --{} COMMAND or \"{}\" in a configuration",
                                config_.kind == RunKind::Tune ? key : fmt::format("agent {}", i + 1), key,
                                key);
            }
            if (const auto problem = problem_of(config_.agents[i], config_.play)) {
                throw UserError(sources_.place_of_agent(config_.kind, i) + ": " + *problem);
            }
        }
    }

    void check_number_of_agents() const {
        if (config_.agents.size() < 2 || config_.agents.size() > kMostAgents) {
            throw UserError("{}: {} given; a tournament has 2 to {}: give --agent COMMAND for each, or "
                            "\"agents\" in a configuration",
                            sources_.in_file.contains("agents") && !sources_.in_flags.contains("agents")
                                ? sources_.place("agents")
                                : "--agent",
                            referee::counted(config_.agents.size(), "agent"), kMostAgents);
        }
    }

    /// Of a tournament, whose tables tell agents by their names.
    void check_names() const {
        if (const auto alike = first_alike(names_of(config_.agents))) {
            throw UserError("{}: two agents are named '{}'; give one another name",
                            sources_.place_of_agent(config_.kind, *alike),
                            referee::to_printable(config_.agents[*alike].name));
        }
    }

    void check_adjudication() const {
        const referee::PlaySettings& play = config_.play;
        referee::PerPlayer<bool> send_scores{is_engine(config_.agents[0]), is_engine(config_.agents[1])};
        if (config_.kind == RunKind::Tournament) { // any may meet
            send_scores.agent1 = send_scores.agent2 = std::ranges::all_of(config_.agents, referee::is_engine);
        }
        if (const auto problem = problem_of(play.adjudicate, referee::rules_of(play), send_scores)) {
            fail("adjudicate", *problem);
        }
    }

    void check_tournament() const {
        check_reach("seeds", config_.seeds, "gauntlet");
        check_reach("span", config_.span, "ladder");
        check_until();
        if (config_.anchor) {
            static_cast<void>(
                read_anchor(*config_.anchor, names_of(config_.agents), sources_.place("anchor")));
        }
    }

    void check_reach(std::string_view key, const std::optional<std::int64_t>& reach,
                     std::string_view format) const {
        if (!reach) {
            return;
        }
        if (config_.format != format) {
            fail(key, fmt::format("it is for a {}, and format is {}", format, config_.format));
        }
        if (*reach >= static_cast<std::int64_t>(config_.agents.size())) {
            fail(key,
                 fmt::format("{} must be below the number of agents, {}", *reach, config_.agents.size()));
        }
    }

    void check_until() const {
        if (!config_.until) {
            return;
        }
        if (config_.format == "ladder") {
            fail("until", "a ladder is played for its rounds: who does not meet cannot be told apart");
        }
        if (*config_.until == "best" && config_.format == "gauntlet" && config_.seeds.value_or(1) < 2) {
            fail("until", "a gauntlet of one seed has no other to be better than; best needs two seeds");
        }
    }

    void check_test() const {
        if (const auto problem = problem_of(config_.test)) {
            // When two settings contradict each other, the error names one that was given as a flag.
            const auto& keys = problem->keys;
            const auto in_flags = std::find_if(keys.begin(), keys.end(), [&](std::string_view key) {
                return sources_.in_flags.contains(std::string(key));
            });
            fail(in_flags != keys.end() ? *in_flags : keys.front(), problem->what);
        }
    }

    const Config& config_;
    const ConfigSources& sources_;
};

/// In run.json another byte would stand for one that is not UTF-8, and the resumed run would play it.
std::optional<std::string> problem_of_bytes(const AgentConfig& agent) {
    std::vector<std::pair<std::string, std::string>> texts; // what it is, and the text
    texts.emplace_back(fmt::format("dir '{}'", agent.dir), agent.dir);
    if (agent.variant) {
        texts.emplace_back(fmt::format("variant '{}'", *agent.variant), *agent.variant);
    }
    for (const std::string& word : agent.command) {
        texts.emplace_back(fmt::format("argument '{}'", word), word);
    }
    for (const std::string& line : agent.init) {
        texts.emplace_back(fmt::format("init '{}'", line), line);
    }
    for (const auto& [variable, text] : agent.env) {
        texts.emplace_back(fmt::format("env {}", variable), variable + text);
    }
    for (const referee::EngineOption& option : agent.options) {
        texts.emplace_back(fmt::format("option '{}={}'", option.name, option.value),
                           option.name + option.value);
    }
    for (const auto& [what, text] : texts) {
        if (referee::to_valid_utf8(text) != text) {
            return fmt::format("its {} is not UTF-8: run.json cannot keep it; give it in UTF-8",
                               referee::to_printable(what));
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> problem_of(const AgentConfig& agent, const referee::PlaySettings& play) {
    if (agent.name.empty() || agent.name.find_first_of("\n\r") != std::string::npos) {
        return "its name must be one line of text";
    }
    if (auto problem = referee::problem_of_agent(agent, play)) {
        return problem;
    }
    if (auto problem = problem_of_bytes(agent)) {
        return problem;
    }
    const auto has_nul = [](const std::string& text) { return text.find('\0') != std::string::npos; };
    if (has_nul(agent.dir) || std::any_of(agent.command.begin(), agent.command.end(), has_nul)) {
        return "its command or dir holds a NUL character, which no program can be given";
    }
    for (const auto& [variable, text] : agent.env) {
        if (variable.empty() || variable.find_first_of(std::string("=\0", 2)) != std::string::npos ||
            has_nul(text)) {
            return fmt::format("its env holds '{}', which cannot be an environment variable", variable);
        }
    }
    return std::nullopt;
}

void validate(const Config& config, const ConfigSources& sources) {
    Validator(config, sources).run();
}

} // namespace sprt
