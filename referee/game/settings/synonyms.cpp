#include "referee/game/settings/setting.hpp"

#include <array>

namespace referee {
namespace {

constexpr std::string_view kWholeGame = "milliseconds of each agent for a whole game";
constexpr std::string_view kSeconds = "in seconds: 10+0.1, 40/60+0.6, 1:30+1, inf";
constexpr std::string_view kEachMove = "milliseconds of each agent for a move";
constexpr std::string_view kOwnRestart = "it is in an agent's words, before its command: restart=pair";
constexpr std::string_view kAgent = "a command with its own options, e.g. 'minimax --depth 4'";
constexpr std::string_view kOwnOption = "an agent's own options are in its words, e.g. 'proto=uci nodes=1000 "
                                        "option.Hash=16 ./engine' or 'mcts --nodes "
                                        "1000'";
constexpr std::string_view kOwnName = "it is in an agent's words, e.g. 'proto=uci name=new ./engine'";
constexpr std::string_view kOwnTimes =
    "it is in an agent's words: start_ms=, newgame_ms= or ping_ms= before the command";
constexpr std::string_view kArguments = "arguments stand behind the command: 'proto=uci ./engine --bench'";
constexpr std::string_view kOwnBook =
    "a book of its own is an option of an engine; openings of the run: --openings FILE";
constexpr std::string_view kBothSides =
    "each opening is played from both sides, otherwise it says nothing about the agents; leave it out";
constexpr std::string_view kTwoN = "2N for -rounds N: each opening has two games";
constexpr std::string_view kMany = "many agents are for sprt tournament --agent A --agent B --agent C";
constexpr std::string_view kBounds = "elo0 and elo1 are the bounds, alpha and beta the error rates";
constexpr std::string_view kResign = "resign=SCORE/MOVES, e.g. resign=600/3/one_sided";
constexpr std::string_view kDraw = "draw=SCORE/MOVES/moveN, e.g. draw=20/8/move34 in chess";
constexpr std::string_view kTables = "tablebase=DIR, e.g. tablebase=/srv/syzygy/pieces=5";
constexpr std::string_view kNewProcess = "an agent that died is started anew";

constexpr std::string_view kNoLedger =
    "version 0.1.0 was the last one with a ledger of gates; where many are gated take a smaller --alpha";

constexpr std::string_view kNoOtherTest =
    "version 0.1.0 was the last one with a 2-SPRT; the test is always an SPRT";

constexpr auto kSettings = std::to_array<Synonym>({
    // time
    {"st movetime", "move_ms", kEachMove},
    {"time", "time_ms", kWholeGame},
    {"time_control timecontrol", "tc", kSeconds},
    {"inc increment", "inc_ms", ""},
    {"timemargin", "margin_ms", ""},
    // how many games
    {"games n", "max_games", "games, not pairs; by default the test decides"},
    {"rounds pairs", "max_games", "games, two for each pair; by default the test decides"},
    {"rounds pairs", "games", "games, not pairs"},
    {"max_games n", "games", ""},
    {"games", "rounds", "in each round all pairs of agents play two games"},
    {"-games", "max_games", kTwoN},
    {"-games", "games", kTwoN},
    {"repeat", "", "leave it out: each opening is always played from both sides"},
    {"noswap reverse", "", kBothSides},
    {"wait -wait", "", "leave it out: a game begins when a core is free"},
    {"quick", "", "give --agent1, --agent2, --tc and --openings"},
    {"tournament", "format", "roundrobin, gauntlet or ladder"},
    {"tournament seeds", "", kMany},
    {"iterations", "runs", ""},
    {"maxmoves max_moves max_turns", "turns", "turns of both sides"},
    {"draw", "adjudicate", kDraw},
    {"resign", "adjudicate", kResign},
    {"-maxmoves", "adjudicate", "max_turns=2N/draw/played"},
    {"tb tbpieces", "adjudicate", kTables},
    {"tbignore50", "adjudicate", "tablebase=DIR/ignore50"},
    {"tbadjudicate", "adjudicate", "tablebase=DIR/wins or tablebase=DIR/draws"},
    {"recover", "", kNewProcess},
    {"restart", "", kOwnRestart},
    {"strict", "max_faults", "0 ends the run at the first fault"},
    // agents
    {"engine engine1 player1 cmd dev fcp", "agent1", kAgent},
    {"engine2 player2 base scp", "agent2", kAgent},
    {"engine cmd", "agent", kAgent},
    {"cmd", "", "the command stands behind the settings: 'proto=uci tc=10+0.1 ./engine'"},
    {"each", "",
     "flags such as --tc 10+0.1 are for all agents; of one: --agent1 'proto=uci tc=10+0.1 ./engine'"},
    {"hash", "option.NAME", "option.Hash=16"},
    {"threads", "option.NAME", "option.Threads=2"},
    {"tbpath", "option.NAME", "option.SyzygyPath=DIR"},
    {"plies", "depth", ""},
    {"ponder", "", "agents do not think while their rival moves"},
    {"startup_ms", "start_ms", ""},
    {"ucinewgame_ms", "newgame_ms", ""},
    {"startup_ms ucinewgame_ms ping_ms tscale", "", kOwnTimes},
    {"args arg", "", kArguments},
    {"initstr", "init", ""},
    {"initstr", "", "it is in an agent's words: init=LINE before the command"},
    {"conf", "", "an engine that is named in the file of --engines is the agent @NAME"},
    {"trust", "", "leave it out: an agent cannot claim a result"},
    {"stderr", "", "leave it out: what an agent writes there is kept; --stderr-kb says how much"},
    {"name", "", kOwnName},
    {"option options hash depth nodes", "", kOwnOption},
    {"compliance", "", "run: referee check 'proto=uci ./engine'"},
    {"engine engine1", "AGENT1", kAgent},
    {"engine2", "AGENT2", kAgent},
    {"option hash depth nodes", "AGENT1", kOwnOption},
    // the test
    {"sprt bounds hypotheses", "elo0", kBounds},
    {"sprt", "", "a test is played by sprt run and sprt gate"},
    {"elo_model statistics", "model", ""},
    {"ledger fdr", "", kNoLedger},
    {"test", "", kNoOtherTest},
    {"wins losses draws results", "wld", "wins, losses and draws: W,L,D"},
    {"penta pentanomial", "ptnml", "pairs by agent 1's points: LL,LD,DD,DW,WW"},
    // openings and chance
    {"book opening_book", "openings", ""},
    {"-openings", "openings",
     "the file alone; beside it --book-order random, --book-start N, --book-plies N"},
    {"bookdepth", "book_plies", ""},
    {"bookmode", "", "leave it out: books are FEN, EPD or PGN"},
    {"bookdepth book", "", kOwnBook},
    {"variant", "rules", "chess960 for fischerandom; --game names another game"},
    {"variants", "game", "--help lists them"},
    {"protocols", "", "proto= of an agent is native, uai or uci"},
    {"order", "book_order", ""},
    {"srand rng", "seed", ""},
    // machine
    {"j jobs workers parallel", "concurrency", "games at once"},
    {"threads", "threads_per_agent", "cores of each agent; concurrency is how many games are played at once"},
    {"affinity use_affinity", "pin", ""},
    {"cpus", "cores", ""},
    {"memory ram", "memory_mb", ""},
    {"force_concurrency", "", "leave it out: more games than cores are played, with a warning"},
    {"concurrency", "", "games are played one at a time; sprt run plays more at once"},
    // what is written
    {"pgnout", "pgn", "the games as PGN"},
    {"-pgnout", "pgn", "the file alone; beside it --pgn-notation and --pgn-comments"},
    {"epdout", "", "after the run: sprt export DIR --format epd"},
    {"crc32", "", "leave it out; crc32 FILE says it of the file of --pgn"},
    {"event", "title", ""},
    {"-log debug", "trace", "a directory for what is said in each game"},
    {"-output", "", "leave it out; programs read sprt report DIR --json"},
    {"report", "", "leave it out: counts of games and of pairs are both shown"},
    {"-config", "", "--out DIR keeps a run, and sprt resume DIR resumes it"},
    {"autosaveinterval", "", "leave it out: --out DIR keeps each game as it is counted"},
    {"testenv silent q", "quiet", ""},
    {"resultformat", "", "sprt report DIR --json has all figures"},
    {"check_mate_pvs", "", "leave it out: bad_pv and bad_mate in a game's line count such lines"},
    {"show_latency", "", "leave it out: sprt report DIR says it"},
    {"log output save", "out", "a directory for a run, a file for a page"},
    {"pgnout pgn out output", "log", "JSON lines"},
    {"ratinginterval scoreinterval outcomeinterval", "report_every", ""},
    {"dry_run", "print_config", ""},
    {"position", "fen", ""},
});

constexpr auto kValues = std::to_array<Synonym>({
    {"logistic elo", "pentanomial", "Elo of the score, logistic, by pairs; trinomial is the same by games"},
    {"pairs ptnml", "pentanomial", ""},
    {"games wld", "trinomial", ""},
    {"nelo", "normalized", ""},
    {"bayesian bayes", "bayeselo-true", "as fastchess tests it; bayeselo is on cutechess's scale"},
    {"on", "game", "its process ends after each game"},
    {"off", "never", ""},
    {"true yes", "on", ""},
    {"false no none", "off", ""},
    {"yes", "count", ""},
    {"no ignore", "collapse", ""},
    {"cpu", "fair", ""},
    {"real", "wall", ""},
    {"improvement stronger", "gain", ""},
    {"regression simplification", "no-regression", ""},
    {"connect4 c4 four_in_a_row", "connect-four", ""},
    {"ttt noughts_and_crosses", "tic-tac-toe", ""},
    {"standard", "chess", ""},
    {"standard", "orthodox", ""},
    {"fischerandom frc 960", "chess960", ""},
});

constexpr auto kCommands = std::to_array<Synonym>({
    {"play", "run", "referee play plays single games"},
    {"start test", "run", ""},
    {"continue", "resume", ""},
    {"ci", "gate", ""},
    {"elo llr stats", "calc", ""},
    {"cost", "plan", ""},
    {"result status", "report", ""},
    {"match game", "play", ""},
    {"run", "play", "sprt run plays until a test decides"},
    {"gate calc resume", "", "that is a subcommand of sprt"},
    {"replay check verify", "review", ""},
    {"show", "review", "--show draws the boards"},
    {"review perft", "", "that is a subcommand of referee"},
    {"replay", "", "referee review replays a log"},
    {"show", "", "referee review --show draws the boards of a log"},
    {"count", "perft", ""},
});

} // namespace

std::span<const Synonym> setting_synonyms() noexcept {
    return kSettings;
}

std::span<const Synonym> value_synonyms() noexcept {
    return kValues;
}

std::span<const Synonym> command_synonyms() noexcept {
    return kCommands;
}

} // namespace referee
