#include "referee/base/text.hpp"
#include "referee/game/game_text.hpp"
#include "sprt/report/ci/files.hpp"
#include "sprt/report/numbers.hpp"
#include "sprt/report/outcome.hpp"
#include "sprt/report/run_snapshot.hpp"
#include "sprt/report/transcript.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <pugixml.hpp>
#include <sstream>
#include <string>
#include <string_view>

namespace sprt {
namespace {

using referee::Player;

constexpr const char* kSuite = "sprt";
constexpr std::size_t kMostStderrBytes = 2000; ///< of one fault; games.jsonl holds more

/// Printable text is what XML 1.0 can hold. Source: XML 1.0, production [2] Char.
void set(pugi::xml_node node, const char* attribute, std::string_view value) {
    node.append_attribute(attribute) = referee::to_printable(value, std::string::npos).c_str();
}

void add_text(pugi::xml_node node, const std::string& text) {
    node.append_child(pugi::node_pcdata).set_value(referee::to_printable_lines(text).c_str());
}

std::string seconds_text(std::chrono::nanoseconds time) {
    return fmt::format("{:.3f}", std::chrono::duration<double>(time).count());
}

std::string faults_of(const RunState& result, Player player) {
    const FaultCounts& counts = result.conduct.faults[player];
    std::uint64_t left = counts.faults() + counts.time_losses();
    std::string text;
    for (const referee::GameFault& fault : result.faults) {
        if (fault.note.agent == player) {
            text += referee::fault_text(fault, kMostStderrBytes);
            left -= left > 0 ? 1 : 0;
        }
    }
    return left == 0 ? text : text + fmt::format("and {} more of agent {}\n", left, number(player));
}

void add_property(pugi::xml_node properties, const char* key, std::string_view value) {
    pugi::xml_node property = properties.append_child("property");
    set(property, "name", key);
    set(property, "value", value);
}

/// The game and its rules, where they are not the usual ones.
void add_game(pugi::xml_node properties, referee::Game game) {
    if (const std::string_view shown = shown_game(game); !shown.empty()) {
        add_property(properties, "game", shown);
    }
    if (const std::string_view shown = shown_rules(game); !shown.empty()) {
        add_property(properties, "rules", shown);
    }
}

void add_properties(pugi::xml_node suite, const RunSnapshot& run, const Outcome& outcome) {
    pugi::xml_node properties = suite.append_child("properties");
    const auto add = [&](const char* key, const auto& value) {
        add_property(properties, key, fmt::format("{}", value));
    };
    const CountingRules& counting = run.plan.counting;
    const Hypotheses& bounds = run.test().hypotheses();
    const Standing& standing = run.state.standing;
    const StrengthEstimate elo = strength_of(run);
    add("outcome", name(outcome.gate));
    add_game(properties, run.plan.schedule.rules);
    add("agent1", run.plan.agents.agent1.name);
    add("agent2", run.plan.agents.agent2.name);
    add("model", name(run.test().model()));
    add("test", "sprt");
    add("elo0", bounds.elo0);
    add("elo1", bounds.elo1);
    add("alpha", bounds.alpha);
    add("beta", bounds.beta);
    add("openings", run.plan.schedule.openings_text);
    add("repeats", name(counting.repeats));
    add("seed", run.plan.schedule.seed);
    add("max_games", counting.max_games ? std::to_string(*counting.max_games) : "none");
    add("max_faults", counting.max_faults ? std::to_string(*counting.max_faults) : "none");
    add("games", standing.games.games());
    add("wins", standing.games.wins);
    add("losses", standing.games.losses);
    add("draws", standing.games.draws);
    add("ptnml", fmt::format("{}", fmt::join(standing.pairs.counts, ",")));
    add("llr", number_text(standing.evaluation.llr, 3));
    add("elo", number_text(elo.elo, 1));
    add("elo_ci95", interval_text(elo.ci95, 1));
    add("elo_kind", elo.after_verdict ? "post-SPRT" : "anytime");
    add("disputed", standing.disputed.games);
    if (!run.directory.empty()) {
        add("directory", run.directory);
    }
}

struct CaseCounts {
    int tests;
    int failures;
    int errors;
};

pugi::xml_node add_suite(pugi::xml_document& document, const RunSnapshot& run, const CaseCounts& cases) {
    pugi::xml_node declaration = document.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    pugi::xml_node suite = document.append_child("testsuites").append_child("testsuite");
    set(suite, "id", "0");
    set(suite, "package", kSuite);
    set(suite, "name", kSuite);
    set(suite, "tests", std::to_string(cases.tests));
    set(suite, "failures", std::to_string(cases.failures));
    set(suite, "errors", std::to_string(cases.errors));
    set(suite, "time", seconds_text(run.state.elapsed));
    // Ant's schema allows no time zone; readers expect UTC.
    set(suite, "timestamp", run.started.substr(0, run.started.find('Z')));
    set(suite, "hostname", "localhost");
    return suite;
}

std::string text_of(const pugi::xml_document& document) {
    std::ostringstream text;
    document.save(text, "  ", pugi::format_default, pugi::encoding_utf8);
    return text.str();
}

pugi::xml_node add_case(pugi::xml_node suite, const std::string& name, std::chrono::nanoseconds time) {
    pugi::xml_node test = suite.append_child("testcase");
    set(test, "classname", kSuite);
    set(test, "name", name);
    set(test, "time", seconds_text(time));
    return test;
}

/// `kind` is "failure" or "error".
void add_trouble(pugi::xml_node test, const char* kind, const RunSnapshot& run, const Outcome& outcome,
                 const std::string& text) {
    pugi::xml_node trouble = test.append_child(kind);
    const Wld& games = run.state.standing.games;
    set(trouble, "message",
        fmt::format("{}; LLR {}, {}, WLD {}/{}/{}, Elo {}", outcome.sentence, llr_text(run),
                    referee::counted(games.games(), "game"), games.wins, games.losses, games.draws,
                    strength_of(run).text()));
    set(trouble, "type", name(outcome.gate));
    add_text(trouble, text);
}

std::string numbers_text(const RunSnapshot& run, const Outcome& outcome) {
    const StrengthEstimate elo = strength_of(run);
    return outcome.sentence + ".\n" + outcome.remedy + (outcome.remedy.empty() ? "" : "\n") +
           transcript_total(run.state.standing, run.test()) + transcript_estimates(run.plan, run.state) +
           fmt::format("{}: {}\n", elo.label(), elo.text()) + warning_lines(outcome.doubts);
}

} // namespace

std::string junit_xml(const RunSnapshot& run) {
    const RunState& result = run.state;
    const Outcome outcome = outcome_of(run);
    const bool is_green = outcome.gate == GateOutcome::Passed;
    const bool is_broken = outcome.gate == GateOutcome::Broken;
    const bool is_failure = outcome.gate == GateOutcome::Rejected;

    const referee::PerPlayer<bool>& broken = result.are_broken;
    const int failures = int{broken.agent1} + int{broken.agent2} + int{is_failure};
    pugi::xml_document document;
    pugi::xml_node suite = add_suite(
        document, run, {.tests = 3, .failures = failures, .errors = is_green || is_failure ? 0 : 1});
    add_properties(suite, run, outcome);

    pugi::xml_node verdict = add_case(suite, "verdict", run.state.elapsed);
    if (!is_green) {
        add_trouble(verdict, is_failure ? "failure" : "error", run, outcome,
                    numbers_text(run, outcome) + (is_broken ? faults_of(result, result.broken.value()) : ""));
    }
    std::string faults;
    for (const Player player : {Player::Agent1, Player::Agent2}) {
        pugi::xml_node test = add_case(suite, fmt::format("agent {} is not broken", number(player)), {});
        const std::string of_player = faults_of(result, player);
        if (broken[player]) {
            add_trouble(test, "failure", run, outcome, of_player);
        }
        faults += of_player;
    }
    add_text(suite.append_child("system-out"), transcript_tail(run));
    add_text(suite.append_child("system-err"), faults);

    return text_of(document);
}

std::string junit_xml_of_error(const RunSnapshot& run, const std::string& what) {
    pugi::xml_document document;
    pugi::xml_node suite = add_suite(document, run, {.tests = 1, .failures = 0, .errors = 1});
    pugi::xml_node properties = suite.append_child("properties");
    add_property(properties, "outcome", "error");
    if (is_settled(run.plan)) {
        add_game(properties, run.plan.schedule.rules);
        add_property(properties, "agent1", run.plan.agents.agent1.name);
        add_property(properties, "agent2", run.plan.agents.agent2.name);
        add_property(properties, "seed", fmt::format("{}", run.plan.schedule.seed));
    }
    pugi::xml_node error = add_case(suite, "verdict", {}).append_child("error");
    set(error, "message", what);
    set(error, "type", "error");
    add_text(error, what);
    suite.append_child("system-out");
    add_text(suite.append_child("system-err"), what);
    return text_of(document);
}

} // namespace sprt
