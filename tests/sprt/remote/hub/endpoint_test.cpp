#include "sprt/remote/hub/endpoint.hpp"

#include <gtest/gtest.h>

namespace sprt::remote {
namespace {

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

} // namespace
} // namespace sprt::remote
