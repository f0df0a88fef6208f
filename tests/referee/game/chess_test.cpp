// Games of chess: how they end, and that logs of them are written, read and reviewed.

#include "referee/game/replay.hpp"
#include "referee/game/review/review.hpp"
#include "tests/referee/game/play_scene.hpp"
#include "tests/support/print.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

namespace referee {
namespace {

using namespace testing_support;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kUsual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::string_view kMateIn1 = "7k/8/5KQ1/8/8/8/8/8 w - - 99 80";

/// The moves, given in coordinates, from `board` on.
std::vector<MoveNumbers> moves_from(Board board, const std::string& text) {
    std::vector<MoveNumbers> moves;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const auto numbers = std::visit(
            [&]<class Position>(const Position& position) -> MoveNumbers {
                using G = RulesOf<Position>;
                if constexpr (requires { G::read_coordinates(position, word); }) {
                    return G::numbers(G::read_coordinates(position, word).value());
                } else {
                    return {};
                }
            },
            board.position());
        moves.push_back(numbers);
        board = board.after(numbers).value();
    }
    return moves;
}

Job job_from(Game game, std::string_view fen, int turns) {
    Job job;
    job.rules = game;
    job.limits.turns = turns;
    if (fen != kUsual) {
        job.start = read_start(game, fen);
    }
    return job;
}

GameRecord played(const Job& job, const std::vector<MoveNumbers>& moves) {
    FakeAgents agents;
    agents.ready = {FakeAgents::Answer{"OK OPENING FEN"}, FakeAgents::Answer{"OK OPENING FEN"}};
    script(agents, moves);
    GameRecord record = play(job, agents);
    EXPECT_THAT(agents.answers, IsEmpty());
    return record;
}

std::vector<std::string> found_in_review(const GameRecord& record) {
    std::istringstream in(to_json_line(record) + "\n");
    std::vector<std::string> found;
    for (const Review::Difference& difference : review(in, "games.jsonl").found) {
        found.push_back(difference.what);
    }
    return found;
}

/// After these moves from `fen` tables are said to have ended the game in favour of agent 1.
GameRecord ended_by_tables(std::string_view fen, const char* moves) {
    const Job job = job_from(Game::Chess, fen, 1);
    GameRecord record = played(job, moves_from(job.start->board, moves));
    record.turn_limit = 12'000;
    record.termination = Termination::Adjudicated;
    record.adjudication = AdjudicationRule::Tablebase;
    record.winner = Winner::Agent1;
    return record;
}

TEST(ChessGame, review_knows_where_tables_can_end_it) {
    EXPECT_THAT(found_in_review(ended_by_tables("8/8/4k3/8/8/4Kp2/4R3/8 w - - 7 90", "e3f3")), IsEmpty());
    const auto after_quiet = ended_by_tables("8/8/4k3/8/8/4Kp2/4R3/8 w - - 0 90", "e3f4");
    EXPECT_THAT(found_in_review(after_quiet),
                testing::ElementsAre(
                    HasSubstr("tablebase ends it after turn 1, where no table can know the position")));
    EXPECT_EQ(found_in_review(ended_by_tables("4k3/8/8/8/8/8/5p2/R3K3 w Q - 0 90", "e1f2")).size(), 0U);
    EXPECT_EQ(found_in_review(ended_by_tables("r3k3/8/8/8/8/8/5p2/4K3 w q - 0 90", "e1f2")).size(), 1U);
}

TEST(ChessGame, draw_waits_for_the_number_of_its_position) {
    const Job job = job_from(Game::Chess, "8/8/4k3/8/8/4K3/4R3/8 w - - 9 33", 6);
    GameRecord record = played(job, moves_from(job.start->board, "e2d2 e6e7 d2d1 e7e6 d1d2 e6e7"));
    record.search.assign(6, SearchNote{.score = engine::Score{.value = 0, .is_mate = false}});
    Adjudication rules;
    rules.draw = DrawRule{{20, 20}, 1, {34, true}};
    EXPECT_EQ(first_ruling(rules, record), (RuledTurn{AdjudicationRule::Draw, 4, Winner::Draw}))
        << "the number is 35 after four turns";
}

TEST(ChessGame, ends_by_the_first_rule_that_holds) {
    struct Row {
        std::string_view fen;
        const char* moves;
        Termination termination;
        Winner winner;
        int most_turns = 12'000;
    };
    constexpr std::string_view kRook = "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1";
    constexpr std::string_view kPawn = "7k/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    constexpr std::string_view kCastle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (const Row& row : {
             Row{kUsual, "f2f3 e7e5 g2g4 d8h4", Termination::Checkmate, Winner::Agent2},
             Row{kMateIn1, "g6g7", Termination::Checkmate, Winner::Agent1},
             Row{kMateIn1, "g6g1", Termination::HalfmoveLimit, Winner::Draw},
             Row{"7k/8/4K3/6Q1/8/8/8/8 w - - 0 1", "e6f7 h8h7 g5g7", Termination::Checkmate, Winner::Agent1},
             Row{"7k/8/4K3/6Q1/8/8/8/8 w - - 0 1", "g5g6", Termination::Stalemate, Winner::Draw},
             Row{"8/8/4k3/8/8/3KNn2/8/8 b - - 0 1", "f3e1 d3d2 e1c2 e3c2", Termination::InsufficientMaterial,
                 Winner::Draw},
             Row{kRook, "e2e4 a4a3 e1d1 a3a4 d1e1 a4a3 e1d1 a3a4 d1e1", Termination::Repetition,
                 Winner::Draw}, // the capture would uncover the king
             Row{kPawn, "e2e4 h8h7 e1d1 h7h8 d1e1 h8h7 e1d1 h7h8 d1e1 h8h7", Termination::Repetition,
                 Winner::Draw}, // the capture was legal the first time
             Row{kCastle, "h1g1 e8d8 g1h1 d8e8 h1g1 e8d8 g1h1 d8e8 h1g1", Termination::Repetition,
                 Winner::Draw}, // there was a right to castle at the start
             Row{kUsual, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", Termination::Repetition, Winner::Draw},
             Row{kUsual, "e2e4 e7e5 g1f3", Termination::TurnLimit, Winner::Draw, 3},
         }) {
        SCOPED_TRACE(std::string(row.fen) + " " + row.moves);
        for (const Game game : {Game::Chess, Game::Chess960}) {
            const Job job = job_from(game, row.fen, row.most_turns);
            const auto moves = moves_from(job.start ? job.start->board : Board(game), row.moves);
            const GameRecord record = played(job, moves);
            EXPECT_EQ(record.termination, row.termination) << name(record.termination);
            EXPECT_EQ(record.winner, row.winner);
            EXPECT_EQ(record.turns, moves.size());
            EXPECT_EQ(record.score.agent1, row.winner == Winner::Agent1 ? 1 : 0);
            EXPECT_EQ(record.score.agent2, row.winner == Winner::Agent2 ? 1 : 0);
            EXPECT_THAT(found_in_review(record), IsEmpty());
            EXPECT_EQ(to_json_line(parse_record(to_json_line(record))), to_json_line(record));
        }
    }
}

TEST(ChessGame, an_opening_is_part_of_a_repetition) {
    Job job = job_from(Game::Chess, kUsual, 12'000);
    job.opening = moves_from(Board(Game::Chess), "g1f3 g8f6 f3g1 f6g8");
    const auto moves = moves_from(Board(Game::Chess), "g1f3 g8f6 f3g1 f6g8");
    const GameRecord record = played(job, moves);
    EXPECT_EQ(record.termination, Termination::Repetition);
    EXPECT_EQ(record.turns, 8U);
    EXPECT_THAT(found_in_review(record), IsEmpty());
}

TEST(ChessGame, a_position_without_enough_material_is_no_start_and_others_are) {
    for (const char* fen : {"8/8/4k1b1/8/8/3KB3/8/8 w - - 0 1", "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1",
                            "8/8/4kn2/8/8/3KB3/8/8 w - - 0 1", "8/8/4kb2/6b1/8/3KBB2/8/8 w - - 0 1"}) {
        EXPECT_EQ(read_start(Game::Chess, fen).fen, fen);
    }
    EXPECT_THAT(user_error_text([] {
                    static_cast<void>(read_start(Game::Chess, "8/8/4kb2/6b1/8/3KB1B1/8/8 w - - 0 1"));
                }),
                HasSubstr("the game is over (insufficient_material)"));
}

TEST(ChessGame, a_line_has_moves_of_three_numbers_and_names_the_rules) {
    const Job job = job_from(Game::Chess, kMateIn1, 12'000);
    const std::string line = to_json_line(played(job, moves_from(job.start->board, "g6g7")));
    EXPECT_THAT(line, testing::StartsWith(R"({"format":1,"rules":"chess","game":0,)"));
    EXPECT_THAT(
        line,
        HasSubstr(R"("opening":[],"start_fen":"7k/8/5KQ1/8/8/8/8/8 w - - 99 80","moves":[[76,77,0,0]])"));
    EXPECT_THAT(line, HasSubstr(R"("winner":1,"score":[1,0],"turns":1,"termination":"checkmate")"));
    EXPECT_THAT(
        to_json_line(played(job_from(Game::Chess960, kMateIn1, 1), moves_from(job.start->board, "g6g7"))),
        HasSubstr(R"("rules":"chess960")"));
}

TEST(ChessGame, wrong_claims_about_a_repetition_are_found) {
    const auto moves = moves_from(Board(Game::Chess), "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    GameRecord record = played(job_from(Game::Chess, kUsual, 12'000), moves);
    record.moves.pop_back();
    --record.turns;
    EXPECT_THAT(found_in_review(record),
                testing::Contains("termination is repetition, but the board says the game goes on"));
    record = played(job_from(Game::Chess, kUsual, 12'000), moves);
    record.moves.push_back({{52, 54, 0}, {}});
    EXPECT_THAT(found_in_review(record),
                testing::Contains("turn 9: the game was over before it (repetition)"));
}

} // namespace
} // namespace referee
