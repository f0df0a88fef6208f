#include "referee/base/seed.hpp"
#include "referee/base/user_error.hpp"
#include "referee/command/commands.hpp"
#include "referee/game/game_text.hpp"
#include "referee/game/job.hpp"
#include "referee/game/log/log_file.hpp"
#include "referee/game/machine_report.hpp"
#include "referee/game/process_player.hpp"
#include "referee/game/record.hpp"
#include "referee/game/settings/agent_spec.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "referee/process/cores.hpp"
#include "referee/process/orphans.hpp"
#include "referee/process/placement.hpp"
#include "referee/process/program.hpp"
#include "referee/process/signal_stop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <span>
#include <vector>

namespace referee {
namespace {

constexpr std::int64_t kMostGames = 1'000'000'000;

std::vector<Setting<PlayFlags>> make_table() {
    std::vector<Setting<PlayFlags>> table{
        {{"games", "How many games", Range{1, kMostGames}}, place_at(&PlayFlags::games)},
        {{"log", "Write each game as a JSON line to this new file", {}, "FILE"}, place_at(&PlayFlags::log)},
        {{"overwrite", "Replace the file of --log, the traces in --trace and --trace-faults"},
         place_at(&PlayFlags::overwrite)},
        {{"seed", "Seed of the run; by default a random one, printed at the end", {}, "SEED"},
         place_at(&PlayFlags::seed)},
    };
    for (const Setting<PlaySettings>& setting : play_settings()) {
        table.push_back(lifted(setting, &PlayFlags::settings));
    }
    return table;
}

class PlayedGames {
  public:
    /// `log` may be null.
    explicit PlayedGames(LogFile* log)
        : log_(log) {}

    /// Logs and prints a game, scored or not.
    void add(const GameRecord& record) {
        if (log_ != nullptr) {
            log_->append(to_json_line(record));
        }
        if (record.winner) {
            results_.add(*record.winner);
        }
        const bool is_stored = log_ != nullptr;
        say_progress(game_line(record) + "\n", is_stored);
        for (const GameFault& fault : faults_of(record)) {
            if (first_faults_.add(fault)) {
                say_progress(short_fault_text(fault), is_stored);
            }
        }
        machine_.add(record);
        for (const std::string& warning : warnings_.after(record, machine_)) {
            complain(kProgram, "warning: " + warning);
        }
    }

    [[nodiscard]] std::string text() const { return to_text(results_) + "\n" + machine_.text(); }

  private:
    LogFile* log_;
    Results results_;
    MachineReport machine_;
    FirstFaults first_faults_;
    MachineWarnings warnings_;
};

/// Calls `read` with each agent. Its errors name the agent.
template<class Read>
auto of_each_agent(const Read& read) -> PerPlayer<decltype(read(Player::Agent1))> {
    const auto read_one = [&](Player player) {
        try {
            return read(player);
        } catch (const UserError& error) {
            throw UserError(fmt::format("AGENT{}: {}", number(player), error.what()));
        }
    };
    return {read_one(Player::Agent1), read_one(Player::Agent2)};
}

PerPlayer<AgentSpec> read_agents(const PlayFlags& flags) {
    const PlaySettings& settings = flags.settings;
    PerPlayer<AgentSpec> agents = of_each_agent([&](Player player) {
        AgentSpec agent =
            find_named(parse_agent(flags.commands[player]), settings.engines.value_or(kEnginesFile));
        if (const auto problem = problem_of_agent(agent, settings)) {
            throw UserError(*problem);
        }
        return agent;
    });
    if (const auto problem = problem_of(settings.adjudicate, rules_of(settings),
                                        {is_engine(agents.agent1), is_engine(agents.agent2)})) {
        throw_problem(flag_of, "adjudicate", *problem);
    }
    if (const auto problem = problem_of_tables(settings.adjudicate)) {
        throw_problem(flag_of, "adjudicate", *problem);
    }
    return agents;
}

PlayRules rules_for(PlaySettings settings, const PerPlayer<AgentSpec>& agents) {
    settle_cores(settings, std::array{agents.agent1, agents.agent2});
    return play_rules(settings);
}

PerPlayer<Program> find_programs(const PerPlayer<AgentSpec>& agents, const PlayRules& rules) {
    return of_each_agent([&](Player player) { return program_of(agents[player], rules); });
}

/// Where the one game at a time is played.
Placement place_game(const PlayRules& rules) {
    try {
        return Placement(rules.placement, this_machine());
    } catch (const UserError& error) {
        throw UserError(std::string("--cores: ") + error.what());
    }
}

LogFile make_log(const PlayFlags& flags) {
    try {
        return flags.overwrite ? LogFile(flags.log, LogFile::Replacing())
                               : LogFile(flags.log, "name another file, or replace it by --overwrite");
    } catch (const UserError& error) {
        throw UserError(std::string("--log: ") + error.what());
    }
}

/// One `referee play`, after its flags were checked.
class Session {
  public:
    explicit Session(const PlayFlags& flags)
        : flags_(flags)
        , agents_(read_agents(flags))
        , rules_(rules_for(flags.settings, agents_))
        , signals_(orphans_)
        , programs_(find_programs(agents_, rules_))
        , seed_(flags.seed ? *flags.seed : random_seed())
        , placement_(place_game(rules_)) {
        if (!flags.log.empty()) {
            log_ = make_log(flags);
        }
    }

    ExitStatus run() {
        try {
            play();
        } catch (const std::exception&) {
            if (log_) {
                log_->discard_if_empty();
            }
            throw;
        }
        signals_.complain_of_ignored(kProgram);
        if (const auto signal = signals_.received()) {
            complain(kProgram,
                     "interrupted; the games above are finished" + (log_ ? " and logged" : std::string()));
            return status_of_signal(*signal);
        }
        return ExitStatus::Done;
    }

  private:
    void play() {
        make_trace_dirs(rules_, flags_.overwrite ? OldTraces::Remove : OldTraces::Refuse);
        if (const auto warning = placement_.warning(1)) {
            complain(kProgram, "warning: " + *warning);
        }
        std::vector<std::filesystem::path> hidden;
        for (const std::string& path : {flags_.log, rules_.trace, rules_.trace_faults}) {
            if (!path.empty()) {
                hidden.emplace_back(std::filesystem::absolute(path));
            }
        }
        std::vector<RosterAgent> agents;
        agents.reserve(kPlayers.size());
        for (const Player player : kPlayers) {
            agents.push_back(
                enlisted(agents_[player], programs_[player], fmt::format("agent {}", number(player))));
        }
        Roster roster(std::move(agents));
        roster.make_sandboxes({sandbox_of(agents_.agent1, rules_), sandbox_of(agents_.agent2, rules_)},
                              {.hidden = hidden, .share_memory = memory_sharers(rules_, 1)});
        for (const std::string& line : roster.without_sandbox()) {
            complain(kProgram, "warning: " + line);
        }
        const PlayerKit kit = player_kit(rules_, std::move(roster), 1);
        ProcessPlayer player(kit, placement_.game(0), signals_.token(), orphans_);
        PlayedGames played(log_ ? &*log_ : nullptr);
        play_games(player, played);
        say(fmt::format("{}Seed: {}\n", played.text(), seed_));
        for (const std::string& line : kit.roster.changed_files()) {
            complain(kProgram, "warning: " + line);
        }
        if (log_) {
            log_->check_whole();
        }
    }

    /// Plays until all games were played, or a signal came.
    void play_games(ProcessPlayer& player, PlayedGames& played) {
        PlaySettings settings = flags_.settings;
        if (!settings.rules) {
            settings.rules = default_rules(settings, is_engine(agents_.agent1) && is_engine(agents_.agent2));
        }
        const Game rules = rules_of(settings);
        GameLimits limits = game_limits(settings);
        limits.time = {time_control(agents_.agent1, settings), time_control(agents_.agent2, settings)};
        const PerPlayer<Restart> restart{restart_of(agents_.agent1), restart_of(agents_.agent2)};
        const auto games = static_cast<std::uint64_t>(flags_.games);
        const StopToken stop = signals_.token();
        PerPlayer<int> threads{1, 1};
        for (std::uint64_t game = 0; game < games && !stop.requested(); ++game) {
            const GameRecord record =
                player.play(alternating_game(game, {.seed = seed_}, rules, limits, restart));
            if (record.termination == Termination::Aborted) {
                break;
            }
            played.add(record);
            if (const auto agent = game == 0 ? seems_an_engine(record) : std::nullopt) {
                complain(kProgram, fmt::format("agent {}: {}", number(*agent), kProtocolHint));
            }
            for (const Player agent : kPlayers) {
                threads[agent] = std::max(threads[agent], record.threads[agent]);
            }
        }
        for (const Player agent : kPlayers) {
            if (const int cores = rules_.placement.threads_per_agent; threads[agent] > cores) {
                const std::string who = fmt::format("agent {}", number(agent));
                complain(kProgram, "warning: " + too_few_cores_text(who, threads[agent], cores));
            }
        }
    }

    const PlayFlags& flags_;
    PerPlayer<AgentSpec> agents_;
    PlayRules rules_;
    Orphans orphans_;
    SignalStop signals_;
    PerPlayer<Program> programs_;
    std::uint64_t seed_;
    Placement placement_;
    std::optional<LogFile> log_;
};

} // namespace

std::span<const Setting<PlayFlags>> play_flag_settings() {
    static const std::vector<Setting<PlayFlags>> kTable = make_table();
    return kTable;
}

ExitStatus run(const PlayFlags& flags) {
    validate(flags, play_flag_settings(), flag_of);
    if (const auto problem = problem_of_limits(flags.settings)) {
        throw_problem(flag_of, problem->key, problem->what);
    }
    check_rules(flags.settings, flag_of);
    return Session(flags).run();
}

} // namespace referee
