#include "sprt/store/run_facts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sprt {
namespace {

using ::testing::ElementsAre;

TEST(PlacesOf, moved_run_lies_as_far_from_its_place_as_when_it_began) {
    // What is /new does not exist.
    EXPECT_THAT(places_of("/old/home", "runs/r", "/new/home/runs/r"),
                ElementsAre("/old/home", "/new/home", "/new/home/runs", "/new/home/runs/r"));
    EXPECT_THAT(places_of("/old/home", "../r", "/new/r"),
                ElementsAre("/old/home", "/new/home", "/new", "/new/r"));
    EXPECT_THAT(places_of("/old/home", "./r", "/r"), ElementsAre("/old/home", "/", "/", "/r"));
    EXPECT_THAT(places_of("/old/home", "/out/r", "/new/r"), ElementsAre("/old/home", "/new", "/new/r"));
}

} // namespace
} // namespace sprt
