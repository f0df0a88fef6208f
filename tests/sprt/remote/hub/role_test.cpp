#include "sprt/remote/hub/role.hpp"

#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

TEST(Role, names_lead_back_to_roles) {
    for (const Role role : {Role::Worker, Role::Volunteer, Role::Coordinator, Role::Viewer}) {
        EXPECT_EQ(role_of(name(role)), role);
    }
    for (const char* text : {"", "boss", "Worker", "worker "}) {
        EXPECT_EQ(role_of(text), std::nullopt) << text;
    }
}

TEST(Role, only_names_of_volunteers_begin_with_v_and_a_hyphen) {
    EXPECT_TRUE(fits(Role::Volunteer, "v-ann"));
    EXPECT_FALSE(fits(Role::Volunteer, "ann"));
    for (const Role role : {Role::Worker, Role::Coordinator, Role::Viewer}) {
        EXPECT_TRUE(fits(role, "ann"));
        EXPECT_TRUE(fits(role, "vera"));
        EXPECT_FALSE(fits(role, "v-ann"));
    }
}

} // namespace
} // namespace sprt::remote
