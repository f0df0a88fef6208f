#include "referee/game/json.hpp"
#include "sprt/page/blocks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace sprt {
namespace {

using referee::Json;

std::string line_with(const std::string& said) {
    return Json{{"game", 1},
                {"seed", {"18446744073709551615", "1"}},
                {"fault", {{"agent", 1}, {"reason", "\"stderr\""}, {"stderr", said}}},
                {"also_fault", {{"agent", 2}, {"stderr", "short"}}}}
        .dump();
}

TEST(Blocks, lines_whose_standard_error_is_short_stay_as_they_are) {
    for (const std::string& line :
         {std::string(R"({"game" : 0, "fault":null})"), line_with(""), line_with(std::string(100, '"'))}) {
        EXPECT_EQ(page_line(line, 100), line);
    }
}

TEST(Blocks, long_standard_error_is_cut_from_its_front) {
    const std::string line = line_with(std::string(65536, '<') + "the end");
    const Json cut = Json::parse(page_line(line, 10));
    Json whole = Json::parse(line);
    whole["fault"]["stderr"] = "<<<the end";
    whole["fault"]["stderr_cut"] = true;
    EXPECT_EQ(cut.dump(), whole.dump());
}

TEST(Blocks, characters_of_standard_error_stay_whole) {
    const std::string line = line_with("ä€\U0001F600");
    const std::vector<std::string> ends = {"",           "",           "",           "",
                                           "\U0001F600", "\U0001F600", "\U0001F600", "€\U0001F600"};
    for (std::size_t bytes = 0; bytes < ends.size(); ++bytes) {
        EXPECT_EQ(Json::parse(page_line(line, bytes))["fault"]["stderr"], ends[bytes]) << bytes;
    }
}

TEST(Blocks, both_faults_of_a_game_are_cut) {
    const Json cut = Json::parse(page_line(line_with("long text"), 4));
    EXPECT_EQ(cut["fault"]["stderr"], "text");
    EXPECT_EQ(cut["also_fault"]["stderr"], "hort");
    EXPECT_EQ(cut["also_fault"]["stderr_cut"], true);
}

TEST(Blocks, blocks_hold_256_games) {
    for (const std::size_t games : {0U, 1U, 255U, 256U, 257U, 512U, 600U}) {
        std::vector<std::string> blocks;
        BlockWriter writer(10, [&](std::string_view text) { blocks.emplace_back(text); });
        std::string all;
        for (std::size_t game = 0; game < games; ++game) {
            const std::string line = "{\"game\":" + std::to_string(game) + "}";
            writer.add(line);
            all += line + "\n";
        }
        writer.end();
        ASSERT_EQ(blocks.size(), (games + 255) / 256);
        std::string joined;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            EXPECT_EQ(blocks[i].find("{\"game\":" + std::to_string(256 * i) + "}"), 0U);
            joined += blocks[i];
        }
        EXPECT_EQ(joined, all);
    }
}

} // namespace
} // namespace sprt
