#include "referee/rules/ataxx/position.hpp"
#include "referee/talk/protocol.hpp"
#include "sprt/schedule/openings.hpp"
#include "tests/sprt/schedule/plain_board.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <thread>

namespace sprt {
namespace {

using namespace testing_support;
using referee::testing_support::TemporaryDir;
using referee::testing_support::user_error_text;
using testing::HasSubstr;

std::unique_ptr<Openings> openings_of(const std::string& setting, std::uint64_t seed) {
    return make_openings(parse_openings(setting), seed, referee::Game::Ataxx);
}

/// The first `count` openings, or all when there are fewer.
std::vector<Opening> first_of(Openings& openings, std::uint64_t count) {
    std::vector<Opening> list;
    while (list.size() < count) {
        auto opening = openings.opening(list.size());
        if (!opening) {
            break;
        }
        list.push_back(std::move(*opening));
    }
    return list;
}

std::vector<Opening> first_of(const std::string& setting, std::uint64_t seed, std::uint64_t count) {
    return first_of(*openings_of(setting, seed), count);
}

// ---- The setting

TEST(ParseOpenings, start_random_moves_and_names_of_files_are_accepted) {
    EXPECT_TRUE(std::holds_alternative<StartOnly>(parse_openings("start")));
    EXPECT_EQ(std::get<RandomMoves>(parse_openings("random:1")).plies, 1);
    EXPECT_EQ(std::get<RandomMoves>(parse_openings("random:40")).plies, 40);
    for (const char* file : {"book.txt", "./random", "./random:4", "starts", "Random:4", "/a b/c"}) {
        EXPECT_EQ(std::get<OpeningBook>(parse_openings(file)).file, file);
    }
}

TEST(ParseOpenings, malformed_settings_are_refused) {
    for (const std::string setting :
         {"random:", "random:0", "random:41", "random:-1", "random:+4", "random: 4", "random:4 ", "random:4x",
          "random:4.0", "random:four", "random:99999999999999999999"}) {
        EXPECT_EQ(user_error_text([&] { static_cast<void>(parse_openings(setting)); }),
                  "'" + setting + "': PLIES of random:PLIES must be a whole number from 1 to 40, or auto");
    }
    EXPECT_EQ(user_error_text([] { static_cast<void>(parse_openings("random")); }),
              "'random' needs a number of moves, e.g. random:4 (a file of that name is ./random)");
    for (const std::string& setting : {std::string(), std::string("a\0b", 3)}) {
        EXPECT_EQ(user_error_text([&] { static_cast<void>(parse_openings(setting)); }),
                  "it must be start, random:PLIES or a file of openings");
    }
}

// ---- start

TEST(Openings, start_gives_every_pair_the_starting_position) {
    const auto openings = openings_of("start", 1);
    for (const std::uint64_t pair : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
        EXPECT_EQ(openings->opening(pair), Opening{});
    }
    EXPECT_FALSE(openings->facts().size);
    EXPECT_EQ(openings->facts().most_plies, 0U);
}

// ---- random

TEST(Openings, up_to_four_random_moves_give_every_opening_once) {
    struct Row {
        int plies;
        std::size_t openings;
    };
    for (const Row& row : {Row{1, 5}, Row{2, 64}, Row{3, 917}, Row{4, 12'927}}) {
        const auto openings = openings_of("random:" + std::to_string(row.plies), 7);
        EXPECT_EQ(openings->facts().size, row.openings);
        EXPECT_EQ(openings->facts().most_plies, static_cast<std::size_t>(row.plies));
        const auto list = first_of(*openings, 20'000);
        EXPECT_EQ(list.size(), row.openings);
        std::set<PlainBoard> classes;
        for (const Opening& opening : list) {
            ASSERT_EQ(opening.moves.size(), static_cast<std::size_t>(row.plies));
            classes.insert(plain_class(plain_after(opening)));
        }
        EXPECT_EQ(classes, plain_classes(row.plies));
        EXPECT_FALSE(openings->opening(row.openings));
        EXPECT_FALSE(openings->opening(~std::uint64_t{0}));
    }
}

TEST(Openings, twenty_thousand_random_openings_are_legal_and_different) {
    for (const int plies : {5, 8}) {
        const auto openings = openings_of("random:" + std::to_string(plies), 7);
        EXPECT_FALSE(openings->facts().size);
        EXPECT_EQ(openings->facts().most_plies, static_cast<std::size_t>(plies));
        std::set<PlainBoard> classes;
        for (const Opening& opening : first_of(*openings, 20'000)) {
            ASSERT_EQ(opening.moves.size(), static_cast<std::size_t>(plies));
            const PlainBoard board = plain_after(opening);
            ASSERT_FALSE(board.empty());
            classes.insert(plain_class(board));
        }
        EXPECT_EQ(classes.size(), 20'000U);
    }
}

TEST(Openings, random_openings_of_forty_moves_are_legal_and_do_not_end_the_game) {
    for (const Opening& opening : first_of("random:40", 1, 1000)) {
        ASSERT_EQ(opening.moves.size(), referee::kMostOpeningMoves);
        ataxx::Position position;
        for (const referee::MoveNumbers& move : opening.moves) { // may pass, which plain_after() refuses
            ASSERT_TRUE(!position.is_finished() &&
                        position.is_legal(ataxx::Move::from_numbers(move).value()));
            position = position.after(ataxx::Move::from_numbers(move).value());
        }
        ASSERT_FALSE(position.is_finished());
    }
}

TEST(Openings, random_openings_depend_on_the_seed_alone) {
    for (const std::string setting : {"random:2", "random:4", "random:5", "random:12"}) {
        const auto list = first_of(setting, 3, 50);
        EXPECT_EQ(list.size(), 50U);
        EXPECT_EQ(first_of(setting, 3, 50), list);
        EXPECT_NE(first_of(setting, 4, 50), list);
        EXPECT_NE(first_of(setting, 4, 50)[0], list[0]);
    }
}

// A resumed run asks for a late pair first.
TEST(Openings, openings_do_not_depend_on_the_order_of_calls) {
    for (const std::string setting : {"random:4", "random:5", "random:12"}) {
        const auto list = first_of(setting, 3, 500);
        const auto openings = openings_of(setting, 3);
        for (std::uint64_t pair = 500; pair-- > 0;) {
            ASSERT_EQ(openings->opening(pair), list[pair]);
        }
    }
}

TEST(Openings, openings_are_the_same_from_many_threads) {
    const auto list = first_of("random:6", 3, 2000);
    const auto openings = openings_of("random:6", 3);
    std::vector<std::vector<std::optional<Opening>>> got(4);
    {
        std::vector<std::jthread> threads;
        for (std::size_t thread = 0; thread < got.size(); ++thread) {
            threads.emplace_back([&, thread] {
                for (std::uint64_t pair = thread % 2; pair < list.size(); pair += 2) {
                    got[thread].push_back(openings->opening(pair));
                }
            });
        }
    }
    for (std::size_t thread = 0; thread < got.size(); ++thread) {
        for (std::size_t i = 0; i < got[thread].size(); ++i) {
            ASSERT_EQ(got[thread][i], list[thread % 2 + 2 * i]);
        }
    }
}

// Logs of runs hold such openings: when they change, every run with a given seed changes.
TEST(Openings, random_openings_of_a_seed_are_the_same_on_every_machine) {
    const auto text_of = [](const std::string& setting) {
        std::string text;
        const Opening opening = openings_of(setting, 20'000)->opening(1).value();
        for (const referee::MoveNumbers& move : opening.moves) {
            text += (text.empty() ? "" : " ") + to_string(move);
        }
        return text;
    };
    EXPECT_EQ(text_of("random:4"), "1 1 2 1 7 1 5 1 7 7 6 5 5 1 3 3");
    EXPECT_EQ(text_of("random:6"), "7 7 7 5 1 7 1 6 7 5 5 7 1 7 3 5 5 7 4 5 7 1 5 3");
}

// ---- A file

TEST(Openings, book_is_shuffled_by_the_seed) {
    const TemporaryDir dir;
    std::string text;
    for (const Opening& opening : first_of("random:3", 1, 100)) {
        for (const referee::MoveNumbers& move : opening.moves) {
            text += to_string(move) + ' ';
        }
        text += '\n';
    }
    const std::string file = dir.file("book.txt", text + "1 1 1 2\n" + text);
    const auto openings = openings_of(file, 5);
    EXPECT_EQ(openings->facts().size, 101U);
    EXPECT_EQ(openings->facts().most_plies, 3U);
    EXPECT_EQ(openings->facts().duplicates, 100U);
    const auto list = first_of(*openings, 1000);
    EXPECT_EQ(list.size(), 101U);
    EXPECT_EQ(first_of(file, 5, 1000), list);
    const auto others = first_of(file, 6, 1000);
    EXPECT_NE(others, list);
    EXPECT_TRUE(std::is_permutation(list.begin(), list.end(), others.begin(), others.end()));
    EXPECT_FALSE(openings->opening(101));
}

TEST(Openings, error_names_a_file_that_cannot_be_read) {
    const TemporaryDir dir;
    const auto error_of = [](const std::string& file) {
        return user_error_text([&] { static_cast<void>(openings_of(file, 1)); });
    };
    const std::string hint = "; openings are start, random:PLIES or a file of openings";
    const std::string missing = dir / "missing.txt";
    EXPECT_EQ(error_of(missing), missing + ": it cannot be read: No such file or directory" + hint);
    EXPECT_EQ(error_of(dir.path()), dir.path().string() + ": it cannot be read: Is a directory" + hint);
    EXPECT_THAT(error_of("rnadom:4"), HasSubstr("rnadom:4: it cannot be read: No such file"));
}

// ---- The set-ups of Chess960

std::unique_ptr<Openings> set_ups(std::uint64_t seed) {
    return make_openings(StartOnly{}, seed, referee::Game::Chess960);
}

std::string fen_of(const Opening& opening) {
    return opening.start ? opening.start->fen : "start";
}

TEST(SetUps, each_of_960_comes_once_before_any_comes_again) {
    const auto openings = set_ups(7);
    for (std::uint64_t round = 0; round < 2; ++round) {
        std::set<std::string> seen;
        for (std::uint64_t pair = 0; pair < 960; ++pair) {
            const auto opening = openings->opening(960 * round + pair);
            ASSERT_TRUE(opening);
            EXPECT_TRUE(opening->moves.empty());
            EXPECT_TRUE(seen.insert(fen_of(*opening)).second) << fen_of(*opening);
        }
        EXPECT_EQ(seen.count("start"), 1U) << "the usual set-up is one of them";
        EXPECT_EQ(seen.count("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"), 1U) << "number 0";
        EXPECT_EQ(seen.count("rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1"), 1U) << "number 959";
    }
    EXPECT_NE(openings->opening(0), openings->opening(960)) << "each round has its own order";
}

TEST(SetUps, follow_from_the_seed_and_agents_are_told_of_them) {
    EXPECT_EQ(set_ups(7)->opening(5), set_ups(7)->opening(5));
    EXPECT_NE(first_of(*set_ups(7), 20), first_of(*set_ups(8), 20));
    const OpeningsFacts facts = set_ups(7)->facts();
    EXPECT_FALSE(facts.size);
    ASSERT_TRUE(facts.first_without_moves);
    EXPECT_TRUE(facts.first_without_moves->opening.start);
}

TEST(SetUps, random_moves_begin_at_them) {
    const auto openings = make_openings(RandomMoves{2}, 7, referee::Game::Chess960);
    std::set<std::string> first_ranks;
    for (std::uint64_t pair = 0; pair < 300; ++pair) {
        const std::string fen = fen_of(openings->opening(pair).value());
        EXPECT_THAT(fen, testing::HasSubstr(" w ")) << "a move of each side";
        EXPECT_THAT(fen, testing::EndsWith(" 2"));
        first_ranks.insert(fen.substr(fen.rfind('/'), fen.find(' ') - fen.rfind('/')));
        EXPECT_TRUE(openings->opening(pair)->moves.empty());
    }
    EXPECT_GT(first_ranks.size(), 200U);
    EXPECT_EQ(openings->facts().most_plies, 0U);
    ASSERT_TRUE(openings->facts().first_without_moves);
    EXPECT_EQ(openings->facts().first_without_moves->place, "random:2");
    EXPECT_TRUE(openings->facts().first_position->opening.start);
}

TEST(SetUps, other_games_have_one_start) {
    EXPECT_TRUE(is_one_opening(StartOnly{}, referee::Game::Ataxx));
    EXPECT_TRUE(is_one_opening(StartOnly{}, referee::Game::Chess));
    EXPECT_FALSE(is_one_opening(StartOnly{}, referee::Game::Chess960));
    EXPECT_FALSE(is_one_opening(RandomMoves{2}, referee::Game::Ataxx));
    const auto openings = make_openings(StartOnly{}, 7, referee::Game::Chess);
    EXPECT_EQ(openings->opening(3), Opening{});
}

} // namespace
} // namespace sprt
