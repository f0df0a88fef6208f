#include "referee/process/sha256.hpp"
#include "sprt/session/remote_job.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::Json;
using referee::JsonNode;
using referee::sha256_of_text;
using referee::testing_support::content_of;
using referee::testing_support::user_error_text;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Json file_json(const std::string& sha256, std::int64_t bytes = 1, std::int64_t word = 0) {
    return {{"sha256", sha256}, {"bytes", bytes}, {"word", word}};
}

TEST(AgentFiles, list_is_read_as_it_was_written) {
    const std::vector<AgentFile> files{{.sha256 = sha256_of_text("a"), .bytes = 64 << 20},
                                       {.sha256 = sha256_of_text("b"), .bytes = 0, .word = 3}};
    const Json json = to_json(files);
    const std::vector<AgentFile> read = read_agent_files(JsonNode(json, "job: "));
    ASSERT_EQ(read.size(), 2U);
    EXPECT_EQ(read[0].sha256, files[0].sha256);
    EXPECT_EQ(read[0].bytes, 64U << 20U);
    EXPECT_EQ(read[0].word, 0U);
    EXPECT_EQ(read[1].word, 3U);
    EXPECT_EQ(to_json(read), json);
}

TEST(AgentFiles, wrong_list_is_refused_at_its_place) {
    const std::string digest = sha256_of_text("a");
    constexpr std::int64_t kLargest = 64 << 20;
    const Json large = file_json(digest, kLargest);
    for (const auto& [json, place, right] : {
             std::tuple{Json::array(), "job: ", "1 to 256 files"},
             {Json(257, file_json(digest)), "job: ", "1 to 256 files"},
             {Json{file_json(digest), file_json("../../etc/passwd")}, "/1/sha256", "a SHA-256"},
             {Json::array({file_json(digest, kLargest + 1)}), "/0/bytes", ""},
             {Json::array({file_json(digest, -1)}), "/0/bytes", ""},
             {Json::array({file_json(digest, 1, -1)}), "/0/word", ""},
             {Json{large, large, large, large, file_json(digest)}, "job: ", "at most 256 MiB"},
         }) {
        const std::string error =
            user_error_text([&json = json] { static_cast<void>(read_agent_files(JsonNode(json, "job: "))); });
        EXPECT_THAT(error, HasSubstr(place)) << json;
        EXPECT_THAT(error, HasSubstr(right)) << json;
    }
}

class AgentInDirectory : public ::testing::Test {
  protected:
    AgentInDirectory() { cache_.open(); }

    /// What the worker asks the coordinator for, which has these texts.
    [[nodiscard]] remote::FetchFile fetch(std::vector<std::string> texts) {
        return [this, texts = std::move(texts)](const std::string& sha256,
                                                std::uint64_t most_bytes) -> std::optional<std::string> {
            asked_.push_back(sha256);
            for (const std::string& text : texts) {
                if (sha256_of_text(text) == sha256 && text.size() <= most_bytes) {
                    return text;
                }
            }
            return std::nullopt;
        };
    }

    referee::testing_support::TemporaryDir home_;
    remote::FileCache cache_{home_ / "cache", 1 << 20};
    std::vector<std::string> asked_;
    AgentConfig agent_ = referee::parse_agent("bin/engine --net nets/a.bin --depth 3");
    const std::vector<AgentFile> files_{{.sha256 = sha256_of_text("engine"), .bytes = 6},
                                        {.sha256 = sha256_of_text("net"), .bytes = 3, .word = 2}};
};

TEST_F(AgentInDirectory, its_words_name_files_there_with_the_names_that_they_had) {
    const auto agent = agent_in(home_ / "job", agent_, files_, cache_, fetch({"engine", "net"}));
    ASSERT_TRUE(agent);
    EXPECT_EQ(agent->dir, (home_ / "job").string());
    EXPECT_THAT(agent->command, ElementsAre((home_ / "job" / "0" / "engine").string(), "--net",
                                            (home_ / "job" / "2" / "a.bin").string(), "--depth", "3"));
    EXPECT_EQ(content_of(agent->command[0]), "engine");
    EXPECT_EQ(content_of(agent->command[2]), "net");
}

TEST_F(AgentInDirectory, files_of_the_cache_are_not_fetched) {
    cache_.put(files_[0].sha256, "engine");
    EXPECT_TRUE(agent_in(home_ / "job", agent_, files_, cache_, fetch({"net"})));
    EXPECT_THAT(asked_, ElementsAre(files_[1].sha256));
    EXPECT_TRUE(agent_in(home_ / "again", agent_, files_, cache_, fetch({})));
}

TEST_F(AgentInDirectory, is_none_when_its_files_do_not_come) {
    EXPECT_FALSE(agent_in(home_ / "job", agent_, files_, cache_, fetch({"engine"})));
}

TEST_F(AgentInDirectory, word_that_its_command_lacks_cannot_be_played) {
    const std::vector<AgentFile> files{{.sha256 = files_[0].sha256, .bytes = 6, .word = 5}};
    EXPECT_THROW(static_cast<void>(agent_in(home_ / "job", agent_, files, cache_, fetch({"engine"}))),
                 remote::CannotPlay);
}

TEST_F(AgentInDirectory, word_without_a_name_does_not_lead_out_of_the_directory) {
    agent_.command = {"engine", "--net", "nets/.."};
    const auto agent = agent_in(home_ / "job", agent_, files_, cache_, fetch({"engine", "net"}));
    ASSERT_TRUE(agent);
    EXPECT_EQ(agent->command[2], (home_ / "job" / "2" / "file").string());
}

} // namespace
} // namespace sprt
