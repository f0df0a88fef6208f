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
            EXPECT_TRUE(seen.emplace(synonym.said, synonym.ours).second) << synonym.said;
            EXPECT_NE(synonym.said, synonym.ours);
            EXPECT_FALSE(synonym.ours.empty() && synonym.note.empty()) << synonym.said << " says nothing";
        }
    }
}

TEST(Synonyms, are_found_as_keys) {
    for (const auto table : {setting_synonyms(), value_synonyms(), command_synonyms()}) {
        for (const Synonym& synonym : table) {
            const std::string_view key = synonym.said.substr(synonym.said.starts_with('-') ? 1 : 0);
            EXPECT_EQ(key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string_view::npos)
                << synonym.said;
        }
    }
}

} // namespace
} // namespace referee
