#include "referee/base/text.hpp"
#include "referee/game/settings/setting.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace referee {
namespace {

TEST(Synonyms, are_each_in_their_table_once) {
    for (const auto table : {setting_synonyms(), value_synonyms(), command_synonyms()}) {
        std::set<std::pair<std::string_view, std::string_view>> seen;
        for (const Synonym& synonym : table) {
            for (const std::string_view word : split(synonym.said, ' ')) {
                EXPECT_TRUE(seen.emplace(word, synonym.ours).second) << word;
                EXPECT_NE(word, synonym.ours);
            }
            EXPECT_FALSE(synonym.ours.empty() && synonym.note.empty()) << synonym.said << " says nothing";
        }
    }
}

TEST(Synonyms, are_found_as_keys) {
    for (const auto table : {setting_synonyms(), value_synonyms(), command_synonyms()}) {
        for (const Synonym& synonym : table) {
            for (std::string_view word : split(synonym.said, ' ')) {
                word.remove_prefix(word.starts_with('-') ? 1 : 0);
                EXPECT_FALSE(word.empty()) << synonym.said;
                EXPECT_EQ(word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"),
                          std::string_view::npos)
                    << synonym.said;
            }
        }
    }
}

} // namespace
} // namespace referee
