#include "referee/base/time.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace referee {
namespace {

using namespace std::chrono_literals;

TEST(UtcTime, is_read_as_it_is_written) {
    for (const auto& [since_1970, text] : {std::pair{0ms, "1970-01-01T00:00:00.000Z"},
                                           {951'782'400'007ms, "2000-02-29T00:00:00.007Z"},
                                           {1'795'730'158'042ms, "2026-11-26T21:55:58.042Z"},
                                           {-1ms, "1969-12-31T23:59:59.999Z"}}) {
        EXPECT_EQ(utc_text(UtcTime(since_1970)), text);
        EXPECT_EQ(utc_time_of(text), UtcTime(since_1970));
    }
}

TEST(UtcTime, other_texts_are_none) {
    for (const char* text :
         {"", "2026-11-26T21:55:58Z", "2026-11-26T21:55:58.042", "2026-11-26 21:55:58.042Z",
          "2026-02-30T21:55:58.042Z", "2026-11-26T24:00:00.000Z", "2026-11-26T21:55:60.000Z",
          "2026-11-26T21:55:58.+42Z", "2026-11-26T21:55:58.-42Z", "2026-11-26T21:55:58.042Zx", "x"}) {
        EXPECT_EQ(utc_time_of(text), std::nullopt) << text;
    }
}

TEST(UtcTime, now_is_after_this_was_written) {
    EXPECT_GT(utc_time_now(), utc_time_of("2025-01-01T00:00:00.000Z"));
}

} // namespace
} // namespace referee
