#include "sprt/remote/hub/address.hpp"
#include "sprt/remote/hub/certificate.hpp"
#include "sprt/remote/hub/invitation.hpp"
#include "sprt/remote/hub/nkey.hpp"
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
    const auto error_for = [this](Role role, auto read) {
        const std::string file = file_of(to_text(made_invitation(role))).string();
        return user_error_text([&] { static_cast<void>(read(file, "VIA")); });
    };
    EXPECT_THAT(
        error_for(Role::Coordinator, &read_worker_address),
        AllOf(StartsWith("VIA: "), HasSubstr("invites a coordinator, and a worker needs the invitation "
                                             "of a worker or volunteer")));
    EXPECT_THAT(error_for(Role::Viewer, &read_worker_address), HasSubstr("invites a viewer"));
    for (const Role role : {Role::Worker, Role::Volunteer, Role::Viewer}) {
        EXPECT_THAT(error_for(role, &read_coordinator_address),
                    HasSubstr("needs the invitation of a coordinator"));
    }
    EXPECT_EQ(read_worker_address(file_of(to_text(made_invitation(Role::Volunteer))).string(), "VIA").name,
              "v-ann");
    EXPECT_EQ(
        read_coordinator_address(file_of(to_text(made_invitation(Role::Coordinator))).string(), "VIA").name,
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

} // namespace
} // namespace sprt::remote
