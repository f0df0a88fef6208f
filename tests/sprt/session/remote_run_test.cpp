#include "sprt/session/remote_run.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace sprt {
namespace {

TEST(ViaToGiveAgain, printed_command_has_what_run_json_lacks_and_no_password) {
    for (const auto& [via, again] : std::vector<std::pair<std::string, std::string>>{
             {"/hub/invitations/ann.json", ""},
             {"nats://hub.example:4222", ""},
             {"nats://ann@hub.example:4222", "nats://ann@hub.example:4222"},
             {"tls://ann:secret@hub.example", "tls://ann:PASSWORD@hub.example"}}) {
        EXPECT_EQ(via_to_give_again(via), again);
    }
}

} // namespace
} // namespace sprt
