#include "referee/game/settings/agent_spec.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace referee {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::user_error_text;

std::string agent_error_of(const std::string& text) {
    return user_error_text([&] { static_cast<void>(parse_agent(text)); });
}

std::string agent_problem(const std::string& text, const PlaySettings& run = {}) {
    return problem_of_agent(parse_agent(text), run).value_or("none");
}

TEST(AgentSpec, words_with_an_equals_sign_before_the_command_are_settings) {
    const AgentSpec agent =
        parse_agent("proto=uai option.Hash=16 'option.Say PV=a b' name=new init=go move_ms=50 restart=never "
                    "./engine --fast x=1");
    EXPECT_EQ(agent.protocol, "uai");
    EXPECT_THAT(agent.options, ElementsAre(EngineOption{"Hash", "16"}, EngineOption{"Say PV", "a b"}));
    EXPECT_EQ(agent.name, "new");
    EXPECT_THAT(agent.init, ElementsAre("go"));
    EXPECT_EQ(agent.move_ms, 50);
    EXPECT_EQ(restart_of(agent), Restart::Never);
    EXPECT_THAT(agent.command, ElementsAre("./engine", "--fast", "x=1"));
}

TEST(AgentSpec, words_of_fastchess_are_settings_too) {
    const AgentSpec agent = parse_agent("plies=9 timemargin=20 ponder=false st=0.05 a");
    EXPECT_EQ(agent.depth, 9);
    EXPECT_EQ(agent.margin_ms, 20);
    EXPECT_EQ(agent.move_ms, 50);
    EXPECT_THAT(agent.command, ElementsAre("a"));
    for (const auto& [text, ms] : {std::pair("0.05s", 50), {"8", 8000}, {"1.2345", 1235}, {"0.0001", 1}}) {
        EXPECT_EQ(parse_agent(std::string("st=") + text + " a").move_ms, ms) << text;
    }
    for (const std::string text : {"0", "-1", "nan", "1e6", "1m", ""}) {
        EXPECT_THAT(agent_error_of("st=" + text + " a"),
                    HasSubstr("st: '" + text + "' must be seconds, above 0"));
    }
}

TEST(AgentSpec, a_command_alone_is_named_as_it_was_written) {
    const AgentSpec agent = parse_agent("minimax  --depth 3");
    EXPECT_EQ(agent.name, "minimax  --depth 3");
    EXPECT_THAT(agent.command, ElementsAre("minimax", "--depth", "3"));
    EXPECT_EQ(parse_agent("time_ms=5 minimax  --depth 3").name, "minimax --depth 3");
    EXPECT_EQ(restart_of(agent), Restart::Pair);
    EXPECT_FALSE(is_engine(agent));
}

TEST(AgentSpec, an_equals_sign_behind_a_slash_is_part_of_a_path) {
    EXPECT_THAT(parse_agent("./a=b c").command, ElementsAre("./a=b", "c"));
    EXPECT_THAT(parse_agent("time_ms=5 /x/a=b").command, ElementsAre("/x/a=b"));
    const AgentSpec engine = parse_agent("option.A/B=true name=new ./a");
    EXPECT_THAT(engine.command, ElementsAre("./a")) << "names of options may have a slash";
    EXPECT_EQ(engine.options.at(0).name, "A/B");
}

TEST(AgentSpec, wrong_words_are_named) {
    EXPECT_THAT(agent_error_of("tims_ms=5 a"),
                HasSubstr("'tims_ms' before the command is unknown; did you mean time_ms?"));
    EXPECT_THAT(agent_error_of("protocol=uai a"), HasSubstr("'protocol' before the command is unknown"));
    EXPECT_THAT(agent_error_of("option.=5 a"), HasSubstr("'option.' before the command is unknown"));
    EXPECT_THAT(agent_error_of("nodes=1e3 a"), HasSubstr("nodes: '1e3' is not a whole number"));
    EXPECT_THAT(agent_error_of("nodes=0 a"), HasSubstr("nodes: 0 is out of range"));
    EXPECT_THAT(agent_error_of("ping=no a"), HasSubstr("ping: 'no' must be auto, on or off"));
    EXPECT_THAT(agent_error_of("proto=uci ponder=true a"), HasSubstr("ponder: engines do not ponder here"));
    EXPECT_THAT(agent_error_of("proto=uai time_ms=5"), HasSubstr("has no command behind its settings"));
}

TEST(AgentSpec, a_setting_is_given_once) {
    for (const auto& [text, problem] :
         {std::pair("depth=4 depth=4 a", "depth is given twice; give it once"),
          {"name=x init=a init=a name=x a", "name is given twice; give it once"},
          {"plies=4 nodes=1 depth=2 a", "plies and depth are one setting; give it once"},
          {"st=1 move_ms=5 a", "st and move_ms are one setting; give it once"},
          {"option.Hash=1 option.hash=2 a", "option.Hash and option.hash are one setting; give it once"}}) {
        EXPECT_EQ(agent_error_of(text), problem);
    }
    EXPECT_THAT(parse_agent("init=a init=a depth=4 a depth=4").init, ElementsAre("a", "a"));
}

TEST(AgentSpec, settings_that_contradict_each_other_are_named) {
    EXPECT_EQ(agent_problem("inc_ms=5 move_ms=5 a"),
              "it has two kinds of clock, inc_ms and move_ms; leave one out");
    for (const std::string settings : {"turn_ms=5", "turn_ms=5 nodes=5 tc=1"}) {
        EXPECT_EQ(agent_problem("proto=uai " + settings + " a"),
                  "its turn_ms goes with nodes or depth without a clock only");
    }
    EXPECT_EQ(agent_problem("proto=uai nodes=5 margin_ms=5 a"),
              "its margin_ms goes with a clock, not with nodes or depth alone");
    EXPECT_EQ(agent_problem("proto=uai tc=inf a"),
              "tc=inf leaves it without a limit; give it nodes or depth");
    for (const std::string settings :
         {"nodes=5 depth=5", "tc=1 nodes=5 margin_ms=5", "move_ms=5 depth=5", "tc=inf depth=5 turn_ms=5"}) {
        EXPECT_EQ(agent_problem("proto=uai " + settings + " a"), "none") << settings;
    }
    for (const std::string key :
         {"option.Hash", "init", "nodes", "depth", "start_ms", "newgame_ms", "ping_ms"}) {
        EXPECT_THAT(agent_problem(key + "=5 a"), HasSubstr(" goes with protocol uai or uci only")) << key;
    }
    EXPECT_EQ(agent_problem("'name= \t' a"), "its name is blank; give it one that can be seen: name=NAME");
    EXPECT_EQ(agent_problem("'name= a' a"), "none");
    EXPECT_EQ(agent_problem("proto=uai 'init=a\nb' a"), "its init 'a\\x0ab' is not one line of text");
    EXPECT_EQ(agent_problem("proto=uai 'option.x=a\nb' a"), "its option 'x' is not one line of text");
    PlaySettings tic_tac_toe;
    tic_tac_toe.game = "tic-tac-toe";
    EXPECT_EQ(agent_problem("proto=uai a", tic_tac_toe), "a UAI engine does not play tic-tac-toe");
    EXPECT_EQ(agent_problem("proto=uci a", tic_tac_toe), "none");
    EXPECT_EQ(agent_problem("proto=uai variant=x a"), "its variant goes with protocol uci only");
    EXPECT_EQ(agent_problem("proto=uci 'variant=a\nb' a"), "its variant 'a\\x0ab' is not one line of text");
    EXPECT_EQ(agent_problem("variant=x a"), "its variant goes with protocol uai or uci only");
    PlaySettings little_memory;
    little_memory.limits.memory_mb = 64;
    EXPECT_EQ(
        agent_problem("proto=uci option.hash=64 a", little_memory),
        "its option Hash of 64 MiB does not fit in memory_mb 64; give it more memory, or a smaller table");
    EXPECT_EQ(agent_problem("proto=uci option.Hash=63 a", little_memory), "none");
    for (const char* right :
         {"a", "tc=10+0.1 a", "move_ms=5 margin_ms=0 restart=game a", "proto=uai nodes=5 turn_ms=5 a"}) {
        EXPECT_EQ(agent_problem(right), "none");
    }
}

TEST(AgentSpec, cores_follow_the_threads_of_engines_unless_they_are_given) {
    const auto cores_of = [](std::initializer_list<const char*> agents,
                             std::optional<std::int64_t> given = {}) {
        PlaySettings settings;
        settings.threads_per_agent = given;
        std::vector<AgentSpec> specs;
        for (const char* agent : agents) {
            specs.push_back(parse_agent(agent));
        }
        settle_cores(settings, specs);
        return *settings.threads_per_agent;
    };
    EXPECT_EQ(cores_of({"a", "b"}), 1);
    EXPECT_EQ(cores_of({"proto=uci option.Threads=4 a", "proto=uai option.threads=2 b"}), 4);
    EXPECT_EQ(cores_of({"proto=uci option.Threads=4 a"}, 2), 2);
    EXPECT_EQ(cores_of({"proto=uci option.Threads=many a"}), 1);
    EXPECT_EQ(cores_of({"proto=uci option.Threads=99999 a"}), kMostThreadsPerAgent);
}

TEST(AgentSpec, times_of_an_engine_are_those_of_its_dialect) {
    const auto manner = [](const char* text) { return manner_of(parse_agent(text)); };
    EXPECT_EQ(manner("proto=uai a").new_game, 10s);
    EXPECT_EQ(manner("proto=uai a").ping_limit, 5s);
    EXPECT_EQ(manner("proto=uci a").protocol, Protocol::Uci);
    EXPECT_EQ(manner("proto=uci a").new_game, 60s);
    EXPECT_EQ(manner("proto=uci a").ping_limit, 10s);
    EXPECT_EQ(manner("proto=uci ping_ms=7 newgame_ms=8 variant=x a").ping_limit, 7ms);
    EXPECT_EQ(manner("proto=uci variant=x a").variant, "x");
}

TEST(AgentSpec, manner_holds_what_only_engines_have) {
    const Manner manner =
        manner_of(parse_agent("proto=uai option.A=b init=c start_ms=1 newgame_ms=2 ping_ms=3 ping=off a"));
    EXPECT_EQ(manner.protocol, Protocol::Uai);
    EXPECT_THAT(manner.options, ElementsAre(EngineOption{"A", "b"}));
    EXPECT_THAT(manner.init, ElementsAre("c"));
    EXPECT_EQ(manner.start, 1ms);
    EXPECT_EQ(manner.new_game, 2ms);
    EXPECT_EQ(manner.ping_limit, 3ms);
    EXPECT_EQ(manner.ping, Ping::Off);
    EXPECT_EQ(manner_of(parse_agent("proto=uai ping=on a")).ping, Ping::On);
    EXPECT_EQ(manner_of(parse_agent("proto=uai a")).ping, Ping::Auto);
    EXPECT_EQ(manner_of(parse_agent("a")), Manner());
}

TEST(AgentSpec, program_has_the_variables_of_its_agent) {
    AgentSpec agent = parse_agent("/bin/true x");
    agent.env = {{"A", "1"}, {"B", "two words"}};
    PlayRules run;
    const Program program = program_of(agent, run);
    EXPECT_EQ(program.executable, "/bin/true");
    EXPECT_THAT(program.variables, ElementsAre("A=1", "B=two words"));
    EXPECT_TRUE(program.gets_secrets);
    run.gives_secrets = false;
    EXPECT_FALSE(program_of(agent, run).gets_secrets);
}

} // namespace
} // namespace referee
