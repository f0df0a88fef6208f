#include "sprt/config/tournament_config.hpp"
#include "sprt/page/page_file.hpp"
#include "sprt/report/run_report.hpp"
#include "tests/sprt/page/unpacked.hpp"
#include "tests/sprt/store/loaded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <stdexcept>

namespace sprt {
namespace {

TEST(Packed, base64_is_that_of_rfc_4648) {
    const std::pair<const char*, const char*> vectors[] = {// section 10
                                                           {"", ""},
                                                           {"f", "Zg=="},
                                                           {"fo", "Zm8="},
                                                           {"foo", "Zm9v"},
                                                           {"foob", "Zm9vYg=="},
                                                           {"fooba", "Zm9vYmE="},
                                                           {"foobar", "Zm9vYmFy"}};
    for (const auto& [bytes, text] : vectors) {
        EXPECT_EQ(base64(bytes), text);
        EXPECT_EQ(from_base64(text), bytes);
    }
    EXPECT_EQ(base64("\xff\xef\xbe"), "/+++");
}

TEST(Packed, inflating_undoes_deflating) {
    std::mt19937_64 random(1);
    std::string noise;
    for (int i = 0; i < 300'000; ++i) {
        noise += static_cast<char>(random() & 0xFFU);
    }
    std::string digits;
    for (int i = 0; i < 300'000; ++i) {
        digits += static_cast<char>('0' + random() % 10);
    }
    for (const std::string& text :
         {std::string(), std::string("a"), std::string(65536, '<'), noise, digits, digits + noise}) {
        EXPECT_EQ(inflated(deflated(text)), text);
        EXPECT_EQ(unpacked(packed(text)), text);
    }
}

TEST(Packed, packed_text_is_small_and_closes_no_element) {
    std::string text;
    for (int i = 0; i < 1000; ++i) {
        text += "</script><!-- \"' &\n";
    }
    EXPECT_LT(deflated(text).size(), text.size() / 50);
    EXPECT_THAT(packed(text), ::testing::MatchesRegex("[A-Za-z0-9+/]+=*"));
}

} // namespace

namespace {

using referee::Json;
using referee::Winner;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kTemplate =
    "<!doctype html><meta charset=utf-8><meta http-equiv=\"Content-Security-Policy\" "
    "content=\"default-src 'none'; connect-src 'none'; base-uri 'none'\">\n<!--INDEX-->\n<script>$& \\1 ;@x@"
    "</script>\n<!--GAMES-->\n";

TEST(PageFile, data_takes_the_places_of_the_markers) {
    const std::string page = page_with("a $& <!--INDEX--> \\1 <!--GAMES--> b", "QQ==", {"Qg==", "Qw=="});
    EXPECT_EQ(page, "a $& <script type=\"text/plain\" id=\"index\">QQ==</script> \\1 "
                    "<script type=\"text/plain\" id=\"games-0\">Qg==</script>\n"
                    "<script type=\"text/plain\" id=\"games-1\">Qw==</script> b");
}

TEST(PageFile, served_page_asks_its_own_server) {
    const std::string page = served_page(kTemplate);
    EXPECT_THAT(page, HasSubstr("connect-src 'self'; base-uri"));
    EXPECT_THAT(page, Not(HasSubstr("connect-src 'none'")));
    EXPECT_THAT(page, HasSubstr("\n<script type=\"text/plain\" id=\"index\"></script>\n"));
    EXPECT_EQ(policy_of(page), "default-src 'none'; connect-src 'self'; base-uri 'none'");
}

TEST(PageFile, what_is_no_template_is_refused) {
    for (const char* page :
         {"none", "<!--INDEX-->", "<!--GAMES-->", "<!--INDEX--><!--INDEX--><!--GAMES-->"}) {
        EXPECT_THROW(static_cast<void>(page_with(page, {})), std::logic_error) << page;
    }
    EXPECT_THROW(static_cast<void>(served_page("<!--INDEX--><!--GAMES-->")), std::logic_error);
    EXPECT_THROW(static_cast<void>(policy_of("<p>")), std::logic_error);
}

TEST(PageFile, built_page_is_a_template) {
    EXPECT_THAT(served_page(page_template()), HasSubstr("connect-src 'self'"));
    EXPECT_THAT(std::string(policy_of(page_template())), HasSubstr("script-src 'sha256-"));
}

class PageOfRun : public LoadRun {
  protected:
    PageOfRun() { config_.test.elo1 = 1; } // no verdict
    [[nodiscard]] std::map<std::string, std::string> blocks(const PageFacts& facts = {}) const {
        return blocks_of(page_of_run(kTemplate, dir_, facts));
    }
    [[nodiscard]] Json index(const PageFacts& facts = {}) const {
        return Json::parse(blocks(facts)["index"]);
    }
    /// The index says what `sprt report --json` says.
    void expect_report(const Json& index) const {
        const Json report = Json::parse(run_report_json(load_run(dir_), dir_));
        for (const char* const key : {"over", "result", "estimates", "differences", "notes"}) {
            EXPECT_EQ(index[key].dump(), report[key].dump()) << key;
        }
    }
};

Winner in_turn(std::uint64_t game) {
    return static_cast<Winner>(game % 3);
}

TEST_F(PageOfRun, holds_the_index_and_the_lines_of_all_games) {
    config_.model = "wald";
    config_.repeats = "count";
    keep(300, in_turn);
    const auto parts = blocks({.version = "1.2.3", .made = "2026-01-02T03:04:05Z"});
    ASSERT_EQ(parts.size(), 3U);
    EXPECT_EQ(parts.at("games-0") + parts.at("games-1"), referee::testing_support::content_of(games_file()));
    EXPECT_THAT(parts.at("games-1"), ::testing::StartsWith("{\"format\":1,\"game\":256,"));
    const Json json = Json::parse(parts.at("index"));
    expect_report(json);
    EXPECT_EQ(json["kind"], "run");
    EXPECT_EQ(json["game"], "ataxx");
    EXPECT_EQ(json["games"], 300);
    EXPECT_EQ(json["version"], "1.2.3");
    EXPECT_EQ(json["over"], false);
    EXPECT_FALSE(json.contains("live"));
    EXPECT_EQ(json["series"]["unit"], "game");
    EXPECT_EQ(json["series"]["games"].size(), 300U);
    for (const auto& [name, column] : json["columns"].items()) {
        EXPECT_EQ(column.size(), 300U) << name;
    }
}

TEST_F(PageOfRun, columns_are_those_of_the_log) {
    config_.max_games = 40;
    keep(40, in_turn);
    const Json json = index();
    const std::string log = referee::testing_support::content_of(games_file());
    std::size_t begin = 0;
    for (std::size_t i = 0; i < 40; ++i) {
        const std::size_t end = log.find('\n', begin);
        const Json game = Json::parse(log.substr(begin, end - begin));
        begin = end + 1;
        const Json& columns = json["columns"];
        EXPECT_EQ(columns["first"][i], game["first"]);
        EXPECT_EQ(columns["winner"][i], game["winner"]);
        EXPECT_EQ(columns["turns"][i], game["turns"]);
        EXPECT_EQ(columns["score1"][i], game["score"][0]);
        EXPECT_EQ(columns["score2"][i], game["score"][1]);
        EXPECT_EQ(columns["used1_us"][i], game["used_us"][0]);
        EXPECT_EQ(columns["used2_us"][i], game["used_us"][1]);
        EXPECT_EQ(json["terminations"][columns["termination"][i].get<std::size_t>()], game["termination"]);
        EXPECT_EQ(columns["opening"][i], columns["opening"][i - i % 2]);
        EXPECT_EQ(columns["fault"][i], 0);
    }
    expect_report(json);
}

TEST_F(PageOfRun, empty_run_and_single_game_have_a_page) {
    keep(0, in_turn);
    Json json = index();
    EXPECT_EQ(json["games"], 0);
    EXPECT_TRUE(json["series"]["games"].empty());
    EXPECT_EQ(blocks().size(), 1U);
    append_game(0);
    json = index();
    EXPECT_EQ(json["games"], 1);
    EXPECT_EQ(json["series"]["games"].dump(), "[1]");
    expect_report(json);
}

TEST_F(PageOfRun, last_line_that_was_cut_short_is_left_out_and_noted) {
    keep(5, in_turn);
    const std::string log = referee::testing_support::content_of(games_file());
    std::ofstream(dir_ / kGamesFile, std::ios::binary) << log.substr(0, log.size() - 10);
    const Json json = index();
    EXPECT_EQ(json["games"], 4);
    ASSERT_EQ(json["notes"].size(), 1U);
    EXPECT_THAT(json["notes"][0].get<std::string>(), HasSubstr(":5: the last line was cut short"));
    expect_report(json);
}

TEST_F(PageOfRun, wrong_line_is_named_by_its_number) {
    keep(5, in_turn);
    std::ofstream(dir_ / kGamesFile, std::ios::app) << "{}\n";
    EXPECT_THAT(referee::testing_support::user_error_text([&] { static_cast<void>(index()); }),
                HasSubstr("games.jsonl:6: "));
}

TEST_F(PageOfRun, games_that_fill_a_block_are_one) {
    config_.model = "wald";
    config_.repeats = "count";
    keep(256, in_turn);
    EXPECT_EQ(blocks().size(), 2U) << "the index, and the games";
}

TEST_F(PageOfRun, page_without_games_says_so) {
    keep(3, in_turn);
    PageFacts facts;
    facts.has_games = false;
    const auto parts = blocks(facts);
    EXPECT_EQ(parts.size(), 1U);
    const Json json = Json::parse(parts.at("index"));
    EXPECT_EQ(json["has_games"], false);
    EXPECT_EQ(json["games"], 3);
}

TEST_F(PageOfRun, run_is_shown_without_directory_cores_and_values_of_variables) {
    keep(2, in_turn);
    edit_run_file(dir_, [](Json& run) {
        run["machine"]["placement"] = Json::array();
        run["config"]["agent1"]["env"] = {{"TOKEN", "secret"}, {"PATH", "/opt"}};
    });
    const auto parts = blocks();
    EXPECT_THAT(parts.at("index"), Not(HasSubstr("secret")));
    const Json shown = Json::parse(parts.at("index"))["run"];
    EXPECT_FALSE(shown.contains("directory"));
    EXPECT_FALSE(shown["machine"].contains("placement"));
    EXPECT_EQ(shown["config"]["agent1"]["env"].dump(), R"({"TOKEN":null,"PATH":null})");
}

TEST_F(PageOfRun, says_whether_the_run_was_being_played) {
    keep(2, in_turn);
    EXPECT_FALSE(index().contains("was_live"));
    const DirectoryLock played(dir_);
    EXPECT_EQ(index()["was_live"], true);
}

TEST_F(PageOfRun, text_of_strangers_is_in_no_markup) {
    const std::string name = "</script><!-- \"'&\u202e" + std::string(65536, '<');
    config_.agents[0].name = name;
    keep(2, in_turn);
    const std::string page = page_of_run(kTemplate, dir_, {});
    EXPECT_EQ(Json::parse(blocks_of(page)["index"])["run"]["config"]["agent1"]["name"], name);
    std::string around = page;
    for (std::size_t at = around.find(" id=\""); at != std::string::npos;
         at = around.find(" id=\"", at + 1)) {
        const std::size_t begin = around.find('>', at) + 1;
        around.erase(begin, around.find('<', begin) - begin);
    }
    EXPECT_EQ(around, page_with(kTemplate, "", {""}));
}

class PageOfTuning : public PageOfRun {
  protected:
    PageOfTuning() {
        config_ = short_games_config();
        config_.kind = RunKind::Tune;
        config_.agents[0] = referee::parse_agent("one --x {x} --y {y}");
        config_.agents[0].env["TOKEN"] = "secret";
        config_.agents[1] = config_.agents[0];
        config_.repeats = "count";
        config_.params = {parse_tune_param("x=30:0:100"), parse_tune_param("y=0.5:0.0:1.0")};
        config_.games = 32;
        config_.verify = 4;
        config_.lag = 4;
        config_.probe = "off";
    }
    /// The index with the first games of the tuning, whose results follow in turn.
    Json index_after(std::uint64_t games) {
        openings_ = openings_of(config_);
        Tuning tuning(tune_rules_of(config_));
        keep_run(dir_, run_file(), games, [&](std::uint64_t game) {
            auto record = won_game(game, config_, openings_->opening(game / 2).value(), in_turn(game / 2));
            record.tune = tuning.game_of(record.pair);
            tuning.add(record);
            return record;
        });
        return index();
    }
};

TEST_F(PageOfTuning, says_what_the_report_says_and_shows_no_match_of_all_games) {
    const Json json = index_after(36);
    expect_report(json);
    EXPECT_EQ(json["over"], true);
    EXPECT_EQ(json["result"]["tune"]["parameters"][1]["name"], "y");
    EXPECT_THAT(json["gain"].get<std::string>(), HasSubstr("Elo ["));
    for (const char* const of_matches : {"wld", "ptnml", "pairs"}) {
        EXPECT_FALSE(json["result"].contains(of_matches)) << of_matches;
    }
    EXPECT_FALSE(json.contains("series"));
    const auto run = shown_run(dir_, {});
    run->read();
    EXPECT_EQ(run->stride(), 0U);
    EXPECT_FALSE(run->state().contains("series"));
    EXPECT_EQ(run->listed(false).words, "tuning, finished");
    EXPECT_EQ(run->listed(false).agents.size(), 1U);
    EXPECT_TRUE(json["run"]["config"]["agent"]["env"]["TOKEN"].is_null());
}

TEST_F(PageOfTuning, games_have_kind_number_and_values) {
    const Json columns = index_after(36)["columns"];
    const std::string log = referee::testing_support::content_of(games_file());
    std::istringstream lines(log);
    std::size_t games = 0;
    for (std::string line; std::getline(lines, line); ++games) {
        const Json tune = Json::parse(line)["tune"];
        for (const char* const key : {"kind", "k", "values"}) {
            EXPECT_EQ(columns[key][games].dump(), tune[key].dump()) << games << ' ' << key;
        }
    }
    EXPECT_EQ(games, 36U);
    EXPECT_EQ(columns["kind"].size(), 36U);
    EXPECT_EQ(columns["kind"][35], "verify");
    const auto run = shown_run(dir_, {});
    run->read();
    EXPECT_EQ(run->games_from(34, 0)["columns"]["k"].dump(), "[1,1]");
}

TEST_F(PageOfTuning, gain_is_not_measured_before_the_end_of_the_verification) {
    const Json json = index_after(34);
    EXPECT_EQ(json["gain"], "Gain: not measured yet");
    EXPECT_EQ(json["over"], false);
}

TEST_F(PageOfTuning, index_has_the_values_of_eight_parameters_at_most) {
    config_.params.clear();
    std::string command = "one";
    for (const char name : std::string("abcdefghi")) {
        config_.params.push_back(parse_tune_param(std::string(1, name) + "=3:0:9"));
        command += std::string(" {") + name + "}";
    }
    config_.agents[0] = referee::parse_agent(command);
    config_.agents[1] = config_.agents[0];
    const Json json = index_after(2);
    EXPECT_EQ(json["columns"]["values"][0][1].size(), kMostTuned);
    EXPECT_EQ(json["result"]["tune"]["parameters"].size(), 9U);
}

} // namespace
} // namespace sprt
