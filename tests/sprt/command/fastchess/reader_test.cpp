#include "referee/process/program.hpp"
#include "sprt/command/fastchess/words.hpp"
#include "tests/sprt/command/fastchess/calls.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sprt {
namespace {

using referee::testing_support::user_error_text;
using ::testing::HasSubstr;

/// What all matches have.
const std::string kParts[] = {" --agent1 'proto=uci name=a nodes=5 turn_ms=7200000 restart=never a'",
                              " --agent2 'proto=uci name=B nodes=5 turn_ms=7200000 restart=never ./b.exe'",
                              " --repeats count", " --game chess --max-faults none --progress off"};

const std::string kOneAtATime = " --concurrency 1";

/// The command line of ours that `words` behind two engines come to, without what all matches have, and
/// without kOneAtATime.
std::string ours(const std::string& words) {
    std::string text = referee::join_words(call_of(kTwoEngines + words).ours);
    for (const std::string& part : kParts) {
        const std::size_t at = text.find(part);
        if (at == std::string::npos) {
            return text + " lacks" + part;
        }
        text.erase(at, part.size());
    }
    if (text.ends_with(kOneAtATime)) {
        text.resize(text.size() - kOneAtATime.size());
    }
    return text;
}

TEST(FastchessOptions, come_to_a_command_line_of_ours) {
    const struct {
        const char* words;
        const char* ours;
    } cases[] = {
        {"", "match --games 4 --openings start"},
        {"-rounds 100 -games 2 -repeat", "match --games 200 --openings start"},
        {"-rounds 2 -games 100", "match --games 200 --openings start"},
        {"-rounds 1 -games 100", "match --games 100 --openings start"},
        {"-pgnout file=/dev/null -epdout /dev/null", "match --games 4 --openings start"},
        {"-sprt elo0=0 elo1=5 alpha=0.05 beta=0.1", "run --max-games 1000000 --model normalized --elo0 0 "
                                                    "--elo1 5 --alpha 0.05 --beta 0.1 --openings start"},
        {"-sprt elo0=0 elo1=5 -games 2 -repeat",
         "run --max-games 1000000 --model normalized --elo0 0 --elo1 5 --openings start"},
        {"-sprt elo0=0 elo1=5 -games 8",
         "run --max-games 16 --model normalized --elo0 0 --elo1 5 --openings start"},
        {"-sprt elo0=0 elo1=5 model=logistic -rounds 7",
         "run --max-games 14 --model pentanomial --elo0 0 --elo1 5 --openings start"},
        {"-sprt elo0=0 elo1=5 model=logistic -rounds 7 -report penta=false",
         "run --max-games 14 --model trinomial --elo0 0 --elo1 5 --openings start"},
        {"-sprt elo0=0 elo1=5 model=logistic -rounds 7 -output format=cutechess",
         "run --max-games 14 --model trinomial --elo0 0 --elo1 5 --openings start"},
        {"-sprt elo0=0 elo1=5 model=bayesian -rounds 7",
         "run --max-games 14 --model bayeselo-true --elo0 0 --elo1 5 --openings start"},
        {"-variant fischerandom", "match --rules chess960 --games 4 --openings start"},
        {"-variant standard -recover -force-concurrency", "match --games 4 --openings start --no-check"},
        {"-openings file=b.epd", "match --openings ./b.epd --book-order sequential --book-start 1 --games 4"},
        {"-openings file=d/b.pgn format=pgn order=random plies=8 start=3",
         "match --openings d/b.pgn --book-order random --book-plies 8 --book-start 3 --games 4"},
        {"-openings file=d/b.pgn plies=8 policy=default",
         "match --openings d/b.pgn --book-order sequential --book-plies 8 --book-start 1 --games 4"},
        {"-openings file=b.epd format=epd plies=16",
         "match --openings ./b.epd --book-order sequential --book-start 1 --games 4"},
        {"-variant fischerandom -variant standard", "match --games 4 --openings start"},
        {"-openings file=b.pgn plies=2 -openings file=./c.epd",
         "match --openings ./c.epd --book-order sequential --book-start 1 --games 4"},
        {"-openings file=b.pgn plies=-1 -openings file=c.pgn order=random",
         "match --openings ./c.pgn --book-order random --book-start 1 --games 4"},
        {"--openings random:4", "match --openings random:4 --games 4"},
        {"-concurrency 2 -draw score=1 -resign score=3 -concurrency 4 -draw score=2",
         "match --concurrency 4 --adjudicate draw=2/1/move0 --adjudicate resign=3/1/one_sided --games 4 "
         "--adjudicate verify=0 --openings start"},
        {"-srand 7 -concurrency 3", "match --seed 7 --concurrency 3 --games 4 --openings start"},
        {"-resign movecount=3 score=600",
         "match --adjudicate resign=600/3/one_sided --games 4 --adjudicate verify=0 --openings start"},
        {"-resign movecount=3 score=600 twosided=true",
         "match --adjudicate resign=600/3 --games 4 --adjudicate verify=0 --openings start"},
        {"-draw movenumber=34 movecount=8 score=20",
         "match --adjudicate draw=20/8/move34 --games 4 --adjudicate verify=0 --openings start"},
        {"-draw movecount=8 score=20",
         "match --adjudicate draw=20/8/move0 --games 4 --adjudicate verify=0 --openings start"},
        {"-maxmoves 150",
         "match --adjudicate max_turns=300/draw/played --games 4 --adjudicate verify=0 --openings start"},
        {"-tb /t -tbpieces 5 -tbignore50 -tbadjudicate DRAW",
         "match --games 4 --adjudicate tablebase=/t/pieces=5/ignore50/draws --adjudicate verify=0 "
         "--openings start"},
        {"-tb /t -tbpieces 0",
         "match --games 4 --adjudicate tablebase=/t --adjudicate verify=0 --openings start"},
        {"-maxmoves 150 --adjudicate verify=0.5",
         "match --adjudicate max_turns=300/draw/played --adjudicate verify=0.5 --games 4 --openings start"},
        {"--adjudicate resign=600/3", "match --adjudicate resign=600/3 --games 4 --openings start"},
        {"-pgnout file=nowhere/x.pgn",
         "match --pgn nowhere/x.pgn --games 4 --openings start --out nowhere/x.pgn.run"},
        {"-pgnout nowhere/x.pgn min",
         "match --pgn nowhere/x.pgn --pgn-comments none --games 4 --openings start --out nowhere/x.pgn.run"},
        {"-pgnout file=nowhere/x.pgn nodes=true pv=true notation=uci",
         "match --pgn nowhere/x.pgn --pgn-notation uci --pgn-comments nodes,pv --log-pv --games 4 --openings "
         "start --out nowhere/x.pgn.run"},
        {"-pgnout file=nowhere/x.pgn match_line=^info",
         "match --pgn nowhere/x.pgn --pgn-line ^info --games 4 --openings start --out nowhere/x.pgn.run"},
        {R"(-pgnout file=nowhere/x.pgn match_line='\w [[:digit:]] \.\\d' match_line=b|c)",
         R"(match --pgn nowhere/x.pgn --pgn-line '\w [[:digit:]] \.\\d|b|c' --games 4 --openings start )"
         "--out nowhere/x.pgn.run"},
        {"-recover --no-check", "match --no-check --games 4 --openings start"},
        {"-pgnout file=nowhere/x.pgn --out r --clock fair",
         "match --pgn nowhere/x.pgn --out r --clock fair --games 4 --openings start"},
        {"-sprt elo0=0 --elo1 7 --max-games=50 --model bayeselo",
         "run --elo1 7 --max-games=50 --model bayeselo --elo0 0 --openings start"},
        {"-event My event", "match --title 'My event' --games 4 --openings start"},
        {"-use-affinity 0-3,5", "match --cores 0-3,5 --games 4 --openings start"},
        {"-log file=l.txt engine=true", "match --trace l.txt.trace --overwrite --games 4 --openings start"},
        {"-log file=l.txt level=warn -autosaveinterval 5 -wait 100 -show-latency",
         "match --games 4 --openings start"},
    };
    for (const auto& each : cases) {
        EXPECT_EQ(ours(each.words), each.ours) << each.words;
    }
}

TEST(FastchessOptions, flags_of_ours_stand_beside_the_words_and_in_place_of_what_nobody_said) {
    for (const char* const flag : {"--max-faults 3", "--repeats collapse", "--progress=on", "--game chess"}) {
        const std::string line = referee::join_words(call_of(kTwoEngines + flag).ours) + " ";
        const std::string name(flag, std::string_view(flag).find_first_of(" ="));
        EXPECT_EQ(line.find(name + " ") == std::string::npos, name == "--progress") << line;
        EXPECT_EQ(line.find(name + " "), line.rfind(name + " ")) << line;
        EXPECT_THAT(line, HasSubstr(flag));
    }
    for (const auto& [words, error] : std::vector<std::pair<std::string, std::string>>{
             {"-sprt elo0=0 elo1=5 --elo1 7", "'--elo1' is -sprt elo1 here; leave one of them out"},
             {"-rounds 5 --games=10", "'--games' is -rounds here; leave one of them out"},
             {"-rounds 5 -sprt elo0=0 elo1=5 --max-games 50",
              "'--max-games' is -rounds here; leave one of them out"},
             {"--pgn a -pgnout b", "'--pgn' is -pgnout file here; leave one of them out"},
             {"--seed 3 -srand 5", "'--seed' is -srand here; leave one of them out"}}) {
        EXPECT_EQ(refusal(words), error);
    }
}

TEST(FastchessOptions, plies_are_of_openings_whose_content_is_pgn) {
    const referee::testing_support::TemporaryDir dir;
    for (const char* const text :
         {"[Event \"?\"]\n", "\xEF\xBB\xBF[Event \"?\"]\n", "8/8/8/8/8/8/8/K1k5 w - -\n"}) {
        const std::string pgn = dir.file("BOOK.PGN", text).string();
        EXPECT_EQ(ours("-openings format=epd plies=3 file=" + pgn),
                  "match --openings " + pgn + " --book-order sequential " +
                      (text[0] == '8' ? "" : "--book-plies 3 ") + "--book-start 1 --games 4");
    }
}

TEST(FastchessOptions, of_engines_are_settings_of_agents) {
    const struct {
        const char* words;
        std::vector<std::string> agents;
    } cases[] = {
        {"-engine cmd=./a args='--x 1' dir=d option.Hash=16 tc=40/60+0.6s -engine cmd=b plies=3 st=0.05",
         {"proto=uci option.Hash=16 name=a tc=40/60+0.6 restart=never dir=d ./a --x 1",
          "proto=uci name=b st=0.05 depth=3 restart=never b"}},
        {"-engine cmd=a -engine cmd=a -each tc=10+0.1 timemargin=20 restart=on -ping-ms 5 -startup-ms 6 "
         "-ucinewgame-ms 7",
         {"proto=uci name=a tc=10+0.1 margin_ms=20 restart=game ping_ms=5 start_ms=6 newgame_ms=7 a",
          "proto=uci name=a_2 tc=10+0.1 margin_ms=20 restart=game ping_ms=5 start_ms=6 newgame_ms=7 a"}},
        {"-engine cmd=a option.Hash=1 option.A=2 -engine cmd=b -each nodes=9 option.hash=16",
         {"proto=uci option.A=2 option.hash=16 name=a nodes=9 turn_ms=7200000 restart=never a",
          "proto=uci option.hash=16 name=b nodes=9 turn_ms=7200000 restart=never b"}},
        {"-engine cmd=d/eng-1.2 -engine cmd=./eng-1.3.exe -each nodes=9",
         {"proto=uci name=eng-1.2 nodes=9 turn_ms=7200000 restart=never d/eng-1.2",
          "proto=uci name=eng-1.3 nodes=9 turn_ms=7200000 restart=never ./eng-1.3.exe"}},
        {"-engine cmd=a tc=inf/10+0.1 -engine cmd=b tc=infinite/5s",
         {"proto=uci name=a tc=10+0.1 restart=never a", "proto=uci name=b tc=5 restart=never b"}},
        {"-engine cmd=a tc=0+1.5 nodes=0 -engine cmd=b tc=0/10+0.1 st=0 depth=0",
         {"proto=uci name=a tc=1.5+1.5 restart=never a", "proto=uci name=b tc=10+0.1 restart=never b"}},
        {"-engine cmd=a tc=inf nodes=9 -engine cmd=b depth=2 option.A='b c' timemargin=5",
         {"proto=uci name=a tc=inf nodes=9 turn_ms=7200000 restart=never a",
          "proto=uci 'option.A=b c' name=b depth=2 turn_ms=7200000 restart=never b"}},
    };
    for (const auto& each : cases) {
        EXPECT_THAT(call_of(each.words).ours, ::testing::IsSupersetOf(each.agents)) << each.words;
    }
}

TEST(FastchessOptions, play_one_game_at_a_time_unless_they_say_how_many) {
    EXPECT_TRUE(referee::join_words(call_of(kTwoEngines).ours).ends_with(kOneAtATime));
    for (const char* const words : {"-concurrency 3", "--concurrency 3", "--concurrency=3", "--via hub:1"}) {
        EXPECT_FALSE(referee::join_words(call_of(kTwoEngines + words).ours).ends_with(kOneAtATime)) << words;
    }
}

TEST(FastchessOptions, with_three_engines_are_a_tournament) {
    const std::string line = kTwoEngines + "-engine cmd=c -rounds 3 ";
    EXPECT_THAT(
        referee::join_words(call_of(line).ours),
        HasSubstr("restart=never c' --format roundrobin --rounds 3 --openings start --repeats count"));
    EXPECT_THAT(referee::join_words(call_of(line + "-tournament gauntlet -seeds 2").ours),
                HasSubstr("restart=never c' --format gauntlet --seeds 2 --rounds 3 --openings start"));
}

TEST(FastchessOptions, keep_a_run_beside_its_pgn_by_a_new_name) {
    const referee::testing_support::TemporaryDir dir;
    const std::string pgn = (dir.path() / "x.pgn").string();
    for (const char* const name : {"x.pgn.run", "x.pgn.2.run", "x.pgn.3.run"}) {
        EXPECT_THAT(call_of(kTwoEngines + "-pgnout file=" + pgn).ours,
                    ::testing::Contains((dir.path() / name).string()));
        std::filesystem::create_directory(dir.path() / name);
    }
}

TEST(FastchessOptions, that_are_wrong_or_not_done_are_refused_with_what_to_do) {
    const struct {
        const char* words;
        const char* error;
    } cases[] = {
        {"-games 1", "-games 1 is not done here: each opening is played from both sides, otherwise it says "
                     "nothing about the engines; leave it out"},
        {"-rounds 3 -games 4", "-games and -rounds, 3 and 4: each round has two games; give -rounds N alone"},
        {"-config stats=false", "-config: stats=false is not done here: totals without their games cannot be "
                                "checked; begin a new run"},
        {"-rounds 0", "-rounds: '0' must be a whole number from 1"},
        {"-variant atomic", "-variant: 'atomic' must be standard or fischerandom"},
        {"-tournament knockout", "-tournament: 'knockout' must be roundrobin or gauntlet"},
        {"-output format=xml", "-output: format='xml' must be fastchess or cutechess"},
        {"-tbadjudicate WIN", "-tbadjudicate: 'WIN' must be BOTH, WIN_LOSS or DRAW"},
        {"-openings order=random", "-openings has no file; give it file=FILE"},
        {"-openings file=b.epd format=bin", "-openings: format='bin' must be epd or pgn"},
        {"-openings file=b.epd policy=encounter", "-openings: policy='encounter' must be round or default"},
        {"-log level=foo", "-log: level='foo' must be trace, info, warn, err or fatal"},
        {"-pgnout nodes=true", "-pgnout has no file; give it file=FILE"},
        {R"(-pgnout file=x match_line='nodes \d+')",
         R"(-pgnout match_line: '\d' is not known to extended regular expressions; name characters, as [0-9])"},
        {R"(-pgnout file=x match_line='[\w]')",
         R"(-pgnout match_line: '\w' is not known in brackets; name characters, as [0-9])"},
        {"-epdout append=true", "-epdout has no file; give it file=FILE"},
        {"-report penta=yes", "-report: penta='yes' must be true or false"},
        {"-draw score=x", "-draw score: 'x' must be a whole number from 0"},
        {"-openings file=b.epd start=x", "-openings start: 'x' must be a whole number from 1"},
        {"-sprt elo0=0 alpha=x", "-sprt alpha: 'x' must be a number"},
        {"-sprt", "-sprt has no bounds; give it elo0=ELO elo1=ELO"},
        {"-sprt elo0=0 alpha=0.05 beta=0.05", "-sprt has no bounds; give it elo0=ELO elo1=ELO"},
        {"-sprt elo0=0 elo1= alpha=0.05 beta=0.05", "-sprt: elo1= has no value"},
        {"-sprt model=bayes", "-sprt: model='bayes' must be normalized, logistic or bayesian"},
        {"-quick cmd=a", "-quick takes two engines and a book: cmd=A cmd=B book=FILE"},
        {"-engine cmd=c -sprt elo0=0 elo1=5",
         "-sprt is for two engines; leave it out, or all engines but two"},
    };
    for (const auto& each : cases) {
        EXPECT_EQ(refusal(each.words), each.error) << each.words;
    }
    EXPECT_THAT(user_error_text([] { static_cast<void>(call_of("-engine cmd=a tc=1")); }),
                HasSubstr("at least two engines"));
    EXPECT_THAT(user_error_text([] { static_cast<void>(call_of("-engine cmd=a -engine cmd=b tc=inf")); }),
                HasSubstr("engine a has no time control; give it tc=, st=, nodes= or depth="));
}

} // namespace
} // namespace sprt
