#include "sprt/remote/hub/certificate.hpp"
#include "sprt/remote/hub/hub_file.hpp"
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

using referee::testing_support::user_error_text;
using ::testing::HasSubstr;

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

} // namespace
} // namespace sprt::remote
