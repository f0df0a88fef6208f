#include "referee/game/settings/agent_spec.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace referee {
namespace {

using testing::ElementsAre;
using testing_support::user_error_text;

class NamedAgent : public testing::Test {
  protected:
    NamedAgent() {
        write(R"({"$schema": "x",
                  "tik": {"command": ["./tik", "-x"], "protocol": "uai", "options": {"Hash": "16", "Own": "1"},
                          "move_ms": 50, "margin_ms": 3, "env": {"A": "1"}, "dir": "d", "init": ["a"]},
                  "deep": {"command": "pvs --depth 5", "name": "deep pvs"},
                  "plain": "random",
                  "other": "@tik"})");
    }
    void write(const std::string& text) { std::ofstream(file_) << text; }
    [[nodiscard]] AgentSpec find(const std::string& agent) const {
        return find_named(parse_agent(agent), file_);
    }
    [[nodiscard]] std::string error_of(const std::string& agent) const {
        return user_error_text([&] { static_cast<void>(find(agent)); });
    }

    testing_support::TemporaryDir dir_;
    std::filesystem::path file_ = dir_.path() / "engines.json";
};

TEST_F(NamedAgent, has_its_settings_and_its_name) {
    const AgentSpec agent = find("@tik");
    EXPECT_THAT(agent.command, ElementsAre("./tik", "-x"));
    EXPECT_EQ(agent.name, "tik");
    EXPECT_EQ(agent.protocol, "uai");
    EXPECT_EQ(agent.move_ms, 50);
    EXPECT_EQ(agent.options.size(), 2U);
    EXPECT_EQ(find("@deep").name, "deep pvs");
    EXPECT_EQ(find("@plain").name, "plain");
    EXPECT_THAT(find("@plain").command, ElementsAre("random"));
}

TEST_F(NamedAgent, is_changed_by_the_settings_before_its_name) {
    const AgentSpec agent =
        find("option.Hash=32 option.New=x move_ms=70 name=n dir=e init=b restart=game @tik");
    EXPECT_THAT(agent.options,
                ElementsAre(EngineOption{"Hash", "32"}, EngineOption{"Own", "1"}, EngineOption{"New", "x"}));
    EXPECT_EQ(agent.move_ms, 70);
    EXPECT_EQ(agent.margin_ms, std::nullopt); // it belonged to the limit that is replaced
    EXPECT_EQ(agent.name, "n");
    EXPECT_EQ(agent.dir, "e");
    EXPECT_THAT(agent.init, ElementsAre("a", "b"));
    EXPECT_EQ(agent.restart, "game");
}

TEST_F(NamedAgent, has_one_kind_of_limit_when_another_kind_is_given) {
    const AgentSpec agent = find("depth=4 @tik");
    EXPECT_EQ(agent.depth, 4);
    EXPECT_EQ(agent.move_ms, std::nullopt);
    EXPECT_EQ(find("margin_ms=9 @tik").move_ms, 50);
    EXPECT_EQ(find("margin_ms=9 @tik").margin_ms, 9);
}

TEST_F(NamedAgent, is_not_looked_for_when_the_agent_is_a_command) {
    std::filesystem::remove(file_);
    EXPECT_THAT(find("./@tik").command, ElementsAre("./@tik"));
    EXPECT_THAT(find("random @tik").command, ElementsAre("random", "@tik"));
}

TEST_F(NamedAgent, that_cannot_be_found_is_an_error_that_names_the_file) {
    const std::string file = file_.string();
    EXPECT_EQ(error_of("@tok"),
              file + " names no agent 'tok', but tik, deep, plain, other; did you mean tik?");
    EXPECT_EQ(error_of("@$schema"), file + " names no agent '$schema', but tik, deep, plain, other");
    EXPECT_EQ(error_of("@"), file + " names no agent '', but tik, deep, plain, other");
    EXPECT_EQ(error_of("@tik --fast"), "'@tik' stands for a whole command; no words may follow it");
    EXPECT_EQ(error_of("@other"),
              file + ": /other: an agent of this file must be a command, not another name");
    write("{}");
    EXPECT_EQ(error_of("@tik"), file + " names no agent 'tik', but none at all");
    write(R"({"tik": {"command": "a", "depht": 5}})");
    EXPECT_EQ(error_of("@tik"), file + ": /tik/depht is unknown; did you mean depth?");
    write("[1,]");
    EXPECT_THAT(error_of("@tik"), testing::HasSubstr(file + ":1:4: "));
    std::filesystem::remove(file_);
    EXPECT_EQ(error_of("@tik"),
              "cannot read " + file + ": No such file or directory; name the file that names '@tik'");
}

} // namespace
} // namespace referee
