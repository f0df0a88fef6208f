#include "sprt/remote/hub/address.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

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
