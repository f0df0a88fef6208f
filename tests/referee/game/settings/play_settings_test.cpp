#include "referee/game/job.hpp"
#include "referee/game/roster.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "referee/process/placement.hpp"
#include "referee/talk/agent_processes.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <map>
#include <string>

namespace referee {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;
using testing_support::user_error_text;

std::string problem(const std::function<void(PlaySettings&)>& change) {
    PlaySettings settings;
    change(settings);
    return user_error_text([&] { validate(settings, play_settings(), flag_of); });
}

void expect_right(const std::function<void(PlaySettings&)>& change) {
    PlaySettings settings;
    change(settings);
    EXPECT_NO_THROW(validate(settings, play_settings(), flag_of));
}

/// Where a setting stands in `settings`.
const void* address_of(const Setting<PlaySettings>& setting, PlaySettings& settings) {
    return std::visit([](auto* place) -> const void* { return place; }, setting.place(settings));
}

/// The names are those of the members; a new member does not compile here until it is named.
std::map<std::string, const void*> members_of(PlaySettings& settings) {
    auto& [game, rules, engines, time_ms, inc_ms, tc, move_ms, margin_ms, ready_ms, finish_ms, turns,
           adjudicate, cores, pin, threads_per_agent, limits, sandbox, env, stderr_kb, clock, log_pv, trace,
           trace_faults] = settings;
    auto& [memory_mb, cpu_s, file_mb] = limits;
    return {{"game", &game},
            {"rules", &rules},
            {"time_ms", &time_ms},
            {"ready_ms", &ready_ms},
            {"finish_ms", &finish_ms},
            {"turns", &turns},
            {"cores", &cores},
            {"pin", &pin},
            {"memory_mb", &memory_mb},
            {"threads_per_agent", &threads_per_agent},
            {"cpu_s", &cpu_s},
            {"file_mb", &file_mb},
            {"sandbox", &sandbox},
            {"env", &env},
            {"stderr_kb", &stderr_kb},
            {"clock", &clock},
            {"trace", &trace},
            {"trace_faults", &trace_faults},
            {"inc_ms", &inc_ms},
            {"tc", &tc},
            {"engines", &engines},
            {"move_ms", &move_ms},
            {"margin_ms", &margin_ms},
            {"log_pv", &log_pv},
            {"adjudicate", &adjudicate}};
}

TEST(PlaySettings, every_member_has_exactly_one_key) {
    PlaySettings settings;
    std::map<std::string, const void*> places;
    for (const Setting<PlaySettings>& setting : play_settings()) {
        EXPECT_TRUE(places.emplace(setting.key, address_of(setting, settings)).second) << setting.key;
        EXPECT_EQ(&play_setting(setting.key), &setting);
    }
    EXPECT_EQ(places, members_of(settings));
}

TEST(PlaySettings, help_is_one_line_without_a_full_stop) {
    for (const Setting<PlaySettings>& setting : play_settings()) {
        EXPECT_FALSE(setting.help.empty()) << setting.key;
        EXPECT_EQ(setting.help.find('\n'), std::string_view::npos) << setting.key;
        EXPECT_FALSE(setting.help.ends_with('.')) << setting.key;
    }
}

TEST(PlaySettings, numbers_beyond_their_bounds_are_refused) {
    struct Row {
        const char* key;
        std::int64_t least, most;
    };
    for (const Row& row :
         {Row{"time_ms", 1, 1'000'000'000}, Row{"ready_ms", 1, 1'000'000'000},
          Row{"finish_ms", 0, 1'000'000'000}, Row{"turns", 1, 1'000'000}, Row{"threads_per_agent", 1, 1024},
          Row{"memory_mb", 1, std::int64_t{1} << 40}, Row{"cpu_s", 1, 1'000'000'000},
          Row{"file_mb", 0, std::int64_t{1} << 40}, Row{"stderr_kb", 0, 65536}}) {
        const auto set = [&](std::int64_t value) {
            return [&row, value](PlaySettings& settings) {
                store(play_setting(row.key).place(settings), value);
            };
        };
        expect_right(set(row.least));
        expect_right(set(row.most));
        const std::string range =
            "it must be from " + std::to_string(row.least) + " to " + std::to_string(row.most);
        EXPECT_EQ(problem(set(row.least - 1)),
                  flag_of(row.key) + ": " + std::to_string(row.least - 1) + " is out of range; " + range);
        EXPECT_THAT(problem(set(row.most + 1)), HasSubstr(range));
    }
}

TEST(PlaySettings, texts_that_mean_nothing_are_refused) {
    EXPECT_EQ(problem([](PlaySettings& s) { s.clock = "Fair"; }),
              "--clock: 'Fair' must be wall or fair; did you mean fair?");
    EXPECT_EQ(problem([](PlaySettings& s) { s.pin = ""; }), "--pin: '' must be game, split or off");
    EXPECT_THAT(problem([](PlaySettings& s) { s.cores = "0,0"; }),
                HasSubstr("--cores: '0,0': core 0 is named twice"));
    for (const char* pin : {"game", "split", "off"}) {
        expect_right([&](PlaySettings& s) { s.pin = pin; });
    }
    expect_right([](PlaySettings& s) { s.clock = "fair"; });
    expect_right([](PlaySettings& s) { s.cores = "0,2,4-7"; });
}

TEST(PlaySettings, limits_of_a_game_are_the_same_for_both_agents) {
    const GameLimits limits = game_limits({.time_ms = 2000, .ready_ms = 1000, .turns = 17});
    EXPECT_EQ(limits.time, (PerPlayer<TimeControl>{seconds(2), seconds(2)}));
    EXPECT_EQ(limits.ready, seconds(1));
    EXPECT_EQ(limits.turns, 17);
}

TEST(PlaySettings, default_limits_are_those_of_a_job) {
    const GameLimits limits = game_limits({});
    EXPECT_EQ(limits.time, GameLimits().time);
    EXPECT_EQ(limits.ready, GameLimits().ready);
    EXPECT_EQ(limits.turns, GameLimits().turns);
}

TEST(PlaySettings, rules_are_those_of_the_game_unless_others_are_given) {
    EXPECT_EQ(rules_of({}), Game::Ataxx);
    EXPECT_EQ(default_rules({}, false), "articles");
    EXPECT_EQ(default_rules({}, true), "uai");
    EXPECT_EQ(rules_of({.rules = "articles"}), Game::Ataxx);
    EXPECT_EQ(rules_of({.rules = "uai"}), Game::AtaxxUai);
    EXPECT_EQ(rules_of({.game = "connect-four"}), Game::ConnectFour);
    EXPECT_EQ(rules_of({.game = "chess"}), Game::Chess);
    EXPECT_EQ(rules_of({.game = "chess", .rules = "orthodox"}), Game::Chess);
    EXPECT_EQ(rules_of({.game = "chess", .rules = "chess960"}), Game::Chess960);
    EXPECT_FALSE(default_rules({.game = "connect-four"}, false));
    EXPECT_EQ(problem([](PlaySettings& s) { s.rules = "UAI"; }),
              "--rules: 'UAI' must be articles, uai, orthodox or chess960; did you mean uai?");
    EXPECT_NO_THROW(check_rules({.rules = "uai"}, flag_of));
    EXPECT_NO_THROW(check_rules({.game = "connect-four"}, flag_of));
    for (const char* rules : {"articles", "uai"}) {
        EXPECT_EQ(testing_support::user_error_text(
                      [&] { check_rules({.game = "tic-tac-toe", .rules = rules}, flag_of); }),
                  std::string("--rules: tic-tac-toe is not played by '") + rules + "'; leave it out");
    }
}

TEST(PlaySettings, names_of_games_and_rules_are_each_there_once) {
    EXPECT_EQ(form_of(game_names()), "{ataxx,connect-four,tic-tac-toe,chess}");
    EXPECT_EQ(form_of(rule_set_names()), "{articles,uai,orthodox,chess960}");
}

TEST(PlaySettings, turns_are_those_of_the_rules_unless_fewer_are_given) {
    EXPECT_EQ(game_limits({.rules = "uai"}).turns, 4700);
    EXPECT_EQ(game_limits({.rules = "uai", .turns = 400}).turns, 400);
    EXPECT_EQ(game_limits({.rules = "uai", .turns = 1'000'000}).turns, 4700);
    EXPECT_EQ(game_limits({.turns = 1000}).turns, 1000);
    EXPECT_EQ(game_limits({.game = "connect-four"}).turns, 42);
    EXPECT_EQ(game_limits({.game = "chess"}).turns, 12'000);
}

TEST(PlaySettings, placement_follows_cores_pin_and_threads) {
    PlaySettings settings;
    EXPECT_EQ(placement_settings(settings).pin, Pin::Game);
    EXPECT_FALSE(placement_settings(settings).cores);
    settings.pin = "split";
    settings.threads_per_agent = 3;
    settings.cores = "0,2-3";
    EXPECT_EQ(placement_settings(settings).pin, Pin::Split);
    EXPECT_EQ(placement_settings(settings).threads_per_agent, 3);
    EXPECT_EQ(placement_settings(settings).cores, (std::vector{0, 2, 3}));
}

TEST(PlayRules, words_of_settings_become_values) {
    PlaySettings settings;
    EXPECT_FALSE(play_rules(settings).sandbox);
    EXPECT_TRUE(play_rules(settings).gives_secrets);
    settings.sandbox = "on";
    settings.env = "clean";
    EXPECT_EQ(play_rules(settings).sandbox, SandboxUse::On);
    EXPECT_FALSE(play_rules(settings).gives_secrets);
}

TEST(PlayRules, agents_are_started_with_what_the_settings_say) {
    constexpr rlimit kDescriptors{100, 100};
    PlaySettings settings;
    EXPECT_EQ(agent_settings(play_rules(settings), kDescriptors).clock, ClockRule::Wall);
    EXPECT_FALSE(agent_settings(play_rules(settings), kDescriptors).trace);
    settings.finish_ms = 20;
    settings.stderr_kb = 3;
    settings.clock = "fair";
    settings.trace_faults = "faults";
    const AgentSettings agents = agent_settings(play_rules(settings), kDescriptors);
    EXPECT_EQ(agents.finish_wait, std::chrono::milliseconds(20));
    EXPECT_EQ(agents.stderr_bytes, 3072U);
    EXPECT_EQ(agents.clock, ClockRule::Fair);
    EXPECT_TRUE(agents.trace);
}

} // namespace
} // namespace referee
