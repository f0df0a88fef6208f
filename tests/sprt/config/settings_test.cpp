#include "referee/game/settings/setting.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace sprt {
namespace {

/// The address of the member of `config` that a setting sets.
const void* address_of(const RunSetting& setting, Config& config) {
    return std::visit([](const auto* value) -> const void* { return value; }, setting.place(config));
}

/// All keys with the addresses of their members. When a member is added, this function does not compile until
/// the member is listed.
std::map<std::string, const void*> members_of(Config& config) {
    auto& [kind, agents, test, model, test_kind, games, params, verify, lag, probe, max_time, format, seeds,
           span, rounds, until, error, anchor, openings, book_order, book_start, check_book, book_plies,
           repeats, max_games, seed, concurrency, out, pgn, pgn_notation, site, pgn_line, pgn_comments, title,
           report_every, progress, quiet, summary_only, play, remote, max_faults, no_check] = config;
    auto& [game, rules, engines, time_ms, inc_ms, tc, move_ms, margin_ms, ready_ms, finish_ms, turns,
           adjudicate, cores, pin, threads_per_agent, limits, sandbox, env, stderr_kb, clock, log_pv, trace,
           trace_faults] = play;
    auto& [elo0, elo1, alpha, beta] = test;
    auto& [memory_mb, cpu_s, file_mb] = limits;
    auto& [via, send_agents, share, time_scale, reference_speed, spot_check, wait] = remote;
    static_cast<void>(kind);   // no setting: the command is its key
    static_cast<void>(agents); // no settings: their keys are agent1 and agent2, or agents
    static_cast<void>(params); // no setting: each has more than one value
    return {{"game", &game},
            {"rules", &rules},
            {"games", &games},
            {"verify", &verify},
            {"lag", &lag},
            {"probe", &probe},
            {"max_time", &max_time},
            {"format", &format},
            {"seeds", &seeds},
            {"span", &span},
            {"rounds", &rounds},
            {"until", &until},
            {"error", &error},
            {"anchor", &anchor},
            {"elo0", &elo0},
            {"elo1", &elo1},
            {"alpha", &alpha},
            {"beta", &beta},
            {"model", &model},
            {"test", &test_kind},
            {"openings", &openings},
            {"book_order", &book_order},
            {"book_start", &book_start},
            {"check_book", &check_book},
            {"book_plies", &book_plies},
            {"repeats", &repeats},
            {"max_games", &max_games},
            {"max_faults", &max_faults},
            {"no_check", &no_check},
            {"seed", &seed},
            {"concurrency", &concurrency},
            {"cores", &cores},
            {"pin", &pin},
            {"threads_per_agent", &threads_per_agent},
            {"out", &out},
            {"pgn", &pgn},
            {"pgn_notation", &pgn_notation},
            {"site", &site},
            {"pgn_line", &pgn_line},
            {"pgn_comments", &pgn_comments},
            {"title", &title},
            {"via", &via},
            {"send_agents", &send_agents},
            {"share", &share},
            {"time_scale", &time_scale},
            {"reference_speed", &reference_speed},
            {"spot_check", &spot_check},
            {"wait", &wait},
            {"report_every", &report_every},
            {"progress", &progress},
            {"quiet", &quiet},
            {"summary_only", &summary_only},
            {"time_ms", &time_ms},
            {"ready_ms", &ready_ms},
            {"finish_ms", &finish_ms},
            {"turns", &turns},
            {"adjudicate", &adjudicate},
            {"sandbox", &sandbox},
            {"env", &env},
            {"stderr_kb", &stderr_kb},
            {"clock", &clock},
            {"memory_mb", &memory_mb},
            {"cpu_s", &cpu_s},
            {"file_mb", &file_mb},
            {"inc_ms", &inc_ms},
            {"tc", &tc},
            {"engines", &engines},
            {"move_ms", &move_ms},
            {"margin_ms", &margin_ms},
            {"log_pv", &log_pv},
            {"trace", &trace},
            {"trace_faults", &trace_faults}};
}

TEST(Settings, every_member_of_a_configuration_has_exactly_one_key) {
    Config config;
    std::map<std::string, const void*> places;
    for (const RunKind kind : {RunKind::Test, RunKind::Match, RunKind::Tournament, RunKind::Tune}) {
        std::set<std::string_view> keys;
        for (const RunSetting& setting : settings(kind)) {
            places.emplace(setting.key, address_of(setting, config));
            EXPECT_TRUE(keys.insert(setting.key).second) << setting.key << " is there twice";
        }
    }
    EXPECT_EQ(places, members_of(config));
}

TEST(Settings, match_has_a_number_of_games_in_place_of_a_test) {
    const auto keys_of = [](RunKind kind) {
        std::set<std::string_view> keys;
        for (const RunSetting& setting : settings(kind)) {
            keys.insert(setting.key);
        }
        return keys;
    };
    std::set<std::string_view> expected = keys_of(RunKind::Test);
    for (const char* const of_tests : {"elo0", "elo1", "alpha", "beta", "model", "test", "max_games"}) {
        EXPECT_EQ(expected.erase(of_tests), 1U) << of_tests;
    }
    expected.insert("games");
    EXPECT_EQ(keys_of(RunKind::Match), expected);
}

TEST(Settings, tuning_has_those_of_a_match_but_repeats_and_four_more) {
    std::set<std::string_view> expected{"verify", "lag", "probe", "max_time"};
    for (const RunSetting& setting : settings(RunKind::Match)) {
        if (setting.key != "repeats") {
            expected.insert(setting.key);
        }
    }
    std::set<std::string_view> keys;
    for (const RunSetting& setting : settings(RunKind::Tune)) {
        keys.insert(setting.key);
    }
    EXPECT_EQ(keys, expected);
}

TEST(Settings, keys_are_written_in_the_order_of_the_table) {
    std::vector<std::string> expected{"agent1", "agent2"};
    for (const RunSetting& setting : settings(RunKind::Test)) {
        expected.emplace_back(setting.key);
    }
    std::vector<std::string> keys;
    const referee::Json json = to_json(Config());
    for (const auto& [key, value] : json.items()) {
        keys.push_back(key);
    }
    EXPECT_EQ(keys, expected);
}

TEST(Settings, each_key_sets_its_own_member_and_no_other) {
    const auto other_than = [](const referee::Json& value) -> referee::Json {
        return value.is_boolean()  ? referee::Json(!value.get<bool>())
               : value.is_string() ? referee::Json("x")
                                   : referee::Json(77);
    };
    const referee::Json defaults = to_json(Config());
    for (const RunSetting& setting : settings(RunKind::Test)) {
        const std::string key(setting.key);
        referee::Json wanted = other_than(defaults.at(key));
        Config config;
        const referee::ValuePlace place = setting.place(config);
        if (std::holds_alternative<std::optional<std::string>*>(place)) {
            wanted = "x"; // null by default, for which other_than() gives a number
        } else if (std::holds_alternative<std::optional<std::uint64_t>*>(place)) {
            wanted = "77";
        } else if (std::holds_alternative<referee::Adjudication*>(place)) {
            wanted = {{"fill", true}, {"verify", 0.5}};
        }
        const referee::Json file{{key, wanted}};
        read_config(referee::JsonNode(file, "c.json: "), config);
        referee::Json expected = defaults;
        expected[key] = wanted;
        EXPECT_EQ(to_json(config), expected) << key;
    }
}

TEST(Settings, title_is_1_to_200_printable_characters) {
    const auto settings_of_tests = settings(RunKind::Test);
    const auto row = std::ranges::find(settings_of_tests, "title", &RunSetting::key);
    Config config;
    EXPECT_EQ(problem_of(*row, config), std::nullopt);
    std::string most;
    for (int i = 0; i < 200; ++i) {
        most += "\xC3\xA9";
    }
    for (const std::string& right : {std::string("x"), std::string("<b>\"Cup\" [1]</b>"), most}) {
        config.title = right;
        EXPECT_EQ(problem_of(*row, config), std::nullopt) << right;
    }
    for (const std::string& wrong : {std::string(), most + "x", std::string("a\nb"), std::string("\x1b[1m"),
                                     std::string("\xE2\x80\xAE"), std::string("\xff")}) {
        config.title = wrong;
        EXPECT_NE(problem_of(*row, config), std::nullopt) << wrong;
    }
}

TEST(Settings, simulations_take_the_settings_of_the_test_and_the_schedule) {
    std::set<std::string> found;
    for (const RunSetting& setting : settings(RunKind::Test)) {
        if (setting.use == SettingUse::Test || setting.use == SettingUse::Simulation) {
            found.emplace(setting.key);
        }
    }
    EXPECT_EQ(found, (std::set<std::string>{"elo0", "elo1", "alpha", "beta", "model", "openings", "repeats",
                                            "max_games", "seed", "concurrency"}));
}

TEST(Settings, help_is_one_line_without_a_full_stop) {
    for (const RunSetting& setting : settings(RunKind::Test)) {
        EXPECT_FALSE(setting.help.empty()) << setting.key;
        EXPECT_EQ(setting.help.find('\n'), std::string_view::npos) << setting.key;
        EXPECT_FALSE(setting.help.ends_with('.')) << setting.key;
    }
}

TEST(SettingSynonyms, mean_settings_and_flags_that_exist) {
    // flags and arguments that are no settings of a run
    std::set<std::string> known{
        "",       "agent", "agent1",   "agent2",     "AGENT1", "AGENT2",       "games",
        "log",    "wld",   "ptnml",    "runs",       "rounds", "print_config", "fen",
        "format", "depth", "start_ms", "newgame_ms", "init",   "option.NAME"}; // and words of agents
    for (const RunSetting& setting : settings(RunKind::Test)) {
        known.emplace(setting.key);
    }
    for (const referee::Synonym& synonym : referee::setting_synonyms()) {
        EXPECT_TRUE(known.contains(std::string(synonym.ours))) << synonym.said << ' ' << synonym.ours;
    }
}

TEST(ValueSynonyms, mean_words_that_some_setting_takes) {
    std::set<std::string_view> known{"gain", "no-regression"};
    for (const RunSetting& setting : settings(RunKind::Test)) {
        if (const auto* const words = std::get_if<referee::Words>(&setting.check)) {
            known.insert(words->begin(), words->end());
        }
    }
    for (const referee::Synonym& synonym : referee::value_synonyms()) {
        EXPECT_TRUE(known.contains(synonym.ours)) << synonym.said << ' ' << synonym.ours;
    }
}

} // namespace
} // namespace sprt
