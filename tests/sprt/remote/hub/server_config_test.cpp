#include "sprt/remote/hub/server_config.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace sprt::remote {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Hub hub_of(std::vector<Person> people) {
    return {.listen = {"127.0.0.1", 4322},
            .reached = {"127.0.0.1", 4322},
            .nobody = "UNO",
            .people = std::move(people)};
}

// The table of docs/many-machines.md, "Trust".
TEST(ServerConfig, worker_speaks_in_its_own_name_and_reads_offers_and_its_own_inbox) {
    for (const auto& [name, role] : {std::pair("w-1", Role::Worker), std::pair("v-1", Role::Volunteer)}) {
        const std::string its = name;
        const Permissions may = permissions_of({its, role, "U"});
        EXPECT_THAT(may.publish, ElementsAre("referee.1.turn.*.*." + its, "referee.1.alive.*.*." + its,
                                             "referee.1.blob.*.*." + its, "referee.1.roll"));
        EXPECT_THAT(may.subscribe, ElementsAre("referee.1.offer.>", "_INBOX_" + its + ".>"));
        EXPECT_FALSE(may.answers);
    }
}

TEST(ServerConfig, coordinator_offers_and_reads_in_its_own_name_and_answers) {
    const Permissions may = permissions_of({"ann", Role::Coordinator, "U"});
    EXPECT_THAT(may.publish, ElementsAre("referee.1.offer.ann.>", "referee.1.event.ann.>", "referee.1.roll"));
    EXPECT_THAT(may.subscribe,
                ElementsAre("referee.1.turn.ann.>", "referee.1.alive.ann.>", "referee.1.blob.ann.>",
                            "referee.1.offer.ann.>", "referee.1.roll"));
    EXPECT_TRUE(may.answers);
}

TEST(ServerConfig, viewer_reads_offers_and_events) {
    const Permissions may = permissions_of({"eve", Role::Viewer, "U"});
    EXPECT_THAT(may.publish, ElementsAre("referee.1.roll"));
    EXPECT_THAT(may.subscribe, ElementsAre("referee.1.offer.>", "referee.1.event.>"));
    EXPECT_FALSE(may.answers);
}

TEST(ServerConfig, text_is_as_expected) {
    EXPECT_EQ(server_config(hub_of({{"ann", Role::Coordinator, "UANN"}, {"eve", Role::Viewer, "UEVE"}})),
              R"(# Made by sprt hub, which writes it anew when somebody is invited or revoked.
host: "127.0.0.1"
port: 4322
max_payload: 1MB
max_connections: 20000
ping_interval: "5s"
ping_max: 2
write_deadline: "10s"
authorization: {
  users: [
    # nobody has this key
    { nkey: "UNO", permissions: { publish: { deny: [">"] }, subscribe: { deny: [">"] } } }
    # coordinator ann
    { nkey: "UANN", permissions: {
      publish: { allow: ["referee.1.offer.ann.>", "referee.1.event.ann.>", "referee.1.roll"] }
      subscribe: { allow: ["referee.1.turn.ann.>", "referee.1.alive.ann.>", "referee.1.blob.ann.>", "referee.1.offer.ann.>", "referee.1.roll"] }
      allow_responses: { max: 1, expires: "1m" }
    } }
    # viewer eve
    { nkey: "UEVE", permissions: {
      publish: { allow: ["referee.1.roll"] }
      subscribe: { allow: ["referee.1.offer.>", "referee.1.event.>"] }
    } }
  ]
}
)");
}

TEST(ServerConfig, encrypted_hub_has_its_certificate_and_others_have_none) {
    Hub hub = hub_of({});
    EXPECT_THAT(server_config(hub), Not(HasSubstr("tls")));
    hub.is_encrypted = true;
    EXPECT_THAT(server_config(hub),
                HasSubstr("\ntls: { cert_file: \"server.crt\", key_file: \"server.key\", timeout: 5 }\n"));
}

TEST(ServerConfig, hub_without_people_still_has_a_user_because_a_server_without_one_is_open) {
    EXPECT_THAT(server_config(hub_of({})), HasSubstr("nkey: \"UNO\""));
}

} // namespace
} // namespace sprt::remote
