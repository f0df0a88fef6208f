#include "sprt/report/fault_text.hpp"

#include <gtest/gtest.h>

namespace sprt {
namespace {

LoggedFault fault_with(const std::string& stderr_tail) {
    return {7, referee::Termination::Crashed,
            referee::FaultNote{referee::Player::Agent2, "exited 3", stderr_tail}};
}

TEST(FaultText, standard_error_is_shown_in_printable_lines) {
    EXPECT_EQ(fault_text(fault_with("one\n\ntwo\x1b[2J"), 100), "Game 7: agent 2 crashed: exited 3\n"
                                                                "  stderr: one\n"
                                                                "  stderr: \n"
                                                                "  stderr: two\\x1b[2J\n");
    EXPECT_EQ(fault_text(fault_with(""), 100), "Game 7: agent 2 crashed: exited 3\n");
}

TEST(FaultText, only_the_end_of_long_standard_error_is_shown) {
    EXPECT_EQ(fault_text(fault_with(std::string(1000, 'x') + "\nlast\n"), 7),
              "Game 7: agent 2 crashed: exited 3\n"
              "  stderr: x\n"
              "  stderr: last\n");
}

} // namespace
} // namespace sprt
