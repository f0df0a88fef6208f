#include "sprt/remote/hub/address.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
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

TEST(Endpoint, host_and_port_are_read_and_written) {
    constexpr std::uint16_t kPort = 4222;
    const struct {
        const char* text;
        Endpoint endpoint;
        const char* written;
    } rows[] = {
        {"hub", {"hub", kPort}, "hub:4222"},
        {"hub:1", {"hub", 1}, "hub:1"},
        {"127.0.0.1:65535", {"127.0.0.1", 65535}, "127.0.0.1:65535"},
        {"hub.Example.org", {"hub.Example.org", kPort}, "hub.Example.org:4222"},
        {"[::1]", {"::1", kPort}, "[::1]:4222"},
        {"[fe80::2]:7", {"fe80::2", 7}, "[fe80::2]:7"},
    };
    for (const auto& row : rows) {
        const auto endpoint = read_endpoint(row.text, kPort);
        ASSERT_TRUE(endpoint) << row.text;
        EXPECT_EQ(*endpoint, row.endpoint) << row.text;
        EXPECT_EQ(endpoint->text(), row.written);
    }
}

TEST(Endpoint, what_is_no_host_with_a_port_is_none) {
    for (const char* text :
         {"", ":", ":1", "hub:", "hub:0", "hub:65536", "hub:-1", "hub:+1", "hub:1a", "hub:1 ", "a b", "hub/a",
          "::1", "[::1", "[]", "[hub]:1", "[::1]1", "hub\"", "hub\n"}) {
        EXPECT_FALSE(read_endpoint(text, 1)) << text;
    }
}

TEST(Endpoint, loopback_is_what_only_this_machine_reaches) {
    for (const char* host : {"localhost", "127.0.0.1", "127.255.0.3", "::1"}) {
        EXPECT_TRUE(is_loopback(host)) << host;
    }
    for (const char* host :
         {"hub", "localhost.example", "10.0.0.1", "128.0.0.1", "0.0.0.0", "::", "::2", ""}) {
        EXPECT_FALSE(is_loopback(host)) << host;
    }
}

TEST(Endpoint, any_address_is_no_host) {
    for (const char* host : {"0.0.0.0", "::", "0::0"}) {
        EXPECT_TRUE(is_any_address(host)) << host;
    }
    for (const char* host : {"hub", "127.0.0.1", "::1", "0.0.0.1", ""}) {
        EXPECT_FALSE(is_any_address(host)) << host;
    }
}

using referee::testing_support::user_error_text;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string address_error(const std::string& via) {
    return user_error_text([&] { static_cast<void>(read_address(via, "--via")); });
}

TEST(Address, url_is_read_into_its_parts) {
    const struct {
        std::string via;
        std::string url;
        std::string user;
        std::string password;
        bool is_encrypted;
    } rows[] = {
        {"nats://hub", "nats://hub", "", "", false},
        {"nats://127.0.0.1:4322", "nats://127.0.0.1:4322", "", "", false},
        {"nats://[::1]:4322", "nats://[::1]:4322", "", "", false},
        {"tls://hub.example.org:4322", "tls://hub.example.org:4322", "", "", true},
        {"nats://ann@hub:4322", "nats://hub:4322", "ann", "", false},
        {"nats://ann:@hub:4322", "nats://hub:4322", "ann", "", false},
        {"tls://v-ann-2:secret@hub", "tls://hub", "v-ann-2", "secret", true},
        {"nats://ann:s:e@c/r?t@hub:1", "nats://hub:1", "ann", "s:e@c/r?t", false},
    };
    for (const auto& row : rows) {
        const Address address = read_address(row.via, "--via");
        EXPECT_EQ(address.url, row.url) << row.via;
        EXPECT_EQ(address.user, row.user) << row.via;
        EXPECT_EQ(address.password, row.password) << row.via;
        EXPECT_EQ(address.is_encrypted, row.is_encrypted) << row.via;
        EXPECT_EQ(address.shown(), row.url) << row.via;
        EXPECT_TRUE(row.user.empty() || address.name == row.user) << row.via;
        EXPECT_TRUE(is_name(address.name)) << address.name;
    }
}

TEST(Address, error_names_the_setting_and_says_what_would_be_right) {
    const struct {
        std::string via;
        std::string fragment;
    } rows[] = {
        {"", "nats://HOST:PORT"},
        {"hub:4322", "hub:4322 is no server and no file; it must be nats://HOST:PORT, tls://HOST:PORT or the "
                     "path of an invitation"},
        {"http://hub", "nats://HOST:PORT"},
        {"NATS://hub", "nats://HOST:PORT"},
        {"nats:/hub", "nats://HOST:PORT"},
        {" nats://hub", "nats://HOST:PORT"},
        {"nats://", "names no host"},
        {"tls://:4322", "names no host; it must be tls://HOST:PORT"},
        {"nats://ann@", "names no host"},
        {"nats://ann:secret@:4322", "names no host"},
        {"nats://@hub", "is no name"},
        {"nats://:secret@hub", "is no name"},
        {"nats://Ann@hub", "is no name"},
        {"nats://a.b@hub", "is no name"},
        {"nats://a>@hub", "is no name"},
        {"nats://*:secret@hub", "is no name"},
        {"tls://" + std::string(kLongestName + 1, 'a') + "@hub", "1 to 32 of a-z, 0-9 and -"},
    };
    for (const auto& row : rows) {
        EXPECT_THAT(address_error(row.via),
                    AllOf(StartsWith("--via: "), HasSubstr(row.fragment), Not(HasSubstr("secret"))))
            << row.via;
    }
}

TEST(Address, error_of_another_scheme_does_not_show_the_password) {
    for (const char* via : {"http://ann:secret@hub", "nats:/ann:secret@hub", "ann:secret@hub:4322"}) {
        EXPECT_THAT(address_error(via), Not(HasSubstr("secret")));
    }
}

TEST(Address, port_is_a_number_of_16_bits_and_nothing_follows_it) {
    for (const char* via : {"nats://hub:", "nats://hub:x", "nats://hub:65536", "nats://hub:-1",
                            "nats://hub:1/a", "nats://hub/a", "nats://hub one", "nats://hub,tls://other"}) {
        EXPECT_THROW(static_cast<void>(read_address(via, "--via")), referee::UserError) << via;
    }
}

TEST(Address, name_has_1_to_32_of_a_to_z_digits_and_hyphens) {
    for (const std::string& name : {std::string("a"), std::string("v-ann"), std::string("0-9"),
                                    std::string("-"), std::string(kLongestName, 'z')}) {
        EXPECT_TRUE(is_name(name)) << name;
    }
    for (const std::string& name :
         {std::string(), std::string(kLongestName + 1, 'z'), std::string("Ann"), std::string("a b"),
          std::string("a.b"), std::string("a*"), std::string("a>"), std::string("a_b"),
          std::string("\xC3\xA9"), std::string("a\n"), std::string("a\0", 2)}) {
        EXPECT_FALSE(is_name(name)) << name;
    }
}

} // namespace
} // namespace sprt::remote
