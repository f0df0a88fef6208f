#include "referee/game/roster.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace referee {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::TemporaryDir;

TEST(SandboxUse, is_off_auto_or_on) {
    EXPECT_EQ(parse_sandbox_use("off"), SandboxUse::Off);
    EXPECT_EQ(parse_sandbox_use("auto"), SandboxUse::Auto);
    EXPECT_EQ(parse_sandbox_use("on"), SandboxUse::On);
    for (const char* other : {"", "On", "offf", "yes"}) {
        EXPECT_EQ(parse_sandbox_use(other), std::nullopt) << other;
    }
}

TEST(WithValues, stand_in_words_variables_lines_and_options) {
    const RosterAgent agent{
        .name = "agent 1",
        .program = {.executable = "/a", .words = {"{x}", "--x={x}"}, .dir = {}, .variables = {"V{q}={y}"}},
        .manner = {.protocol = Protocol::Uci, .options = {{"Hash", "{x}"}}, .init = {"set {x}"}}};
    const TunedGame game{.values = {{{1, true}, {2, true}, {3, true}}, {{4, true}, {5, true}, {6, true}}},
                         .names = {"x", "y", "Depth"}};
    const RosterAgent filled = with_values(agent, game, Player::Agent2);
    EXPECT_THAT(filled.program.words, ElementsAre("{x}", "--x=4")) << "the first word is the program's file";
    EXPECT_THAT(filled.program.variables, ElementsAre("V{q}=5"));
    EXPECT_THAT(filled.manner.init, ElementsAre("set 4"));
    EXPECT_THAT(filled.manner.options, ElementsAre(EngineOption{"Hash", "4"}, EngineOption{"Depth", "6"}));
}

TEST(WithValues, values_of_either_agent_are_its_own_and_native_agents_have_no_options) {
    const RosterAgent agent{
        .name = "agent 1",
        .program = {.executable = "/a", .words = {"a", "{x}"}, .dir = {}, .variables = {"V={x}{{x}={x}"}}};
    const TunedGame game{.values = {{{1, true}, {2, true}}, {{0.5, false}, {3, true}}}, .names = {"x", "y"}};
    for (const auto& [player, x] : {std::pair(Player::Agent1, "1"), std::pair(Player::Agent2, "0.5")}) {
        const RosterAgent filled = with_values(agent, game, player);
        EXPECT_THAT(filled.program.words, ElementsAre("a", x));
        EXPECT_THAT(filled.program.variables, ElementsAre(std::string("V=") + x + "{x}=" + x));
        EXPECT_THAT(filled.manner.options, IsEmpty()) << "y has no placeholder";
    }
}

/// An agent whose program is this file.
RosterAgent agent_of_file(const std::string& name, const std::filesystem::path& file) {
    const Program program{.executable = file, .words = {name}, .dir = {}, .variables = {}};
    return {.name = name, .program = program, .files = ProgramFiles(program)};
}

TEST(Roster, prints_are_those_of_its_agents_in_their_order) {
    const TemporaryDir dir;
    const Roster roster(
        {agent_of_file("one", dir.file("one", "1")), agent_of_file("two", dir.file("two", "2"))});
    const PerPlayer<AgentPrint> both{roster.print(AgentId{0}), roster.print(AgentId{1})};
    EXPECT_EQ(both.agent1.executable.path, (dir / "one").string());
    EXPECT_EQ(both.agent2.executable.path, (dir / "two").string());
    EXPECT_NE(both.agent1.executable.sha256, both.agent2.executable.sha256);
    EXPECT_FALSE(both.agent1.in_sandbox);
    const std::vector<AgentPrint> all = roster.prints();
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].executable, both.agent1.executable);
    EXPECT_EQ(all[1].executable, both.agent2.executable);
    EXPECT_EQ(roster[AgentId{1}].name, "two");
}

TEST(Roster, each_agent_whose_file_changed_is_named) {
    const TemporaryDir dir;
    const Roster roster(
        {agent_of_file("one", dir.file("one", "1")), agent_of_file("two", dir.file("two", "2"))});
    EXPECT_THAT(roster.changed_files(), IsEmpty());
    dir.file("two", "3");
    EXPECT_THAT(roster.changed_files(),
                ElementsAre("two: " + (dir / "two").string() +
                            " changed while games were played, so that some may be of another program"));
}

TEST(Roster, agents_in_sandboxes_are_named_when_files_changed_of_which_no_copies_were_played) {
    const TemporaryDir dir;
    const auto file = dir.file("link", "1");
    RosterAgent agent = agent_of_file("one", file);
    try {
        agent.sandbox = std::make_shared<const Sandbox>(
            agent.program, SandboxWishes(), std::vector<std::filesystem::path>(), agent.files.print(),
            std::make_shared<const ControlGroups>());
    } catch (const SandboxError& error) {
        GTEST_SKIP() << error.what();
    }
    const Roster roster({agent});
    dir.file("link", "2");
    EXPECT_THAT(roster.changed_files(), IsEmpty());
    std::filesystem::remove(file);
    std::filesystem::create_symlink("/usr/bin/env", file);
    EXPECT_THAT(roster.changed_files(),
                ElementsAre(testing::HasSubstr("one: " + file.string() + " changed")));
}

TEST(Roster, agents_that_lack_their_sandbox_are_named_with_the_reason) {
    RosterAgent without;
    without.name = "agent 2";
    without.lacks_sandbox = "no room";
    const Roster roster({RosterAgent{.name = "agent 1", .program = {}}, without});
    EXPECT_THAT(roster.without_sandbox(), ElementsAre("agent 2 plays without a sandbox: no room"));
    EXPECT_EQ(roster.sandboxes_text(), "Sandbox: none");
    EXPECT_EQ(roster.descriptors(100), 0U);
}

TEST(Roster, no_sandbox_is_spoken_of_when_none_was_asked_for) {
    Roster roster(
        {RosterAgent{.name = "agent 1", .program = {}}, RosterAgent{.name = "agent 2", .program = {}}});
    roster.make_sandboxes({{.use = SandboxUse::Off}, {.use = SandboxUse::Off}}, {});
    EXPECT_EQ(roster.sandboxes_text(), "");
    EXPECT_THAT(roster.without_sandbox(), IsEmpty());
}

} // namespace
} // namespace referee
