#include "referee/check/talker.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

namespace referee::check {
namespace {

using Readings = std::array<Footprint, 3>;

TEST(Footprint, steady_growth_is_named) {
    EXPECT_EQ(growth_in(Readings{{{1000, 3}, {7000, 3}, {13000, 3}}}), "memory grows: 1000, 7000, 13000 KiB");
    EXPECT_EQ(growth_in(Readings{{{1000, 3}, {1000, 93}, {1000, 183}}}), "descriptors grow: 3, 93, 183");
}

TEST(Footprint, what_fills_up_once_does_not_grow) {
    EXPECT_FALSE(growth_in(Readings{{{1000, 3}, {17000, 3}, {17000, 3}}}));
    EXPECT_FALSE(growth_in(Readings{{{1000, 3}, {17000, 3}, {19000, 3}}})) << "it slows down";
    EXPECT_FALSE(growth_in(Readings{{{1000, 3}, {1200, 5}, {1400, 7}}})) << "that is little";
    EXPECT_FALSE(growth_in(Readings{{{9000, 9}, {5000, 8}, {1000, 7}}}));
}

TEST(Footprint, open_file_is_counted) {
    const auto before = footprint_of(::getpid());
    const int fd = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    const auto after = footprint_of(::getpid());
    ::close(fd);
    ASSERT_TRUE(before && after);
    EXPECT_EQ(after->descriptors, before->descriptors + 1);
    EXPECT_GT(after->memory_kib, 100);
}

TEST(Footprint, process_that_is_gone_has_none) {
    EXPECT_FALSE(footprint_of(-1));
}

} // namespace
} // namespace referee::check
