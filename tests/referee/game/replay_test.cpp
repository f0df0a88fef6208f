#include "referee/base/user_error.hpp"
#include "referee/game/adjudication/adjudication.hpp"
#include "referee/game/game_text.hpp"
#include "referee/game/replay.hpp"
#include "referee/game/review/review.hpp"
#include "tests/referee/game/ended_games.hpp"
#include "tests/referee/game/play_scene.hpp"
#include "tests/referee/game/playouts.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {

using namespace ataxx;
namespace {

using namespace std::chrono_literals;
using namespace testing_support;

/// The first `opening` moves as an opening, the others played.
GameRecord replayed_record(const std::vector<MoveNumbers>& moves, std::size_t opening = 0) {
    GameRecord record;
    for (const MoveNumbers& move : moves) {
        if (record.opening.size() < opening) {
            record.opening.push_back(move);
        } else {
            record.moves.push_back({move, 5us});
        }
    }
    return record;
}

/// A ReplayedTurn that may be kept.
struct SeenTurn {
    Board before;
    MoveNumbers move;
    Course after;
    std::optional<std::chrono::nanoseconds> took;
};

std::vector<SeenTurn> turns_of(const GameRecord& record, Replayed& result) {
    std::vector<SeenTurn> turns;
    result = replay(record, [&](const ReplayedTurn& turn) {
        turns.push_back({turn.before, turn.move, turn.after, turn.took});
    });
    return turns;
}

TEST(Replay, visits_every_turn_of_a_game) {
    const auto moves = random_playout(7);
    Replayed result{Course(Board(Game::Ataxx)), {}};
    const auto turns = turns_of(replayed_record(moves, 4), result);
    ASSERT_EQ(turns.size(), moves.size());
    Board position(Game::Ataxx);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        EXPECT_EQ(turns[i].after.turns(), static_cast<int>(i) + 1);
        EXPECT_EQ(turns[i].before, position);
        EXPECT_EQ(turns[i].move, moves[i]);
        position = position.after(moves[i]).value();
        EXPECT_EQ(turns[i].after.board(), position);
        EXPECT_EQ(turns[i].took.has_value(), i >= 4) << "an opening takes no time";
    }
    EXPECT_EQ(result.last.board(), position);
    EXPECT_EQ(result.difference, std::nullopt);
}

TEST(Replay, stops_at_an_illegal_move_and_names_it) {
    struct Row {
        MoveNumbers third;
        std::size_t opening;
        const char* difference;
    };
    const Row rows[] = {
        {{4, 4, 5, 5}, 0, "turn 3: move 4 4 5 5 is illegal"},
        {{1, 1, 1, 8}, 0, "turn 3: move 1 1 1 8 is illegal"},
        {{-1, -1, -1, -1}, 0, "turn 3: move -1 -1 -1 -1 is illegal"},
        {{4, 4, 5, 5}, 3, "turn 3: opening move 4 4 5 5 is illegal"},
    };
    const std::vector<MoveNumbers> two{MoveNumbers{1, 1, 2, 2}, MoveNumbers{1, 7, 2, 6}};
    for (const Row& row : rows) {
        GameRecord record = replayed_record({two[0], two[1], MoveNumbers{2, 2, 3, 3}}, row.opening);
        (row.opening > 0 ? record.opening[2] : record.moves[2].numbers) = row.third;
        Replayed result{Course(Board(Game::Ataxx)), {}};
        EXPECT_EQ(turns_of(record, result).size(), 2U);
        EXPECT_EQ(result.last.board(), board_after(two));
        EXPECT_EQ(result.difference, row.difference);
    }
}

TEST(Replay, stops_where_the_board_ended_the_game) {
    std::vector<MoveNumbers> moves = kAnnihilation;
    moves.push_back(MoveNumbers{4, 4, 5, 5});
    Replayed result{Course(Board(Game::Ataxx)), {}};
    EXPECT_EQ(turns_of(replayed_record(moves), result).size(), kAnnihilation.size());
    EXPECT_EQ(result.difference, "turn 6: the game was over before it (annihilation)");

    GameRecord record = replayed_record(random_playout(1));
    record.turn_limit = 10;
    EXPECT_EQ(turns_of(record, result).size(), 10U);
    EXPECT_EQ(result.difference, "turn 11: the game was over before it (turn_limit)");
}

} // namespace

// Games that rules of adjudication end, from the first turn to the line in the log and its review.

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<MoveNumbers> kGame = random_playout(5);

Adjudication with(const std::vector<std::string>& flags) {
    Adjudication rules;
    for (const std::string& flag : flags) {
        set_rule(rules, flag);
    }
    return rules;
}

/// kGame, as far as `rules` let it be played.
GameRecord played_with(const Adjudication& rules, bool is_verified = false, Player first = Player::Agent1) {
    FakeAgents agents;
    script(agents, kGame, std::chrono::microseconds(3));
    Job job;
    job.first = first;
    job.limits.adjudication = rules;
    job.is_verified = is_verified;
    return play(job, agents);
}

/// The line of `record`, read again.
GameRecord reread(const GameRecord& record) {
    std::vector<std::string> unknown;
    const GameRecord read = parse_record(to_json_line(record), &unknown);
    EXPECT_THAT(unknown, IsEmpty());
    EXPECT_EQ(read.adjudication, record.adjudication);
    EXPECT_EQ(read.would_adjudicate, record.would_adjudicate);
    return read;
}

TEST(RuledGame, ends_before_the_turn_at_which_the_rule_holds) {
    for (const Player first : kPlayers) {
        const GameRecord record = played_with(with({"max_turns=7"}), false, first);
        EXPECT_EQ(record.turns, 7U);
        EXPECT_EQ(record.termination, Termination::Adjudicated);
        EXPECT_EQ(record.adjudication, AdjudicationRule::MaxTurns);
        EXPECT_EQ(record.winner, Winner::Draw);
        EXPECT_FALSE(record.would_adjudicate);
        EXPECT_FALSE(record.fault);
        EXPECT_THAT(differences(reread(record)), IsEmpty());
        EXPECT_THAT(to_json_line(record),
                    HasSubstr(R"("termination":"adjudicated","adjudication":"max_turns","fault":null)"));
        EXPECT_THAT(game_line(record), testing::EndsWith("| adjudicated (max_turns)"));
    }
}

TEST(RuledGame, winner_is_the_agent_of_the_side_that_wins) {
    const Adjudication rules = with({"max_turns=30/stones"});
    for (const Player first : kPlayers) {
        const GameRecord record = played_with(rules, false, first);
        const Side leads = leader(board_after({kGame.begin(), kGame.begin() + 30})).value();
        EXPECT_EQ(record.winner, winner_is(player_of(leads, first)));
        EXPECT_THAT(differences(reread(record)), IsEmpty());
    }
}

TEST(RuledGame, both_agents_have_heard_of_all_moves) {
    FakeAgents agents;
    script(agents, kGame);
    Job job;
    job.limits.adjudication = with({"max_turns=7"});
    static_cast<void>(play(job, agents));
    ASSERT_EQ(agents.last_words.size(), 1U);
    EXPECT_EQ(agents.last_words[0].first, "FINISH\n");
    EXPECT_THAT(agents.last_words[0].second, testing::MatchesRegex("OPP .*\nFINISH\n"));
}

TEST(RuledGame, verified_game_is_played_to_its_end_and_says_what_would_have_ended_it) {
    const GameRecord record = played_with(with({"max_turns=7"}), true);
    EXPECT_EQ(record.turns, kGame.size());
    EXPECT_TRUE(ending_by(record.termination).is_by_board());
    EXPECT_EQ(record.would_adjudicate, (RuledTurn{AdjudicationRule::MaxTurns, 7, Winner::Draw}));
    EXPECT_FALSE(record.adjudication);
    EXPECT_THAT(to_json_line(record),
                HasSubstr(R"(,"would_adjudicate":{"rule":"max_turns","turn":7,"result":0},)"));
    EXPECT_THAT(differences(reread(record)), IsEmpty());
}

TEST(RuledGame, nothing_is_adjudicated_without_rules) {
    for (const bool is_verified : {false, true}) {
        const GameRecord record = played_with({}, is_verified);
        EXPECT_EQ(record.turns, kGame.size());
        EXPECT_FALSE(record.adjudication || record.would_adjudicate);
        EXPECT_EQ(to_json_line(record).find("adjudic"), std::string::npos);
    }
}

TEST(RuledGame, board_and_faults_come_before_rules) {
    const Adjudication at_the_end = with({"max_turns=" + std::to_string(kGame.size())});
    EXPECT_TRUE(ending_by(played_with(at_the_end).termination).is_by_board());
    FakeAgents agents;
    script(agents, {kGame[0], kGame[1]});
    agents.answers.push_back({kGone});
    Job job;
    job.limits.adjudication = with({"max_turns=3"});
    const GameRecord record = play(job, agents);
    EXPECT_EQ(record.termination, Termination::Crashed);
    EXPECT_FALSE(record.adjudication);
}

TEST(RuledGame, first_ruling_of_a_whole_game_is_that_of_the_game_that_was_cut_short) {
    const GameRecord whole = played_with({});
    for (const char* const rule : {"max_turns=7", "max_turns=30/stones", "material=3/2", "material=8/1",
                                   "material=20/4", "material=1/12", "fill=true"}) {
        const Adjudication rules = with({rule});
        const auto ruled = first_ruling(rules, whole);
        const GameRecord cut = played_with(rules);
        const GameRecord verified = played_with(rules, true);
        EXPECT_EQ(verified.would_adjudicate, ruled) << rule;
        EXPECT_EQ(cut.adjudication.has_value(), ruled.has_value()) << rule;
        if (ruled) {
            EXPECT_EQ(ruled, (RuledTurn{*cut.adjudication, cut.turns, *cut.winner})) << rule;
            EXPECT_EQ(first_ruling(rules, reread(cut)), ruled) << rule;
        }
    }
    EXPECT_TRUE(first_ruling(with({"material=3/2"}), whole)) << "the comparison is of something";
}

/// kGame cut short after `turns` turns, as if `rule` had ended it.
GameRecord cut_by(AdjudicationRule rule, std::size_t turns, Winner winner) {
    GameRecord record = record_of({kGame.begin(), kGame.begin() + static_cast<std::ptrdiff_t>(turns)});
    record.termination = Termination::Adjudicated;
    record.adjudication = rule;
    record.winner = winner;
    record.search.resize(turns);
    return record;
}

void tell(GameRecord& record, std::size_t move, engine::Score score) {
    record.search[move].score = score;
}

TEST(RuledGame, review_finds_what_no_bounds_can_explain) {
    EXPECT_THAT(differences(cut_by(AdjudicationRule::MaxTurns, 30, Winner::Draw)), IsEmpty());
    EXPECT_THAT(
        differences(cut_by(AdjudicationRule::Fill, 30, Winner::Agent1)),
        ElementsAre("fill ends it after turn 30, where it is not proved that a side fills the board"));
    EXPECT_THAT(differences(cut_by(AdjudicationRule::Material, 0, Winner::Agent1)),
                ElementsAre("material ends it after turn 0, where no side leads"));
    const Side leads = leader(board_after({kGame.begin(), kGame.begin() + 30})).value();
    const Winner right = winner_is(player_of(leads, Player::Agent1));
    const Winner wrong = winner_is(player_of(opponent(leads), Player::Agent1));
    for (const AdjudicationRule rule : {AdjudicationRule::Material, AdjudicationRule::MaxTurns}) {
        EXPECT_THAT(differences(cut_by(rule, 30, right)), IsEmpty());
        EXPECT_THAT(differences(cut_by(rule, 30, wrong)), ElementsAre(HasSubstr("winner by ")));
    }
    EXPECT_THAT(differences(cut_by(AdjudicationRule::Material, 30, Winner::Draw)),
                ElementsAre(HasSubstr("is 0, but")));
}

TEST(RuledGame, review_finds_scores_that_no_bounds_can_explain) {
    const engine::Score lost{.value = -1, .is_mate = false};
    const engine::Score even{.value = 0, .is_mate = false};
    const engine::Score mated{.value = 0, .is_mate = true};
    GameRecord resigned = cut_by(AdjudicationRule::Resign, 4, Winner::Agent2);
    EXPECT_THAT(differences(resigned),
                ElementsAre("agent 1 loses by resign, but its last score is not below 0"));
    tell(resigned, 0, lost);
    EXPECT_EQ(differences(resigned).size(), 1U) << "its last score is that of move 2";
    for (const auto& [score, is_right] :
         {std::pair(lost, true), std::pair(even, false), std::pair(mated, true)}) {
        tell(resigned, 2, score);
        EXPECT_EQ(differences(resigned).empty(), is_right);
    }
    resigned.winner = Winner::Draw;
    EXPECT_THAT(differences(resigned), ElementsAre("winner by resign is 0, but one side wins by it"));

    GameRecord drawn = cut_by(AdjudicationRule::Draw, 4, Winner::Draw);
    tell(drawn, 2, lost);
    EXPECT_THAT(differences(drawn), ElementsAre("it is a draw by draw, but agent 2 last told no score"));
    tell(drawn, 3, mated);
    EXPECT_THAT(differences(drawn), ElementsAre("it is a draw by draw, but agent 2 last told a mate"));
    tell(drawn, 3, even);
    EXPECT_THAT(differences(drawn), IsEmpty());
    drawn.winner = Winner::Agent1;
    EXPECT_THAT(differences(drawn), ElementsAre("winner by draw is 1, but it is 0"));
}

TEST(RuledGame, scores_after_the_turn_do_not_count) {
    GameRecord verified = record_of(kGame);
    verified.search.resize(kGame.size());
    verified.would_adjudicate = RuledTurn{AdjudicationRule::Resign, 4, Winner::Agent2};
    tell(verified, 2, {.value = -5, .is_mate = false});
    tell(verified, 4, {.value = 5, .is_mate = false});
    EXPECT_THAT(differences(verified), IsEmpty());
    verified.would_adjudicate->turn = 5;
    EXPECT_THAT(differences(verified),
                ElementsAre("agent 1 loses by resign, but its last score is not below 0"));
}

TEST(RuledGame, review_finds_fields_that_do_not_go_together) {
    GameRecord record = cut_by(AdjudicationRule::MaxTurns, 30, Winner::Draw);
    record.adjudication.reset();
    EXPECT_THAT(differences(record),
                ElementsAre("adjudication is not given, which does not go with adjudicated"));
    record = cut_by(AdjudicationRule::MaxTurns, 30, Winner::Draw);
    record.would_adjudicate = RuledTurn{AdjudicationRule::MaxTurns, 20, Winner::Draw};
    EXPECT_THAT(differences(record), ElementsAre("would_adjudicate is given, but the game was adjudicated"));
    record = cut_by(AdjudicationRule::MaxTurns, 30, Winner::Draw);
    record.winner.reset();
    EXPECT_THAT(differences(record), ElementsAre("winner is null, but an adjudicated game has a result"));
    record = record_of(kGame);
    record.adjudication = AdjudicationRule::Fill;
    EXPECT_THAT(differences(record),
                ElementsAre(testing::StartsWith("adjudication is fill, which does not go with")));
    record = record_of(kGame);
    record.would_adjudicate = RuledTurn{AdjudicationRule::MaxTurns, kGame.size() + 1, Winner::Draw};
    EXPECT_THAT(differences(record), ElementsAre(HasSubstr("and the agents' turns are 1 to")));
    record.would_adjudicate->turn = kGame.size();
    EXPECT_THAT(differences(record), ElementsAre(HasSubstr("but the board had ended the game: ")));
    record.would_adjudicate->turn = 5;
    EXPECT_THAT(differences(record), IsEmpty());
    EXPECT_THAT(differences(cut_by(AdjudicationRule::MaxTurns, kGame.size(), Winner::Draw)),
                ElementsAre(HasSubstr("but the board had ended the game")));
}

TEST(RuledGame, wrong_fields_of_a_line_are_named) {
    const std::string line = to_json_line(played_with(with({"max_turns=7"}), true));
    const auto refused = [&](const std::string& from, const std::string& to) {
        std::string changed = line;
        changed.replace(changed.find(from), from.size(), to);
        return user_error_text([&] { static_cast<void>(parse_record(changed)); });
    };
    EXPECT_THAT(refused(R"("rule":"max_turns")", R"("rule":"turns")"),
                testing::StartsWith("/would_adjudicate/rule is \"turns\"; it must be the name of a rule"));
    EXPECT_THAT(refused(R"("turn":7)", R"("turn":-7)"), HasSubstr("/would_adjudicate/turn"));
    EXPECT_THAT(refused(R"("result":0)", R"("result":3)"), HasSubstr("/would_adjudicate/result"));
    std::vector<std::string> unknown;
    std::string more = line;
    more.replace(more.find(R"("turn":7)"), 8, R"("turn":7,"why":1)");
    static_cast<void>(parse_record(more, &unknown));
    EXPECT_THAT(unknown, ElementsAre("/would_adjudicate/why"));
}

} // namespace

} // namespace referee
