#include "sprt/session/remote_job.hpp"

#include "referee/base/user_error.hpp"
#include "referee/game/game_text.hpp"
#include "referee/game/log/game_fields_json.hpp"
#include "referee/game/settings/agent_spec.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "referee/process/cores.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/config/tournament_config.hpp"
#include "sprt/play/pool.hpp"
#include "sprt/remote/speed.hpp"
#include "sprt/schedule/openings.hpp"
#include "sprt/session/stage.hpp"
#include "sprt/store/run_facts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <string_view>
#include <utility>

namespace sprt {
namespace {

using referee::Json;
using referee::JsonNode;
using referee::kPlayers;
using referee::UserError;
using remote::CannotPlay;

/// Settings of `referee play` that are a matter of the machine that plays, or of a file there.
constexpr auto kOfTheMachine =
    std::to_array<std::string_view>({"cores", "pin", "trace", "trace_faults", "engines"});
constexpr std::string_view kTimeScale = "time_scale"; // the only key of a coordinator that players need
constexpr const char* kAutoSandbox = "auto";
constexpr auto kOfJob = std::to_array<std::string_view>({"sent", "config"});

bool is_in_job(std::string_view key) {
    const auto is_key = [&](const auto& setting) { return setting.key == key; };
    return std::ranges::find(kOfTheMachine, key) == kOfTheMachine.end() &&
           std::ranges::any_of(referee::play_settings(), is_key);
}

/// `cores` and `pin` are flags of a worker; an empty one changes nothing.
void set_placement(referee::PlaySettings& play, const std::string& cores, const std::string& pin) {
    if (!cores.empty()) {
        play.cores = cores;
    }
    if (!pin.empty()) {
        play.pin = pin;
    }
}

/// The settings of a job on this machine. Those of a run that are not in it matter to nobody who plays.
Config settings_of(const JsonNode& node, const WorkerMachine& machine) {
    Config config;
    read_config(node, config);
    config.openings = "start";
    config.seed = 0;
    config.test = {.elo0 = 0, .elo1 = 1};
    set_placement(config.play, machine.cores, machine.pin);
    if (!config.play.sandbox) {
        config.play.sandbox = kAutoSandbox;
    }
    return config;
}

/// The cores of games on this machine, by the flags of a worker; both may be empty. Throws UserError.
referee::Placement placement_on(const std::string& cores, const std::string& pin) {
    Config config;
    set_placement(config.play, cores, pin);
    ConfigSources sources;
    sources.in_flags = {"cores", "pin"};
    referee::validate<referee::PlaySettings>(config.play, referee::play_settings(),
                                             [&](std::string_view key) { return sources.place(key); });
    return place_games(config, sources, referee::this_machine());
}

/// Agents, and how their games are played.
struct PlayedHere {
    PlayedHere(const Config& config, const std::vector<AgentConfig>& its_agents)
        : play(play_plan_of(config))
        , schedule(schedule_of(config))
        , agents(its_agents) {
        for (const AgentConfig& agent : agents) {
            times.push_back(time_control(agent, config.play));
        }
    }

    PlayPlan play;
    SchedulePlan schedule;
    std::vector<AgentConfig> agents;
    std::vector<referee::TimeControl> times; ///< by agent
};

/// The run as this machine plays it.
class LocalJob final : public remote::PreparedJob {
  public:
    LocalJob(PlayedHere played, referee::Placement placement, const WorkerMachine& machine,
             referee::Orphans& orphans, std::unique_ptr<remote::JobDirectory> files,
             std::optional<referee::TunedGame> bounds)
        : files_(std::move(files))
        , placement_(std::move(placement))
        , played_(std::move(played))
        , kit_(find_kit({played_.play, played_.schedule, played_.agents, machine.hidden}))
        , bounds_(std::move(bounds))
        , orphans_(orphans)
        , make_player_(process_player(kit_, placement_, orphans_)) {}

    [[nodiscard]] int slots() const override { return played_.play.concurrency; }
    [[nodiscard]] bool scales_time() const override { return played_.schedule.scales_time; }
    [[nodiscard]] double measure_speed() const override {
        return remote::measure_speed(placement_, slots(), kMeasuringTime);
    }
    [[nodiscard]] PlayGame player(const referee::StopToken& stop, int slot) override {
        return make_player_(stop, slot);
    }

    /// An opening that is not by the rules would be a bug of the coordinator's.
    void expect_playable(const Job& job) const override {
        const auto is_here = [&](referee::AgentId agent) {
            return index(agent) < kit_.roster.agents().size();
        };
        if (job.rules != played_.schedule.rules || !is_here(job.agents.agent1) ||
            !is_here(job.agents.agent2) || job.tune.has_value() != bounds_.has_value() ||
            (job.tune && job.tune->names != bounds_->names)) {
            throw UserError("game {} is not one of this run", job.id);
        }
        if (!after_opening(job)) {
            throw UserError("game {} was sent with an opening that is not by the rules", job.id);
        }
    }

    [[nodiscard]] std::vector<referee::AgentPrint> prints() const { return kit_.roster.prints(); }

    /// Lets each agent begin a game and make a move. Returns false when `stop` is requested before. Throws
    /// CannotPlay.
    [[nodiscard]] bool try_agents(const referee::StopToken& stop) {
        const auto openings = make_openings(StartOnly{}, 0, played_.schedule.rules);
        const std::size_t agents = played_.agents.size();
        for (std::size_t one = 0; one < agents; one += 2) {
            const std::size_t other = one + 1 < agents ? one + 1 : one;
            Job job = check_job(played_.schedule, *openings, {referee::AgentId{one}, referee::AgentId{other}},
                                {played_.times[one], played_.times[other]});
            job.tune = bounds_;
            const auto game = play_check_game(job, make_player_, stop);
            if (!game) {
                return false;
            }
            if (shows_broken_agent(*game, played_.schedule.limits.ready)) {
                throw CannotPlay(fault_of(*game));
            }
        }
        return true;
    }

  private:
    /// Of a run of two their numbers tell which agent it was, otherwise its place in the list and its name.
    [[nodiscard]] std::string fault_of(const referee::GameRecord& game) const {
        const referee::GameFault fault = referee::faults_of(game).back();
        if (played_.agents.size() == kPlayers.size()) {
            return check_failure_reason(game);
        }
        const std::size_t agent = index(game.agents[fault.note.agent]);
        return fmt::format("{}, agent {} of the list, failed its check game: {} (a tournament plays without "
                           "check games by --no-check, and withdraws such an agent by --max-faults)",
                           played_.agents[agent].name, agent + 1, check_fault_text(fault));
    }

    std::unique_ptr<remote::JobDirectory> files_; ///< of agents that were sent; null: there are none
    referee::Placement placement_;
    PlayedHere played_;
    referee::PlayerKit kit_;
    std::optional<referee::TunedGame> bounds_; ///< of a tuning
    referee::Orphans& orphans_;
    MakePlayer make_player_;
};

/// What an agent lacks to be that of the run; empty: nothing.
std::string difference_of(const referee::AgentPrint& wanted, const referee::AgentPrint& found) {
    if (wanted.executable.sha256 != found.executable.sha256) {
        return fmt::format("{} is another program here", found.executable.path);
    }
    for (std::size_t i = 0; i < std::max(wanted.files.size(), found.files.size()); ++i) {
        if (i >= wanted.files.size() || i >= found.files.size()) {
            return "its command names other files here";
        }
        if (wanted.files[i].sha256 != found.files[i].sha256) {
            return fmt::format("{} is another file here", found.files[i].path);
        }
    }
    return "";
}

/// What this machine has in place of an agent of the run; empty: the same.
std::string difference_here(const AgentConfig& agent, const referee::AgentPrint& wanted) {
    if (!agent.dir.empty() && !std::filesystem::is_directory(agent.dir)) {
        return agent.dir + " is no directory here";
    }
    try {
        const referee::Program program =
            referee::find_program(agent.command, agent.dir, referee::bundled_agents_dir());
        return difference_of(wanted, referee::ProgramFiles(program).print());
    } catch (const UserError& error) {
        return error.what();
    }
}

/// Gets agents of a job that this machine has not, in a directory of the job.
struct Fetching {
    const remote::FileCache& cache;
    const remote::FetchFile& fetch;
    std::unique_ptr<remote::JobDirectory> directory{};

    /// Changes `agent` to one that is played from files. Returns whether it is there.
    bool get(std::size_t number, AgentConfig& agent, const std::vector<AgentFile>& files) {
        if (!directory) {
            cache.open();
            directory = std::make_unique<remote::JobDirectory>(cache);
        }
        auto fetched = agent_in(directory->dir() / std::to_string(number), agent, files, cache, fetch);
        if (fetched) {
            agent = std::move(*fetched);
        }
        return fetched.has_value();
    }
};

} // namespace

std::string job_text(const OfferedRun& run, const std::vector<referee::AgentPrint>& prints,
                     const FilesToSend* sent, SendAgents send_agents) {
    Json settings = Json::object();
    for (const auto& [key, value] : run.settings.items()) {
        if (is_in_job(key) || key == "no_check" || key == kTimeScale) {
            settings[key] = value;
        }
    }
    Json agents = Json::array();
    for (std::size_t i = 0; i < run.agents.size(); ++i) {
        agents.push_back(agent_json(run.agents[i], prints[i]));
        agents.back()["config"] = referee::to_json(run.agents[i]);
        if (sent != nullptr) {
            agents.back()["sent"] = to_json(sent->of[i]);
        }
    }
    Json job{{"format", remote::kFormat},
             {"config", std::move(settings)},
             {"agents", std::move(agents)},
             {"send_agents", kSendAgentsWords[static_cast<std::size_t>(send_agents)]}};
    if (run.bounds) {
        job["tune"] = referee::TunedGameCode().write(*run.bounds);
    }
    return referee::line_of(job);
}

double measured_speed(const std::string& cores, const std::string& pin) {
    const referee::Placement placement = placement_on(cores, pin);
    return remote::measure_speed(placement, placement.games_that_fit(), kMeasuringTime);
}

MachineFacts this_machine_facts(const std::string& cores, const std::string& pin) {
    const referee::Placement placement = placement_on(cores, pin);
    Json machine = describe_machine(placement, placement.games_that_fit());
    machine.erase("placement");
    return {.json = referee::line_of(machine),
            .architecture = machine.at("architecture").get<std::string>(),
            .cores = static_cast<int>(placement.cores().size())};
}

std::unique_ptr<remote::PreparedJob> prepare_job(const std::string& text, const remote::FetchFile& fetch,
                                                 const WorkerMachine& machine, referee::Orphans& orphans) {
    try {
        const Json json = referee::parse_json(text);
        const JsonNode root(json, "the job: ");
        static_cast<void>(root.at("format").integer(remote::kFormat, remote::kFormat));
        Config config = settings_of(root.at("config"), machine);
        const auto nodes = root.at("agents").items();
        root.at("agents").expect(nodes.size() >= kPlayers.size() && nodes.size() <= kMostAgents,
                                 "2 to 64 agents");
        std::vector<AgentConfig> agents;
        std::vector<referee::AgentPrint> wanted;
        Fetching fetching{.cache = machine.cache, .fetch = fetch};
        const bool is_always_sent = root.at("send_agents").text() == "always";
        for (const JsonNode& node : nodes) {
            wanted.push_back(agent_of(node, kOfJob));
            // Coordinators of version 0.1.0 have two agents, in the configuration.
            AgentConfig& agent =
                agents.emplace_back(node.has("config") ? referee::read_agent(node.at("config"))
                                                       : config.agents[agents.empty() ? 0 : 1]);
            if (const auto problem = problem_of(agent, config.play)) {
                throw UserError(*problem);
            }
            const bool is_fetched =
                node.has("sent") && (is_always_sent || !difference_here(agent, wanted.back()).empty());
            if (is_fetched && !fetching.get(agents.size(), agent, read_agent_files(node.at("sent")))) {
                return nullptr;
            }
        }
        if (fetching.directory) {
            machine.cache.trim();
        }
        config.agents = {agents[0], agents[1]};
        ConfigSources sources;
        sources.in_flags = {"cores", "pin"};
        validate(config, sources);
        referee::Placement placement = place_games(config, sources, referee::this_machine());
        fill_in(config, placement);
        const bool is_tried = !config.no_check;
        std::optional<referee::TunedGame> tune;
        if (root.has("tune")) {
            referee::TunedGameCode().read(root.at("tune"), tune.emplace());
        }
        auto job = std::make_unique<LocalJob>(PlayedHere(config, agents), std::move(placement), machine,
                                              orphans, std::move(fetching.directory), std::move(tune));
        const std::vector<referee::AgentPrint> found = job->prints();
        for (std::size_t i = 0; i < agents.size(); ++i) {
            if (const std::string difference = difference_of(wanted[i], found[i]); !difference.empty()) {
                throw CannotPlay(fmt::format("agent {}: {}", i + 1, difference));
            }
        }
        return !is_tried || job->try_agents(machine.stop) ? std::move(job) : nullptr;
    } catch (const CannotPlay&) {
        throw;
    } catch (const std::exception& error) {
        throw CannotPlay(error.what());
    }
}

} // namespace sprt
