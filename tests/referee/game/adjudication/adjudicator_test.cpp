#include "referee/game/adjudication/adjudication_text.hpp"
#include "referee/game/adjudication/adjudicator.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace referee {
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

uai::Score cp(int value) {
    return {.value = value, .is_mate = false};
}
uai::Score mate(int moves) {
    return {.value = moves, .is_mate = true};
}

using Told = std::optional<uai::Score>;

/// Follows a game in which the sides move in turn, First begins, and says what ends it after each move.
class Follower {
  public:
    explicit Follower(const std::string& rule, Player first = Player::Agent1, int turn_limit = 400)
        : adjudicator_(rules(rule), first, turn_limit) {}

    std::optional<Ruling> move(const Board& after, const Told& score = {}) {
        board_ = after;
        adjudicator_.moved(mover_, after, score);
        mover_ = opponent(mover_);
        return now(++turns_);
    }
    std::optional<Ruling> move(const Told& score) { return move(board_, score); }
    [[nodiscard]] std::optional<Ruling> now(int turns) const { return adjudicator_.ruling(board_, turns); }

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
        return adjudicator.ruling(filled, 2).value().rule;
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
} // namespace referee
