#include "sprt/command/command_line.hpp"

#include "referee/base/call.hpp"
#include "referee/command/parser.hpp"
#include "sprt/session/session.hpp"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <utility>

namespace sprt {
namespace {

using referee::ExitStatus;

constexpr referee::Example kExamples[] = {
    {"", "sprt run configs/minimax-vs-greedy.json", "play until the test decides"},
    {"", "sprt plan --elo0 0 --elo1 10", "how many games that takes"},
    {"", "sprt help run", "the flags of a subcommand, as sprt run --help"},
    {"run", "sprt run 'minimax --depth 3' 'minimax --depth 2' --out runs/depth3",
     "is depth 3 stronger? The run is kept in runs/depth3"},
    {"run", "sprt run configs/article.json --concurrency 2 --seed 1", "flags override the configuration"},
    {"run", "sprt run configs/article.json --max-games 100 --print-config",
     "show all settings, play nothing"},
    {"run", "sprt gate configs/article.json",
     "for scripts: the exit status is the verdict; that of run is 0 for H1, H0 and no decision"},
    {"match", "sprt match alphabeta minimax --games 200 --out runs/ab",
     "how much stronger is alphabeta? 100 openings, each from both sides"},
    {"match", "sprt resume runs/ab --games 400", "play on; the interval is then the one for any time"},
    {"match", "sprt gate alphabeta minimax",
     "for scripts: a test whose exit status is the verdict; that of match is 0 for any result"},
    {"tune", "sprt tune --agent 'pvs --tempo {tempo}' --param tempo=10:0:40 --games 4000 --out runs/tempo",
     "a whole number from 0 to 40, which begins at 10"},
    {"tune", "sprt tune --agent 'proto=uci nodes=5000 ./engine' --param 'Futility=120:0:300' --games 20000",
     "an option of an engine; --param again for each other one"},
    {"gate", "sprt gate pvs alphabeta --expect no-regression --junit gate.xml",
     "status 0 when agent 1 is not weaker; the report is for CI"},
    {"gate", "sprt gate configs/article.json --max-games 2000", "status 5 when 2000 games do not decide"},
    {"tournament",
     "sprt tournament --agent pvs --agent alphabeta --agent greedy --rounds 20 --out runs/three",
     "a table of three agents; each round all meet all, from one opening"},
    {"resume", "sprt resume runs/three --rounds 30 --add minimax",
     "a tournament goes on with more rounds and one more agent"},
    {"resume", "sprt resume runs/depth3", "play on after a signal, a crash or a full disk"},
    {"report", "sprt report runs/depth3", "what the games come to"},
    {"report", "sprt report runs/three --csv three.csv --without greedy",
     "of a tournament: its table, and its pairings as a file"},
    {"report", "sprt report runs/depth3 --json --markdown summary.md",
     "the same for programs and for people"},
    {"page", "sprt page runs/depth3", "write runs/depth3/page.html: the run in one file, for a browser"},
    {"page", "sprt page runs/depth3 --out depth3.html --stderr-kb 64",
     "the same elsewhere, with all of the agents' standard error"},
    {"serve", "sprt serve runs/depth3", "follow a run in a browser while it is played"},
    {"serve", "sprt serve runs --port 0 --open", "a list of all runs in a directory, on a free port"},
    {"hub", "sprt hub hub", "a server for this machine, with an invitation to a worker and to a coordinator"},
    {"hub",
     "sprt hub club --listen 0.0.0.0:4322 --public hub.example --invite ann:coordinator --invite big-machine",
     "one that others reach, encrypted"},
    {"hub", "sprt hub club --invite bob:volunteer --revoke big-machine",
     "change who may come, also while it runs"},
    {"worker", "sprt worker hub/invitations/worker.json", "play games of all runs that are offered there"},
    {"worker", "sprt worker nats://hub.example:4322 --cores 0-5 --once",
     "by a URL; on some cores, until the first run has ended"},
    {"worker", "sprt worker hub/invitations/worker.json --measure",
     "how fast this machine is, for reference_speed"},
    {"status", "sprt status hub/invitations/eye.json", "the runs that are offered there"},
    {"status", "sprt status hub/invitations/eye.json --follow --json",
     "what becomes of them and of their workers, for programs"},
    {"export", "sprt export runs/depth3 --format pgn --output depth3.pgn", "the games for other programs"},
    {"export", "sprt export runs/depth3 --format csv", "a line a game"},
    {"adjudicate", "sprt adjudicate runs/depth3 --adjudicate material=20/4 --adjudicate fill=true",
     "how many games two rules would have ended, and which results they would have changed"},
    {"fastchess",
     "sprt fastchess -engine cmd=new -engine cmd=base -each tc=10+0.1 -sprt elo0=0 elo1=5 alpha=0.05 "
     "beta=0.05 -openings file=book.epd order=random -repeat -pgnout file=games.pgn",
     "plays as fastchess does, and keeps the run in games.pgn.run"},
    {"calc", "sprt calc --elo0 0 --elo1 50 --wld 143,143,0", "what wins, losses and draws mean"},
    {"calc", "sprt calc --elo0 0 --elo1 10 --ptnml 16,15,38,19,12",
     "the same for pairs of games by agent 1's points"},
    {"plan", "sprt plan --elo0 0 --elo1 10 --draws 0.1",
     "the games that a test takes when a tenth are drawn"},
    {"plan", "sprt plan --elo0 0 --elo1 50 --max-games 500", "how often 500 games do not decide"},
    {"rate", "sprt rate configs/tournaments/counts.json",
     "a table of ratings with what is certain about them"},
    {"rate", "sprt rate configs/tournaments/counts.json --anchor greedy=1000 --json",
     "ratings relative to an agent's, and all errors, for programs"},
    {"simulate", "sprt simulate --elo1 50 --true-elo 25 --runs 1000", "a thousand runs, half way between"},
    {"simulate", "sprt simulate configs/article.json --true-elo 0 --runs 1000", "the error rate of a run"},
    {"simulate", "sprt simulate --tune 2,10 --games 5000,20000 --runs 100",
     "what tunings find, by parameters and games"},
};

/// The parser of the command line, and the flags of every command.
class CommandLine {
  public:
    CommandLine() {
        app_.set_version_flag("--version", std::string("sprt ") + REFEREE_VERSION);
        app_.require_subcommand(0, 1);
        add<RunFlags>("run", "Play until the test decides");
        add<RunFlags>("match", "Play a number of games and estimate, with no test", {.kind = RunKind::Match});
        add<RunFlags>("tune", "Find better numbers for an engine by playing, and measure the gain",
                      {.kind = RunKind::Tune});
        add<RunFlags>("tournament", "Many agents play each other, for a table of ratings",
                      {.kind = RunKind::Tournament});
        add<CalcFlags>("calc", "What counts mean, with no game played");
        add<PlanFlags>("plan", "What a test will cost, with no game played");
        add<RateFlags>("rate", "Ratings of many agents from counts, with no game played");
        add<GateFlags>("gate", "Like run, for CI: the exit status is the verdict");
        add<ResumeRequest>("resume", "Go on with a run that was stopped");
        add<ReportFlags>("report", "What a run came to, computed anew from its directory");
        add<PageFlags>("page", "A run or tournament as one HTML file, which replays its games");
        add<ServeFlags>("serve", "Runs in a browser, also while they are played");
        add<WorkerFlags>("worker", "Play games of runs that are on other machines");
        add<HubFlags>("hub", "A server for runs over many machines, and invitations to it");
        add<StatusFlags>("status", "The runs that workers play, and their workers");
        add<AdjudicateFlags>("adjudicate", "What rules that end games early would have made of a run");
        add<ExportFlags>("export", "The games of a run, for other programs");
        app_.add_subcommand("fastchess", "Takes the command line of fastchess, and prints what it prints")
            ->add_option("ARGS", fastchess_,
                         "Words of fastchess, as -engine, -each, -sprt, and flags of run that begin with --")
            ->type_name("WORD");
        add<SimulateFlags>("simulate", "Whole runs against a model of the game");
        referee::expect_decimals(app_);
    }

    [[nodiscard]] std::variant<CommandFlags, ExitStatus>
    parse(std::span<char* const> argv, std::string (*more_on_flag)(const std::string&)) {
        const referee::CallTexts texts{referee::setting_synonyms(),
                                       referee::command_synonyms(),
                                       {kExamples, referee::kFlagGroups},
                                       more_on_flag};
        if (const auto status = referee::parse_call(app_, kProgram, argv, texts)) {
            return *status;
        }
        return flags_of_.at(app_.get_subcommands().front()->get_name())();
    }

  private:
    template<class Flags>
    void add(const char* name, const char* help, Flags defaults = {}) {
        const auto flags = std::make_shared<Flags>(std::move(defaults));
        add_flags(*app_.add_subcommand(name, help), *flags);
        flags_of_[name] = [flags] { return CommandFlags(std::move(*flags)); };
    }

    CLI::App app_{"Decides by playing games whether one program is stronger than another."};
    std::map<std::string, std::function<CommandFlags()>> flags_of_; ///< of each command, read
    std::vector<std::string> fastchess_; ///< for its help: run_fastchess() reads them
};

} // namespace

std::variant<CommandFlags, ExitStatus> parse_command_line(int argc, char** argv,
                                                          std::string (*more_on_flag)(const std::string&)) {
    return CommandLine().parse({argv, static_cast<std::size_t>(argc)}, more_on_flag);
}

} // namespace sprt
