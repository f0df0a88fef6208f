#include "referee/game/settings/synonyms.hpp"

#include <array>

namespace referee {
namespace {

constexpr std::string_view kWholeGame = "milliseconds of each agent for a whole game";
constexpr std::string_view kSeconds = "in seconds: 10+0.1, 40/60+0.6, 1:30+1, inf";
constexpr std::string_view kEachMove = "milliseconds of each agent for a move";
constexpr std::string_view kOwnRestart = "of one agent, before its command: restart=pair";
constexpr std::string_view kAgent = "a command with its own options, e.g. 'minimax --depth 4'";
constexpr std::string_view kOwnOption = "an agent's own options are in its command, e.g. 'mcts --nodes 1000'";
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
    {"st", "move_ms", kEachMove},
    {"time", "time_ms", kWholeGame},
    {"time_control", "tc", kSeconds},
    {"timecontrol", "tc", kSeconds},
    {"movetime", "move_ms", kEachMove},
    {"inc", "inc_ms", ""},
    {"increment", "inc_ms", ""},
    {"timemargin", "margin_ms", ""},
    // how many games
    {"games", "max_games", "games, not pairs; by default the test decides"},
    {"rounds", "max_games", "games, two for each pair; by default the test decides"},
    {"pairs", "max_games", "games, two for each pair; by default the test decides"},
    {"n", "max_games", "games, not pairs; by default the test decides"},
    {"rounds", "games", "games, not pairs"},
    {"pairs", "games", "games, not pairs"},
    {"max_games", "games", ""},
    {"n", "games", ""},
    {"repeat", "repeats", "pairs always swap the seats; this says whether copies of a pair count"},
    {"iterations", "runs", ""},
    {"maxmoves", "turns", "turns of both sides"},
    {"max_moves", "turns", "turns of both sides"},
    {"max_turns", "turns", "turns of both sides"},
    {"draw", "adjudicate", kDraw},
    {"resign", "adjudicate", kResign},
    {"tb", "adjudicate", kTables},
    {"tbpieces", "adjudicate", kTables},
    {"tbignore50", "adjudicate", "tablebase=DIR/ignore50"},
    {"tbadjudicate", "adjudicate", "tablebase=DIR/wins or tablebase=DIR/draws"},
    {"recover", "", kNewProcess},
    {"restart", "agent1", kOwnRestart},
    // agents
    {"engine", "agent1", kAgent},
    {"engine1", "agent1", kAgent},
    {"player1", "agent1", kAgent},
    {"cmd", "agent1", kAgent},
    {"dev", "agent1", kAgent},
    {"engine2", "agent2", kAgent},
    {"player2", "agent2", kAgent},
    {"base", "agent2", kAgent},
    {"each", "", "settings are for both agents; in a configuration an agent may have its own time_ms"},
    {"option", "agent1", kOwnOption},
    {"options", "agent1", kOwnOption},
    {"hash", "agent1", kOwnOption},
    {"depth", "agent1", kOwnOption},
    {"nodes", "agent1", kOwnOption},
    {"engine", "AGENT1", kAgent},
    {"engine1", "AGENT1", kAgent},
    {"engine2", "AGENT2", kAgent},
    {"option", "AGENT1", kOwnOption},
    {"hash", "AGENT1", kOwnOption},
    {"depth", "AGENT1", kOwnOption},
    {"nodes", "AGENT1", kOwnOption},
    // the test
    {"sprt", "elo0", kBounds},
    {"bounds", "elo0", kBounds},
    {"hypotheses", "elo0", kBounds},
    {"elo_model", "model", ""},
    {"ledger", "", kNoLedger},
    {"fdr", "", kNoLedger},
    {"test", "", kNoOtherTest},
    {"statistics", "model", ""},
    {"wins", "wld", "wins, losses and draws: W,L,D"},
    {"losses", "wld", "wins, losses and draws: W,L,D"},
    {"draws", "wld", "wins, losses and draws: W,L,D"},
    {"results", "wld", "wins, losses and draws: W,L,D"},
    {"penta", "ptnml", "pairs by agent 1's points: LL,LD,DD,DW,WW"},
    {"pentanomial", "ptnml", "pairs by agent 1's points: LL,LD,DD,DW,WW"},
    // openings and chance
    {"book", "openings", ""},
    {"opening_book", "openings", ""},
    {"order", "book_order", ""},
    {"srand", "seed", ""},
    {"rng", "seed", ""},
    // machine
    {"j", "concurrency", "games at once"},
    {"jobs", "concurrency", "games at once"},
    {"workers", "concurrency", "games at once"},
    {"parallel", "concurrency", "games at once"},
    {"threads", "threads_per_agent", "cores of each agent; concurrency is how many games are played at once"},
    {"affinity", "pin", ""},
    {"use_affinity", "pin", ""},
    {"cpus", "cores", ""},
    {"memory", "memory_mb", ""},
    {"ram", "memory_mb", ""},
    {"concurrency", "", "games are played one at a time; sprt run plays more at once"},
    // what is written
    {"pgnout", "pgn", "the games as PGN"},
    {"log", "out", "a directory for the whole run"},
    {"output", "out", "a directory for the whole run"},
    {"save", "out", "a directory for the whole run"},
    {"pgnout", "log", "JSON lines"},
    {"pgn", "log", "JSON lines"},
    {"out", "log", "JSON lines"},
    {"output", "log", "JSON lines"},
    {"debug", "trace", "a directory for what is said in each game"},
    {"ratinginterval", "report_every", ""},
    {"outcomeinterval", "report_every", ""},
    {"silent", "quiet", ""},
    {"q", "quiet", ""},
    {"dry_run", "print_config", ""},
    {"position", "fen", ""},
});

constexpr auto kValues = std::to_array<Synonym>({
    {"logistic", "pentanomial", "Elo of the score, logistic, by pairs; trinomial is the same by games"},
    {"elo", "pentanomial", "Elo of the score, logistic, by pairs; trinomial is the same by games"},
    {"pairs", "pentanomial", ""},
    {"ptnml", "pentanomial", ""},
    {"games", "trinomial", ""},
    {"wld", "trinomial", ""},
    {"nelo", "normalized", ""},
    {"bayesian", "bayeselo-true", "as fastchess tests it; bayeselo is on cutechess's scale"},
    {"bayes", "bayeselo-true", "as fastchess tests it; bayeselo is on cutechess's scale"},
    {"true", "on", ""},
    {"yes", "on", ""},
    {"false", "off", ""},
    {"no", "off", ""},
    {"none", "off", ""},
    {"yes", "count", ""},
    {"no", "collapse", ""},
    {"ignore", "collapse", ""},
    {"cpu", "fair", ""},
    {"real", "wall", ""},
    {"improvement", "gain", ""},
    {"stronger", "gain", ""},
    {"regression", "no-regression", ""},
    {"simplification", "no-regression", ""},
    {"connect4", "connect-four", ""},
    {"c4", "connect-four", ""},
    {"four_in_a_row", "connect-four", ""},
    {"ttt", "tic-tac-toe", ""},
    {"noughts_and_crosses", "tic-tac-toe", ""},
    {"standard", "chess", ""},
    {"standard", "orthodox", ""},
    {"fischerandom", "chess960", ""},
    {"frc", "chess960", ""},
    {"960", "chess960", ""},
});

constexpr auto kCommands = std::to_array<Synonym>({
    {"play", "run", "referee play plays single games"},
    {"start", "run", ""},
    {"test", "run", ""},
    {"continue", "resume", ""},
    {"ci", "gate", ""},
    {"elo", "calc", ""},
    {"llr", "calc", ""},
    {"stats", "calc", ""},
    {"cost", "plan", ""},
    {"result", "report", ""},
    {"status", "report", ""},
    {"match", "play", ""},
    {"game", "play", ""},
    {"run", "play", "sprt run plays until a test decides"},
    {"gate", "", "that is a subcommand of sprt"},
    {"calc", "", "that is a subcommand of sprt"},
    {"resume", "", "that is a subcommand of sprt"},
    {"replay", "review", ""},
    {"show", "review", "--show draws the boards"},
    {"check", "review", ""},
    {"verify", "review", ""},
    {"review", "", "that is a subcommand of referee"},
    {"perft", "", "that is a subcommand of referee"},
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
