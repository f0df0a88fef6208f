#include "referee/base/user_error.hpp"
#include "referee/game/adjudication/adjudication.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>
#include <string>
#include <vector>

namespace referee {

namespace {

Adjudication rules_of_flags(const std::vector<std::string>& flags) {
    Adjudication rules;
    for (const std::string& flag : flags) {
        set_rule(rules, flag);
    }
    return rules;
}

TEST(Adjudication, is_off_and_verifies_a_tenth_by_default) {
    const Adjudication rules;
    EXPECT_FALSE(rules.is_on());
    EXPECT_EQ(rules.verify, 0.1);
    for (const AdjudicationRule rule : kAdjudicationRules) {
        EXPECT_FALSE(rules.has(rule));
    }
}

TEST(Adjudication, each_rule_has_a_name_of_its_own) {
    std::set<std::string_view> names;
    for (const AdjudicationRule rule : kAdjudicationRules) {
        names.insert(name(rule));
        EXPECT_EQ(adjudication_rule_named(name(rule)), rule);
    }
    EXPECT_EQ(names,
              (std::set<std::string_view>{"tablebase", "material", "resign", "draw", "fill", "max_turns"}));
    EXPECT_EQ(adjudication_rule_named("verify"), std::nullopt);
}

TEST(Adjudication, rules_that_need_scores_are_for_two_engines) {
    for (const char* const rule : {"resign=true", "draw=true"}) {
        const Adjudication rules = rules_of_flags({rule});
        EXPECT_EQ(problem_of(rules, kDefaultGame, {true, true}), std::nullopt);
        EXPECT_THAT(problem_of(rules, kDefaultGame, {true, false}).value(),
                    testing::HasSubstr("agent 2 sends none"));
        EXPECT_THAT(problem_of(rules, kDefaultGame, {false, true}).value(),
                    testing::HasSubstr("agent 1 sends none"));
    }
    EXPECT_EQ(
        problem_of(rules_of_flags({"material=true", "fill=true", "max_turns=1/stones"}), kDefaultGame, {}),
        std::nullopt);
}

TEST(Adjudication, rules_that_count_stones_are_for_games_with_stones) {
    for (const char* const rule : {"material=true", "fill=true", "max_turns=5/stones"}) {
        EXPECT_THAT(problem_of(rules_of_flags({rule}), Game::TicTacToe, {}).value(),
                    testing::HasSubstr("counts stones, and tic-tac-toe has none to count"));
    }
    EXPECT_EQ(problem_of(rules_of_flags({"max_turns=5/draw"}), Game::TicTacToe, {}), std::nullopt);
}

TEST(Adjudication, rules_of_chess_are_for_chess) {
    const Adjudication tables = rules_of_flags({"tablebase=a"});
    const Adjudication draw = rules_of_flags({"draw=20/8/move34"});
    EXPECT_EQ(problem_of(tables, Game::Ataxx, {}).value(), "tablebase is for chess, and the game is ataxx");
    EXPECT_THAT(problem_of(draw, Game::Ataxx, {true, true}).value(),
                testing::StartsWith("draw: move34 is a number of a board of chess, and the game is ataxx"));
    for (const Game game : {Game::Chess, Game::Chess960}) {
        EXPECT_EQ(problem_of(tables, game, {}), std::nullopt);
        EXPECT_EQ(problem_of(draw, game, {true, true}), std::nullopt);
        for (const char* const rule : {"material=true", "fill=true", "max_turns=5/stones"}) {
            EXPECT_THAT(problem_of(rules_of_flags({rule}), game, {}).value(),
                        testing::HasSubstr("counts stones, and chess has none to count"));
        }
    }
}

TEST(Adjudication, verified_games_are_a_share_that_depends_on_seed_and_number) {
    int verified = 0;
    int differ = 0;
    constexpr int kGames = 10'000;
    for (std::uint64_t game = 0; game < kGames; ++game) {
        EXPECT_FALSE(is_verified(1, game, 0));
        EXPECT_TRUE(is_verified(1, game, 1));
        EXPECT_EQ(is_verified(1, game, 0.1), is_verified(1, game, 0.1));
        verified += is_verified(1, game, 0.1) ? 1 : 0;
        differ += is_verified(1, game, 0.1) != is_verified(2, game, 0.1) ? 1 : 0;
        EXPECT_LE(is_verified(1, game, 0.1), is_verified(1, game, 0.2))
            << "a larger share holds a smaller one";
    }
    EXPECT_NEAR(verified, kGames / 10, 150); // 5 standard deviations
    EXPECT_GT(differ, 1000);
}

} // namespace

namespace {

/// A board on which the first player has so many stones more; neither side must pass.
Board board_with_lead(int lead) {
    std::string ranks;
    const int more = lead < 0 ? -lead : lead;
    for (int i = 0; i < 49; ++i) {
        const char filler = lead < 0 ? 'o' : 'x';
        ranks += i == 0 ? 'x' : i == 1 ? 'o' : i < 2 + more ? filler : '1';
        ranks += i % 7 == 6 && i < 48 ? "/" : "";
    }
    return read_fen(Game::Ataxx, ranks + " x 0 1");
}

engine::Score cp(int value) {
    return {.value = value, .is_mate = false};
}
engine::Score mate(int moves) {
    return {.value = moves, .is_mate = true};
}

using Told = std::optional<engine::Score>;

/// Follows a game in which the sides move in turn, First begins, and says what ends it after each move.
class Follower {
  public:
    explicit Follower(const std::string& rule, Player first = Player::Agent1, int turn_limit = 400,
                      ProbeTables probe = probe_tables)
        : adjudicator_(rules(rule), first, turn_limit, probe) {}

    std::optional<Ruling> move(const Board& after, const Told& score = {}) {
        board_ = after;
        adjudicator_.moved(mover_, after, score);
        mover_ = opponent(mover_);
        return now(++turns_);
    }
    std::optional<Ruling> move(const Told& score) { return move(board_, score); }
    [[nodiscard]] std::optional<Ruling> now(int turns) const { return now(turns, 1 + turns / 2); }
    [[nodiscard]] std::optional<Ruling> now(int turns, int full_move) const {
        return adjudicator_.ruling(board_, turns, full_move);
    }

    /// The number, from 1, of the first of these moves that ends the game; 0: none does.
    int first_end(const std::vector<Told>& scores, std::optional<Ruling> right) {
        for (std::size_t i = 0; i < scores.size(); ++i) {
            if (const auto ruling = move(scores[i])) {
                EXPECT_EQ(ruling, right);
                return static_cast<int>(i) + 1;
            }
        }
        return 0;
    }

  private:
    static Adjudication rules(const std::string& rule) {
        Adjudication rules;
        set_rule(rules, rule);
        return rules;
    }
    Adjudicator adjudicator_;
    Board board_ = Board(Game::Ataxx);
    Side mover_ = Side::First;
    int turns_ = 0;
};

const Ruling kFirstByMaterial{AdjudicationRule::Material, Side::First};
const Ruling kSecondByMaterial{AdjudicationRule::Material, Side::Second};
const Ruling kFirstResigns{AdjudicationRule::Resign, Side::Second};
const Ruling kSecondResigns{AdjudicationRule::Resign, Side::First};
const Ruling kDrawn{AdjudicationRule::Draw, std::nullopt};

TEST(Material, side_wins_that_led_after_each_of_the_last_plies) {
    Follower game("material=10/3");
    EXPECT_EQ(game.now(0), std::nullopt);
    EXPECT_EQ(game.move(board_with_lead(10)), std::nullopt);
    EXPECT_EQ(game.move(board_with_lead(12)), std::nullopt);
    EXPECT_EQ(game.move(board_with_lead(10)), kFirstByMaterial);
    EXPECT_EQ(game.move(board_with_lead(11)), kFirstByMaterial);
}

TEST(Material, a_smaller_lead_and_a_lead_of_the_other_side_begin_anew) {
    Follower game("material=10/2");
    EXPECT_EQ(game.move(board_with_lead(10)), std::nullopt);
    EXPECT_EQ(game.move(board_with_lead(9)), std::nullopt);
    EXPECT_EQ(game.move(board_with_lead(10)), std::nullopt);
    EXPECT_EQ(game.move(board_with_lead(-10)), std::nullopt);
    EXPECT_EQ(game.move(board_with_lead(-10)), kSecondByMaterial);
}

TEST(Material, one_ply_is_enough_when_it_is_asked_for) {
    EXPECT_EQ(Follower("material=10/1").move(board_with_lead(10)), kFirstByMaterial);
    EXPECT_EQ(Follower("material=10/1").move(board_with_lead(-10)), kSecondByMaterial);
    EXPECT_EQ(Follower("material=10/1").move(board_with_lead(9)), std::nullopt);
}

TEST(Resign, loser_is_low_and_winner_high_in_their_last_moves) {
    const std::vector<Told> scores{cp(-800), cp(799), cp(-900), cp(800),
                                   cp(-850), cp(900), cp(-800), cp(801)};
    EXPECT_EQ(Follower("resign=800/3").first_end(scores, kFirstResigns), 8);
    EXPECT_EQ(Follower("resign=800/3/one_sided").first_end(scores, kFirstResigns), 5);
    EXPECT_EQ(Follower("resign=799/3").first_end(scores, kFirstResigns), 6);
    EXPECT_EQ(Follower("resign=801/3").first_end(scores, kFirstResigns), 0);
}

TEST(Resign, second_player_resigns_too) {
    EXPECT_EQ(Follower("resign=800/2").first_end({cp(900), cp(-900), cp(900), cp(-900)}, kSecondResigns), 4);
}

TEST(Resign, a_move_without_a_score_breaks_a_row) {
    const std::vector<Told> scores{cp(-900), cp(900), std::nullopt, cp(900), cp(-900), cp(900), cp(-900)};
    EXPECT_EQ(Follower("resign=800/2").first_end(scores, kFirstResigns), 7);
}

TEST(Resign, a_mate_is_beyond_every_bound) {
    const std::string rule = "resign=1000000000/1";
    EXPECT_EQ(Follower(rule).first_end({mate(-3), mate(2)}, kFirstResigns), 2);
    EXPECT_EQ(Follower(rule).first_end({mate(0), mate(2)}, kFirstResigns), 2) << "mate 0 is lost";
    EXPECT_EQ(Follower(rule).first_end({mate(2), mate(-3)}, kSecondResigns), 2);
    EXPECT_EQ(Follower(rule).first_end({cp(-999999999), mate(2)}, kFirstResigns), 0);
}

TEST(Resign, bounds_are_those_of_the_agents_in_both_seats) {
    const std::vector<Told> scores{cp(-800), cp(1500)};
    EXPECT_EQ(Follower("resign=800,1500/1", Player::Agent1).first_end(scores, kFirstResigns), 2);
    EXPECT_EQ(Follower("resign=800,1500/1", Player::Agent2).first_end(scores, kFirstResigns), 0);
    EXPECT_EQ(Follower("resign=1500,800/1", Player::Agent2).first_end(scores, kFirstResigns), 2);
}

TEST(Resign, two_sides_that_both_are_low_play_on) {
    EXPECT_EQ(
        Follower("resign=800/2/one_sided").first_end({cp(-900), cp(-900), cp(-900), cp(-900)}, kFirstResigns),
        3)
        << "when the first one's row is full, the other one's is not";
    Follower game("resign=800/1/one_sided");
    EXPECT_EQ(game.move(cp(0)), std::nullopt);
    EXPECT_EQ(game.move(cp(-900)), (Ruling{AdjudicationRule::Resign, Side::First}));
    EXPECT_EQ(game.move(cp(-900)), std::nullopt);
}

TEST(Draw, scores_of_both_are_near_0_in_their_last_moves) {
    const std::vector<Told> scores{cp(10), cp(-10), cp(0), cp(11), cp(5), cp(-3), cp(2), cp(4)};
    EXPECT_EQ(Follower("draw=10/2/0").first_end(scores, kDrawn), 8);
    EXPECT_EQ(Follower("draw=11/2/0").first_end(scores, kDrawn), 4);
    EXPECT_EQ(Follower("draw=10/3/0").first_end(scores, kDrawn), 0);
}

TEST(Draw, begins_with_its_turn) {
    const std::vector<Told> scores(10, cp(0));
    EXPECT_EQ(Follower("draw=10/2/7").first_end(scores, kDrawn), 7);
    EXPECT_EQ(Follower("draw=10/2/11").first_end(scores, kDrawn), 0);
}

TEST(Draw, mates_and_moves_without_a_score_are_not_near_0) {
    EXPECT_EQ(Follower("draw=10/1/0").first_end({mate(0), cp(0), std::nullopt, cp(0), cp(0)}, kDrawn), 5);
}

TEST(Draw, bounds_are_those_of_the_agents) {
    const std::vector<Told> scores{cp(10), cp(50)};
    EXPECT_EQ(Follower("draw=10,50/1/0", Player::Agent1).first_end(scores, kDrawn), 2);
    EXPECT_EQ(Follower("draw=10,50/1/0", Player::Agent2).first_end(scores, kDrawn), 0);
}

/// A position of chess so many half-moves after a capture or a move of a pawn.
Board after_half_moves(int half_moves) {
    return read_fen(Game::Chess, "8/8/4k3/8/8/4K3/4R3/8 w - - " + std::to_string(half_moves) + " 50");
}

TEST(Draw, in_chess_a_capture_or_a_pawn_begins_a_new_count_with_its_own_move) {
    Follower quiet("draw=10/2/0");
    Follower struck("draw=10/2/0");
    for (int i = 1; i <= 3; ++i) {
        EXPECT_EQ(quiet.move(after_half_moves(i), cp(0)), std::nullopt);
        EXPECT_EQ(struck.move(after_half_moves(i), cp(0)), std::nullopt);
    }
    EXPECT_EQ(quiet.move(after_half_moves(4), cp(0)), kDrawn);
    EXPECT_EQ(struck.move(after_half_moves(0), cp(0)), std::nullopt);
    EXPECT_EQ(struck.move(after_half_moves(1), cp(0)), std::nullopt);
    EXPECT_EQ(struck.move(after_half_moves(2), cp(0)), std::nullopt);
    EXPECT_EQ(struck.move(after_half_moves(3), cp(0)), kDrawn) << "the capture and three more moves";
}

TEST(Draw, in_chess_it_can_wait_for_the_number_of_the_board) {
    Follower game("draw=10/1/move34");
    EXPECT_EQ(game.move(after_half_moves(5), cp(0)), std::nullopt);
    EXPECT_EQ(game.move(after_half_moves(6), cp(0)), std::nullopt);
    EXPECT_EQ(game.now(500, 34), std::nullopt) << "33 are over, however many turns were taken";
    EXPECT_EQ(game.now(2, 35), kDrawn);
}

TEST(Fill, side_that_can_only_pass_loses) {
    const Board board =
        read_fen(Game::Ataxx, "xxxxxxx/xxxxxxx/xxxxxxx/xxxxoxx/xxxxxxx/xxxxxxx/xxxxxx1 o 0 1");
    Follower game("fill=true", Player::Agent1, 10);
    EXPECT_EQ(game.move(board), (Ruling{AdjudicationRule::Fill, Side::First}));
    EXPECT_EQ(game.now(8), (Ruling{AdjudicationRule::Fill, Side::First}));
    EXPECT_EQ(game.now(9), std::nullopt) << "one turn is left, and two are needed";
}

TEST(MaxTurns, ends_the_game_as_a_draw_or_by_stones) {
    Follower draw("max_turns=5");
    EXPECT_EQ(draw.move(board_with_lead(3)), std::nullopt);
    EXPECT_EQ(draw.now(4), std::nullopt);
    EXPECT_EQ(draw.now(5), (Ruling{AdjudicationRule::MaxTurns, std::nullopt}));
    Follower stones("max_turns=5/stones");
    EXPECT_EQ(stones.move(board_with_lead(-3)), std::nullopt);
    EXPECT_EQ(stones.now(6), (Ruling{AdjudicationRule::MaxTurns, Side::Second}));
    EXPECT_EQ(stones.move(board_with_lead(0)), std::nullopt);
    EXPECT_EQ(stones.now(6), (Ruling{AdjudicationRule::MaxTurns, std::nullopt})) << "equal stones";
}

TEST(MaxTurns, may_count_only_the_moves_that_agents_made) {
    Follower game("max_turns=2/draw/played");
    EXPECT_EQ(game.move(after_half_moves(1)), std::nullopt);
    EXPECT_EQ(game.now(50), std::nullopt) << "49 turns are the opening's";
    EXPECT_EQ(game.move(after_half_moves(2)), (Ruling{AdjudicationRule::MaxTurns, std::nullopt}));
}

/// Knows the tables of this value alone, whatever the position.
template<TableValue value>
std::optional<TableValue> always(const Board& /*board*/) {
    return value;
}

TEST(Tablebase, result_is_that_of_the_tables) {
    const Ruling win{AdjudicationRule::Tablebase, Side::First};
    const Ruling loss{AdjudicationRule::Tablebase, Side::Second};
    const Ruling draw{AdjudicationRule::Tablebase, std::nullopt};
    struct Row {
        const char* rule;
        std::optional<Ruling> by_win, by_cursed_win, by_draw, by_blessed_loss, by_loss;
    };
    for (const Row& row :
         {Row{"tablebase=a", win, draw, draw, draw, loss},
          Row{"tablebase=a/ignore50", win, win, draw, loss, loss},
          Row{"tablebase=a/wins", win, {}, {}, {}, loss}, Row{"tablebase=a/draws", {}, draw, draw, draw, {}},
          Row{"tablebase=a/ignore50/wins", win, win, {}, loss, loss},
          Row{"tablebase=a/ignore50/draws", {}, {}, draw, {}, {}},
          Row{"tablebase=a/pieces=3", win, draw, draw, draw, loss}}) {
        SCOPED_TRACE(row.rule);
        const auto ruling = [&](ProbeTables probe) {
            return Follower(row.rule, Player::Agent2, 400, probe).move(after_half_moves(0));
        };
        EXPECT_EQ(ruling(always<TableValue::Win>), row.by_win);
        EXPECT_EQ(ruling(always<TableValue::CursedWin>), row.by_cursed_win);
        EXPECT_EQ(ruling(always<TableValue::Draw>), row.by_draw);
        EXPECT_EQ(ruling(always<TableValue::BlessedLoss>), row.by_blessed_loss);
        EXPECT_EQ(ruling(always<TableValue::Loss>), row.by_loss);
    }
    const Board black = read_fen(Game::Chess960, "8/8/4k3/8/8/4K3/4R3/8 b - - 0 50");
    EXPECT_EQ(Follower("tablebase=a", Player::Agent1, 400, always<TableValue::Loss>).move(black), win);
}

TEST(Tablebase, is_asked_only_where_tables_can_know_the_position) {
    const auto is_asked = [](const char* fen, const std::string& rule = "tablebase=a") {
        return Follower(rule, Player::Agent1, 400, always<TableValue::Win>)
            .move(read_fen(Game::Chess, fen))
            .has_value();
    };
    EXPECT_TRUE(is_asked("4k3/8/8/8/8/8/PPPP4/R3K3 w - - 0 1"));
    EXPECT_FALSE(is_asked("4k3/8/8/8/8/8/PPPP4/R3K3 w Q - 0 1")) << "a right to castle";
    EXPECT_FALSE(is_asked("4k3/8/8/8/8/8/PPPP4/R3K3 w - - 1 1")) << "a half-move";
    EXPECT_FALSE(is_asked("4k3/8/8/8/8/8/PPPPP3/R3K3 w - - 0 1")) << "eight pieces";
    EXPECT_TRUE(is_asked("4k3/8/8/8/8/8/PP6/R3K3 w - - 0 1", "tablebase=a/pieces=5"));
    EXPECT_FALSE(is_asked("4k3/8/8/8/8/8/PPP5/R3K3 w - - 0 1", "tablebase=a/pieces=5"));
    EXPECT_EQ(Follower("tablebase=a", Player::Agent1, 400,
                       [](const Board& /*board*/) -> std::optional<TableValue> { return std::nullopt; })
                  .move(after_half_moves(0)),
              std::nullopt)
        << "no table knows it";
}

TEST(Adjudicator, tables_come_before_scores) {
    Adjudication rules = rules_of_flags({"tablebase=a", "resign=1/1", "draw=0/1/0", "max_turns=1"});
    const auto rule_now = [&](const Told& first, const Told& second) {
        Adjudicator adjudicator(rules, Player::Agent1, 400, always<TableValue::Draw>);
        adjudicator.moved(Side::First, after_half_moves(0), first);
        adjudicator.moved(Side::Second, after_half_moves(1), second);
        return adjudicator.ruling(after_half_moves(0), 2, 2).value().rule;
    };
    EXPECT_EQ(rule_now(cp(5), cp(-5)), AdjudicationRule::Tablebase);
    rules.tablebase.reset();
    EXPECT_EQ(rule_now(cp(5), cp(-5)), AdjudicationRule::Resign);
    EXPECT_EQ(rule_now(cp(0), cp(0)), AdjudicationRule::Draw);
    EXPECT_EQ(rule_now(cp(0), std::nullopt), AdjudicationRule::MaxTurns);
}

TEST(Adjudicator, rules_are_looked_at_in_their_order) {
    Adjudication rules;
    for (const char* const rule : {"material=1/1", "resign=1/1", "draw=0/1/0", "fill=true", "max_turns=1"}) {
        set_rule(rules, rule);
    }
    const Board filled =
        read_fen(Game::Ataxx, "xxxxxxx/xxxxxxx/xxxxxxx/xxxxoxx/xxxxxxx/xxxxxxx/xxxxxx1 o 0 1");
    const auto rule_now = [&](const Told& first, const Told& second) {
        Adjudicator adjudicator(rules, Player::Agent1, 400);
        adjudicator.moved(Side::First, filled, first);
        adjudicator.moved(Side::Second, filled, second);
        return adjudicator.ruling(filled, 2, 2).value().rule;
    };
    EXPECT_EQ(rule_now(cp(5), cp(-5)), AdjudicationRule::Material);
    rules.material.reset();
    EXPECT_EQ(rule_now(cp(5), cp(-5)), AdjudicationRule::Resign);
    EXPECT_EQ(rule_now(cp(0), cp(0)), AdjudicationRule::Draw);
    EXPECT_EQ(rule_now(cp(0), std::nullopt), AdjudicationRule::Fill);
    rules.fill = false;
    EXPECT_EQ(rule_now(cp(0), std::nullopt), AdjudicationRule::MaxTurns);
}

} // namespace

namespace {

Adjudication read_rules(const char* text) {
    const Json json = parse_json(text);
    return read_adjudication(JsonNode(json, "x.json: ", "/adjudicate"));
}

/// What the same rules are as flags.
Adjudication flags(const std::vector<std::string>& texts) {
    Adjudication rules;
    for (const std::string& text : texts) {
        set_rule(rules, text);
    }
    return rules;
}

TEST(AdjudicationJson, says_what_flags_say) {
    EXPECT_EQ(read_rules("false"), Adjudication());
    EXPECT_EQ(read_rules("{}"), Adjudication());
    EXPECT_EQ(read_rules(R"({"material":{},"resign":true,"draw":{},"max_turns":{},"fill":false})"),
              flags({"material=true", "resign=true", "draw=true", "max_turns=true"}));
    EXPECT_EQ(
        read_rules(
            R"({"material":{"lead":15,"plies":2},"resign":{"score":[800,1500],"moves":4,"two_sided":false}})"),
        flags({"material=15/2", "resign=800,1500/4/one_sided"}));
    EXPECT_EQ(read_rules(R"({"draw":{"score":5,"moves":6,"after":70},"fill":true,"verify":0.5})"),
              flags({"draw=5/6/70", "fill=true", "verify=0.5"}));
    EXPECT_EQ(read_rules(R"({"max_turns":{"turns":300,"result":"stones"},"material":false})"),
              flags({"max_turns=300/stones"}));
}

TEST(AdjudicationJson, is_read_as_it_was_written) {
    EXPECT_EQ(adjudication_json({}), false);
    const Adjudication all = flags({"material=15/2", "resign=800,1500/4/one_sided", "draw=5/6/70",
                                    "fill=true", "max_turns=300/stones", "verify=0.25"});
    EXPECT_EQ(
        adjudication_json(all).dump(),
        R"({"material":{"lead":15,"plies":2},"resign":{"score":[800,1500],"moves":4,"two_sided":false},)"
        R"("draw":{"score":5,"moves":6,"after":70},"fill":true,"max_turns":{"turns":300,"result":"stones"},)"
        R"("verify":0.25})");
    EXPECT_EQ(read_rules(adjudication_json(all).dump().c_str()), all);
    EXPECT_EQ(adjudication_json(flags({"fill=true"})).dump(), R"({"fill":true,"verify":0.1})");
}

TEST(AdjudicationJson, rules_of_chess_are_read_as_they_were_written) {
    const Adjudication rules =
        flags({"tablebase=a:b/c/pieces=5/ignore50/wins", "draw=20/8/move34", "max_turns=400/draw/played"});
    EXPECT_EQ(adjudication_json(rules).dump(),
              R"({"tablebase":{"path":"a:b/c","pieces":5,"ignore50":true,"results":"wins"},)"
              R"("draw":{"score":20,"moves":8,"after":"move34"},)"
              R"("max_turns":{"turns":400,"result":"draw","played":true},"verify":0.1})");
    EXPECT_EQ(read_rules(adjudication_json(rules).dump().c_str()), rules);
    EXPECT_EQ(adjudication_json(flags({"tablebase=a"})).dump(), R"({"tablebase":{"path":"a"},"verify":0.1})");
    EXPECT_EQ(read_rules(R"({"tablebase":false})"), Adjudication());
}

TEST(AdjudicationJson, wrong_values_are_named_with_their_place) {
    struct Row {
        const char* json;
        const char* says;
    };
    for (const Row& row :
         {Row{"true", "x.json: /adjudicate is true; it must be an object of rules, or false for none"},
          Row{R"({"materiel":true})",
              "x.json: /adjudicate/materiel is unknown; known are tablebase, material, "
              "resign, draw, fill, max_turns, verify"},
          Row{R"({"tablebase":true})",
              "x.json: /adjudicate/tablebase is true; it must be an object with the key path, or false"},
          Row{R"({"tablebase":{}})", "missing field x.json: /adjudicate/tablebase/path"},
          Row{R"({"tablebase":{"path":""}})",
              "x.json: /adjudicate/tablebase/path is \"\"; it must be directories"},
          Row{R"({"tablebase":{"path":"a","pieces":8}})", "x.json: /adjudicate/tablebase/pieces is 8"},
          Row{R"({"tablebase":{"path":"a","results":"all"}})",
              R"(x.json: /adjudicate/tablebase/results is "all"; it must be "wins" or "draws")"},
          Row{R"({"draw":{"after":"34"}})",
              R"(x.json: /adjudicate/draw/after is "34"; it must be a number of turns, or moveN)"},
          Row{R"({"draw":{"after":"move1000001"}})", "x.json: /adjudicate/draw/after is \"move1000001\""},
          Row{R"({"max_turns":{"played":1}})", "x.json: /adjudicate/max_turns/played is 1"},
          Row{R"({"material":{"leed":1}})",
              "x.json: /adjudicate/material/leed is unknown; known are lead, plies"},
          Row{R"({"material":20})",
              "x.json: /adjudicate/material is 20; it must be an object, true or false"},
          Row{R"({"material":{"lead":0}})", "x.json: /adjudicate/material/lead is 0"},
          Row{R"({"resign":{"score":[1,2,3]}})", "x.json: /adjudicate/resign/score"},
          Row{R"({"resign":{"two_sided":1}})", "x.json: /adjudicate/resign/two_sided is 1"},
          Row{R"({"draw":{"after":-1}})", "x.json: /adjudicate/draw/after is -1"},
          Row{R"({"fill":1})", "x.json: /adjudicate/fill is 1"},
          Row{R"({"max_turns":{"result":"win"}})",
              R"(x.json: /adjudicate/max_turns/result is "win"; it must be "draw" or "stones")"},
          Row{R"({"verify":2})",
              "x.json: /adjudicate/verify is 2; it must be a share of the games, 0 to 1"}}) {
        EXPECT_THAT(testing_support::user_error_text([&] { static_cast<void>(read_rules(row.json)); }),
                    testing::StartsWith(row.says))
            << row.json;
    }
}

} // namespace

} // namespace referee
