#include "sprt/command/hub_directory.hpp"
#include "sprt/remote/hub/hub_file.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace sprt {
namespace {

namespace hub_fs = std::filesystem;
using referee::testing_support::content_of;
using referee::testing_support::user_error_text;
using remote::Role;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

/// A hub that is to be made.
remote::Hub hub_at(bool is_encrypted = false) {
    return {.listen = {"127.0.0.1", 4322},
            .reached = {"hub.example", 4322},
            .is_encrypted = is_encrypted,
            .nobody = "",
            .people = {}};
}

class HubInDirectory : public ::testing::Test {
  protected:
    [[nodiscard]] HubDirectory make(const std::vector<Guest>& guests, bool is_encrypted = false) const {
        return {dir_, hub_at(is_encrypted), guests};
    }
    /// The names in a directory.
    [[nodiscard]] static std::vector<std::string> names_in(const hub_fs::path& dir) {
        std::vector<std::string> names;
        for (const auto& entry : hub_fs::directory_iterator(dir)) {
            names.push_back(entry.path().filename().string());
        }
        return names;
    }
    /// What the invitation of `name` leads to.
    [[nodiscard]] remote::Invitation invitation(const std::string& name) const {
        const hub_fs::path file = dir_ / "invitations" / (name + ".json");
        hub_fs::permissions(file,
                            hub_fs::perms::owner_read | hub_fs::perms::owner_write); // as the umask does
        return remote::read_invitation(file, "VIA");
    }

    referee::testing_support::TemporaryDir temporary_;
    hub_fs::path dir_ = temporary_ / "hub";
};

TEST_F(HubInDirectory, new_one_has_all_files_and_is_read_as_it_was_made) {
    const HubDirectory made = make({{"ann", Role::Coordinator}, {"v-bob", Role::Volunteer}});
    EXPECT_THAT(names_in(temporary_.path()), UnorderedElementsAre("hub")) << "no draft is left";
    EXPECT_THAT(names_in(dir_), UnorderedElementsAre("hub.json", "server.conf", "invitations"));
    EXPECT_THAT(names_in(dir_ / "invitations"), UnorderedElementsAre("ann.json", "v-bob.json"));
    EXPECT_EQ(remote::read_hub(dir_ / kHubFile), made.hub());
    EXPECT_EQ(content_of(dir_ / kServerConfigFile), remote::server_config(made.hub()));
    EXPECT_TRUE(remote::is_nkey(made.hub().nobody));
    EXPECT_EQ(made.invitation("ann"), dir_ / "invitations" / "ann.json");
}

TEST_F(HubInDirectory, invitation_has_the_seed_of_the_key_that_the_server_knows) {
    const HubDirectory made = make({{"ann", Role::Coordinator}, {"w", Role::Worker}});
    for (const remote::Person& person : made.hub().people) {
        const remote::Invitation its = invitation(person.name);
        EXPECT_EQ(remote::public_nkey(its.nkey_seed), person.nkey);
        EXPECT_EQ(its.role, person.role);
        EXPECT_EQ(its.url, "nats://hub.example:4322");
        EXPECT_EQ(its.ca, "");
        EXPECT_THAT(content_of(dir_ / kHubFile) + content_of(dir_ / kServerConfigFile),
                    Not(HasSubstr(its.nkey_seed)));
    }
    EXPECT_NE(made.hub().people[0].nkey, made.hub().people[1].nkey);
}

TEST_F(HubInDirectory, encrypted_one_has_a_certificate_that_its_invitations_trust) {
    const HubDirectory made = make({{"w", Role::Worker}}, true);
    EXPECT_THAT(names_in(dir_), ::testing::IsSupersetOf({"server.crt", "server.key"}));
    EXPECT_TRUE(remote::is_certificate(made.hub().ca));
    EXPECT_EQ(invitation("w").ca, made.hub().ca);
    EXPECT_EQ(invitation("w").url, "tls://hub.example:4322");
}

TEST_F(HubInDirectory, one_that_cannot_be_made_leaves_nothing) {
    EXPECT_THAT(user_error_text([&] {
                    static_cast<void>(make({{"w", Role::Worker}, {"w", Role::Viewer}}));
                }),
                HasSubstr("--invite: w is invited already, as a worker"));
    EXPECT_TRUE(hub_fs::is_empty(temporary_.path()));
}

TEST_F(HubInDirectory, change_revokes_before_it_invites_and_keeps_other_keys) {
    const remote::Hub before = make({{"ann", Role::Coordinator}, {"w", Role::Worker}}).hub();
    const std::string old_seed = invitation("w").nkey_seed;
    {
        HubDirectory opened(dir_);
        opened.change({"w"}, {{"w", Role::Viewer}, {"x", Role::Worker}});
    }
    const remote::Hub after = remote::read_hub(dir_ / kHubFile);
    ASSERT_EQ(after.people.size(), 3U);
    EXPECT_EQ(after.people[0], before.people[0]);
    EXPECT_EQ(after.find("w")->role, Role::Viewer);
    EXPECT_NE(invitation("w").nkey_seed, old_seed);
    EXPECT_EQ(content_of(dir_ / kServerConfigFile), remote::server_config(after));
    HubDirectory(dir_).change({"x"}, {});
    EXPECT_THAT(names_in(dir_ / "invitations"), UnorderedElementsAre("ann.json", "w.json"));
}

TEST_F(HubInDirectory, wrong_change_changes_nothing) {
    static_cast<void>(make({{"ann", Role::Coordinator}, {"w", Role::Worker}}));
    const std::string file = content_of(dir_ / kHubFile);
    HubDirectory opened(dir_);
    const auto error = [&](const std::vector<std::string>& revoked, const std::vector<Guest>& guests) {
        return user_error_text([&] { opened.change(revoked, guests); });
    };
    EXPECT_EQ(error({"eve"}, {}), "--revoke: nobody is called eve; invited are ann, w");
    EXPECT_EQ(error({"ann", "w", "w"}, {}), "--revoke: nobody is called w; nobody is invited");
    EXPECT_EQ(error({"w"}, {{"ann", Role::Worker}}),
              "--invite: ann is invited already, as a coordinator; --revoke ann first");
    EXPECT_EQ(opened.hub().people.size(), 2U);
    EXPECT_EQ(content_of(dir_ / kHubFile), file);
    EXPECT_THAT(names_in(dir_ / "invitations"), UnorderedElementsAre("ann.json", "w.json"));
}

TEST_F(HubInDirectory, only_one_runs_it) {
    HubDirectory runs = make({{"w", Role::Worker}});
    EXPECT_TRUE(runs.begin_to_run());
    runs.unlock();
    hub_fs::remove(dir_ / kServerConfigFile);
    {
        HubDirectory other(dir_);
        EXPECT_FALSE(other.begin_to_run());
        EXPECT_FALSE(hub_fs::exists(dir_ / kServerConfigFile));
    }
    { const HubDirectory ended = std::move(runs); }
    HubDirectory next(dir_);
    EXPECT_TRUE(next.begin_to_run());
    EXPECT_TRUE(hub_fs::exists(dir_ / kServerConfigFile)) << "what a crash prevented is written";
}

TEST_F(HubInDirectory, is_made_in_a_missing_or_empty_directory_alone) {
    EXPECT_FALSE(is_hub(dir_));
    hub_fs::create_directory(dir_);
    EXPECT_FALSE(is_hub(dir_));
    EXPECT_FALSE(is_hub(dir_ / "")) << "with a slash at its end";
    hub_fs::create_directory_symlink(dir_, temporary_ / "link");
    const auto error = [](const hub_fs::path& dir) {
        return user_error_text([&] { static_cast<void>(is_hub(dir)); });
    };
    EXPECT_EQ(error(temporary_ / "link" / ""), (temporary_ / "link").string() +
                                                   " is a symbolic link to an empty directory; name " +
                                                   dir_.string() + " itself");
    EXPECT_THAT(error(temporary_.path()), HasSubstr("is no hub, and has other files"));
    EXPECT_THAT(error(temporary_.file("file", "")), HasSubstr("is a file; a hub needs a directory"));
    static_cast<void>(make({{"w", Role::Worker}}));
    EXPECT_TRUE(is_hub(dir_));
    EXPECT_TRUE(is_hub(temporary_ / "link"));
}

TEST_F(HubInDirectory, invitations_that_are_a_link_are_refused) {
    static_cast<void>(make({{"w", Role::Worker}}));
    hub_fs::rename(dir_ / "invitations", temporary_ / "elsewhere");
    hub_fs::create_directory_symlink(temporary_ / "elsewhere", dir_ / "invitations");
    EXPECT_THAT(user_error_text([&] { HubDirectory opened(dir_); }), HasSubstr("invitations is a link"));
}

} // namespace
} // namespace sprt
