#include "sprt/remote/hub/address.hpp"
#include "sprt/remote/hub/hub_file.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <tuple>

namespace sprt::remote {
namespace {

namespace fs = std::filesystem;
using referee::testing_support::user_error_text;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Invitation made_invitation(Role role = Role::Worker) {
    return {.url = "tls://hub.example:4322",
            .name = role == Role::Volunteer ? "v-ann" : "ann",
            .role = role,
            .nkey_seed = new_nkey().seed,
            .ca = new_certificate("hub.example").ca};
}

class Invitations : public ::testing::Test {
  protected:
    [[nodiscard]] fs::path file_of(const std::string& text) const {
        fs::path file = dir_.file("invitation.json", text);
        fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
        return file;
    }
    [[nodiscard]] std::string error_of(const std::string& text) const {
        const fs::path file = file_of(text);
        return user_error_text([&] { static_cast<void>(read_invitation(file, "--via")); });
    }

  private:
    referee::testing_support::TemporaryDir dir_;
};

TEST_F(Invitations, what_was_written_is_read) {
    for (const Role role : {Role::Worker, Role::Volunteer, Role::Coordinator, Role::Viewer}) {
        const Invitation made = made_invitation(role);
        const Invitation read = read_invitation(file_of(to_text(made)), "--via");
        EXPECT_EQ(std::tie(read.url, read.name, read.role, read.nkey_seed, read.ca),
                  std::tie(made.url, made.name, made.role, made.nkey_seed, made.ca));
    }
    Invitation plain = made_invitation();
    plain.ca.clear();
    EXPECT_EQ(read_invitation(file_of(to_text(plain)), "--via").ca, "");
}

TEST_F(Invitations, leads_to_the_server_in_the_name_of_who_was_invited) {
    const Invitation made = made_invitation();
    const fs::path file = file_of(to_text(made));
    const Address address = read_address(file.string(), "--via");
    EXPECT_EQ(address.url, made.url);
    EXPECT_EQ(address.name, "ann");
    EXPECT_EQ(address.user, "");
    EXPECT_EQ(address.nkey_seed, made.nkey_seed);
    EXPECT_EQ(address.ca, made.ca);
    EXPECT_EQ(address.role, Role::Worker);
    EXPECT_TRUE(address.is_encrypted);
    EXPECT_EQ(address.shown(), made.url);
    EXPECT_EQ(address.kept(), fs::absolute(file).lexically_normal());
}

TEST_F(Invitations, only_its_role_lets_somebody_work_or_coordinate) {
    const auto error_for = [this](Role role, Role wanted) {
        const std::string file = file_of(to_text(made_invitation(role))).string();
        return user_error_text([&] { static_cast<void>(read_address(file, "VIA", wanted)); });
    };
    EXPECT_THAT(
        error_for(Role::Coordinator, Role::Worker),
        AllOf(StartsWith("VIA: "), HasSubstr("invites a coordinator, and a worker needs the invitation "
                                             "of a worker or volunteer")));
    EXPECT_THAT(error_for(Role::Viewer, Role::Worker), HasSubstr("invites a viewer"));
    for (const Role role : {Role::Worker, Role::Volunteer, Role::Viewer}) {
        EXPECT_THAT(error_for(role, Role::Coordinator), HasSubstr("needs the invitation of a coordinator"));
    }
    EXPECT_THAT(
        error_for(Role::Coordinator, Role::Viewer),
        ::testing::EndsWith("the invitation of a viewer: make one with sprt hub DIR --invite NAME:viewer"));
    EXPECT_EQ(
        read_address(file_of(to_text(made_invitation(Role::Volunteer))).string(), "VIA", Role::Worker).name,
        "v-ann");
    EXPECT_EQ(
        read_address(file_of(to_text(made_invitation(Role::Coordinator))).string(), "VIA", Role::Coordinator)
            .name,
        "ann");
}

TEST_F(Invitations, error_names_the_file_and_the_place_and_not_the_secret) {
    const Invitation made = made_invitation();
    const std::string good = to_text(made);
    for (const auto& [from, to, says] :
         {std::tuple("\"format\": 1", "\"format\": 2", "invitation.json: /format"),
          std::tuple("\"url\"", "\"uri\"", "/uri"),
          std::tuple("tls://hub.example:4322", "http://hub.example", "invitation.json: /url: "),
          std::tuple("tls://hub.example:4322", "tls://bob@hub.example", "/url "),
          std::tuple("\"ann\"", "\"A\"", "/name "), std::tuple("\"ann\"", "\"v-ann\"", "/name "),
          std::tuple("\"ann\"", "7", "/name "), std::tuple("\"worker\"", "\"boss\"", "/role "),
          std::tuple("\"worker\"", "\"volunteer\"", "/name "), std::tuple("\"SU", "\"SA", "/nkey_seed: "),
          std::tuple("-----BEGIN", "-----END", "/ca "),
          std::tuple("{", "", "invitation.json:2:11: not JSON")}) {
        std::string wrong = good;
        wrong.replace(wrong.find(from), std::string_view(from).size(), to);
        EXPECT_THAT(error_of(wrong),
                    AllOf(StartsWith("--via: "), HasSubstr(says), Not(HasSubstr(made.nkey_seed.substr(2)))))
            << wrong;
    }
    EXPECT_THAT(error_of(good.substr(0, good.size() / 2)), HasSubstr("invitation.json:"));
}

TEST_F(Invitations, file_that_others_may_read_is_refused) {
    const fs::path file = file_of(to_text(made_invitation()));
    for (const fs::perms other : {fs::perms::group_read, fs::perms::others_read, fs::perms::group_write}) {
        fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write | other);
        EXPECT_THAT(user_error_text([&] { static_cast<void>(read_invitation(file, "--via")); }),
                    HasSubstr("chmod 600 " + file.string()));
    }
    fs::permissions(file, fs::perms::owner_read);
    EXPECT_EQ(read_invitation(file, "--via").name, "ann");
}

class HubFile : public ::testing::Test {
  protected:
    [[nodiscard]] std::filesystem::path file_of(const std::string& text) const {
        return dir_.file("hub.json", text);
    }

  private:
    referee::testing_support::TemporaryDir dir_;
};

Hub made_hub() {
    return {.listen = {"0.0.0.0", 4322},
            .reached = {"hub.example", 443},
            .is_encrypted = true,
            .ca = new_certificate("hub.example").ca,
            .nobody = new_nkey().public_key,
            .people = {{"ann", Role::Coordinator, new_nkey().public_key},
                       {"v-bob", Role::Volunteer, new_nkey().public_key}}};
}

TEST_F(HubFile, what_was_written_is_read) {
    Hub hub = made_hub();
    EXPECT_EQ(read_hub(file_of(to_text(hub))), hub);
    EXPECT_EQ(hub.url(), "tls://hub.example:443");
    hub.is_encrypted = false;
    hub.ca.clear();
    EXPECT_EQ(read_hub(file_of(to_text(hub))), hub);
    EXPECT_EQ(hub.url(), "nats://hub.example:443");
}

TEST_F(HubFile, people_are_found_by_their_names) {
    const Hub hub = made_hub();
    EXPECT_EQ(hub.find("v-bob"), &hub.people[1]);
    EXPECT_EQ(hub.find("bob"), nullptr);
}

TEST_F(HubFile, error_names_the_place) {
    const std::string good = to_text(made_hub());
    for (const auto& [from, to, says] :
         {std::tuple("\"format\": 1", "\"format\": 2", "/format"),
          std::tuple("0.0.0.0:4322", "0.0.0.0", "/listen"), std::tuple("hub.example:443", "", "/reached"),
          std::tuple("-----BEGIN", "-----END", "/ca"), std::tuple("\"ann\"", "\"v-bob\"", "/people/0/name"),
          std::tuple("\"v-bob\"", "\"bob\"", "/people/1/name"),
          std::tuple("\"ann\"", "\"a.n\"", "/people/0/name"),
          std::tuple("volunteer", "boss", "/people/1/role"),
          std::tuple("\"nkey\": \"U", "\"nkey\": \"V", "/people/0/nkey"),
          std::tuple("\"nobody\": \"U", "\"nobody\": \"V", "/nobody"), std::tuple("{", "", "hub.json:")}) {
        std::string wrong = good;
        wrong.replace(wrong.find(from), std::string_view(from).size(), to);
        EXPECT_THAT(user_error_text([&] { static_cast<void>(read_hub(file_of(wrong))); }), HasSubstr(says));
    }
}

TEST_F(HubFile, nobody_is_there_twice) {
    Hub hub = made_hub();
    hub.people.push_back(hub.people.front());
    EXPECT_THAT(user_error_text([&] { static_cast<void>(read_hub(file_of(to_text(hub)))); }),
                HasSubstr("/people/2/name"));
}

using ::testing::ElementsAre;

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
