#include "sprt/command/remote/remote_job.hpp"

#include "referee/base/user_error.hpp"
#include "referee/game/game_fault.hpp"
#include "referee/game/json.hpp"
#include "referee/game/settings/agent_json.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "referee/process/topology.hpp"
#include "sprt/command/stage.hpp"
#include "sprt/config/config_json.hpp"
#include "sprt/config/run_plan.hpp"
#include "sprt/play/check_game.hpp"
#include "sprt/play/players.hpp"
#include "sprt/remote/speed/measure.hpp"
#include "sprt/schedule/openings.hpp"
#include "sprt/store/machine.hpp"
#include "sprt/store/run_facts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

namespace sprt {
namespace {

using referee::Json;
using referee::JsonNode;
using referee::kPlayers;
using referee::PerPlayer;
using referee::Player;
using referee::UserError;
using remote::CannotPlay;

/// Settings of `referee play` that are a matter of the machine that plays, or of a file there.
constexpr auto kOfTheMachine =
    std::to_array<std::string_view>({"cores", "pin", "trace", "trace_faults", "engines"});
constexpr std::string_view kTimeScale = "time_scale"; // the only key of a coordinator that players need
constexpr const char* kAutoSandbox = "auto";
constexpr auto kSent = std::to_array<std::string_view>({"sent"});

bool is_in_job(std::string_view key) {
    const auto is_key = [&](const auto& setting) { return setting.key == key; };
    return std::ranges::find(kOfTheMachine, key) == kOfTheMachine.end() &&
           std::ranges::any_of(referee::play_settings(), is_key);
}

/// The settings of a run that are not in a job and matter to nobody who plays.
void complete(Config& config) {
    config.openings = "start";
    config.seed = 0;
    config.test = {.elo0 = 0, .elo1 = 1};
}

/// The cores of games on this machine, by the flags of a worker; both may be empty. Throws UserError.
referee::Placement placement_on(const std::string& cores, const std::string& pin) {
    Config config;
    if (!cores.empty()) {
        config.play.cores = cores;
    }
    if (!pin.empty()) {
        config.play.pin = pin;
    }
    ConfigSources sources;
    sources.in_flags = {"cores", "pin"};
    referee::validate<referee::PlaySettings>(config.play, referee::play_settings(),
                                             [&](std::string_view key) { return sources.place(key); });
    return place_games(config, sources, referee::this_machine());
}

/// The run as this machine plays it.
class LocalJob final : public remote::PreparedJob {
  public:
    LocalJob(const Config& config, referee::Placement placement, const WorkerMachine& machine,
             referee::Orphans& orphans, std::unique_ptr<remote::JobDirectory> files)
        : files_(std::move(files))
        , placement_(std::move(placement))
        , plan_(plan_with(config, machine))
        , kit_(find_kit({plan_, ConfigSources()}))
        , orphans_(orphans)
        , make_player_(process_player(kit_, placement_, orphans_)) {}

    [[nodiscard]] int slots() const override { return plan_.play.concurrency; }
    [[nodiscard]] bool scales_time() const override { return plan_.schedule.scales_time; }
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
        if (job.rules != plan_.schedule.rules || !is_here(job.agents.agent1) || !is_here(job.agents.agent2)) {
            throw UserError(fmt::format("game {} is not one of this run", job.id));
        }
        std::optional<referee::Board> board(referee::Board(job.rules));
        for (const referee::MoveNumbers& move : job.opening) {
            board = board && !board->ending() ? board->after(move) : std::nullopt;
        }
        const bool leads_to_start = !job.start || job.opening.empty() || board == job.start->board;
        const referee::Board& first =
            job.start ? job.start->board : board.value_or(referee::Board(job.rules));
        const bool has_opening = job.start || !job.opening.empty();
        const auto turns = static_cast<int>(job.opening.size());
        if (!board || !leads_to_start || (has_opening && board_verdict(first, turns, job.limits.turns))) {
            throw UserError(fmt::format("game {} was sent with an opening that is not by the rules", job.id));
        }
    }

    [[nodiscard]] PerPlayer<referee::AgentPrint> prints() const { return kit_.roster.prints_of_both(); }

    /// Lets both agents begin a game and make a move. Throws CannotPlay.
    void try_agents() {
        const auto openings = make_openings(StartOnly{}, 0, plan_.schedule.rules);
        const auto game =
            play_check_game(check_job(plan_.schedule, *openings), make_player_, referee::StopToken{});
        if (game && shows_broken_agent(*game, plan_.schedule.limits.ready)) {
            throw CannotPlay(fault_reason(referee::faults_of(*game).front()));
        }
    }

  private:
    static RunPlan plan_with(const Config& config, const WorkerMachine& machine) {
        RunPlan plan = plan_of(config);
        plan.hidden = machine.hidden;
        return plan;
    }

    std::unique_ptr<remote::JobDirectory> files_; ///< of agents that were sent; null: there are none
    referee::Placement placement_;
    RunPlan plan_;
    referee::PlayerKit kit_;
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
    bool get(Player player, AgentConfig& agent, const std::vector<AgentFile>& files) {
        if (!directory) {
            cache.open();
            directory = std::make_unique<remote::JobDirectory>(cache);
        }
        auto fetched =
            agent_in(directory->dir() / std::to_string(number(player)), agent, files, cache, fetch);
        if (fetched) {
            agent = std::move(*fetched);
        }
        return fetched.has_value();
    }
};

} // namespace

std::string job_text(const Config& config, const PerPlayer<referee::AgentPrint>& prints,
                     const FilesToSend* sent) {
    const Json all = to_json(config);
    Json settings = Json::object();
    for (const auto& [key, value] : all.items()) {
        if (is_in_job(key) || key == "agent1" || key == "agent2" || key == "no_check" || key == kTimeScale) {
            settings[key] = value;
        }
    }
    Json agents = Json::array();
    for (const Player player : kPlayers) {
        agents.push_back(agent_json(config.agents[player], prints[player]));
        if (sent != nullptr) {
            agents.back()["sent"] = to_json(sent->of[player]);
        }
    }
    return Json{{"format", remote::kFormat},
                {"config", std::move(settings)},
                {"agents", std::move(agents)},
                {"send_agents", config.remote.send_agents}}
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

double measured_speed(const std::string& cores, const std::string& pin) {
    const referee::Placement placement = placement_on(cores, pin);
    return remote::measure_speed(placement, placement.games_that_fit(), kMeasuringTime);
}

MachineFacts this_machine_facts(const std::string& cores, const std::string& pin) {
    const referee::Placement placement = placement_on(cores, pin);
    Json machine = describe_machine(placement, placement.games_that_fit());
    machine.erase("placement");
    return {.json = machine.dump(-1, ' ', false, Json::error_handler_t::replace),
            .architecture = machine.at("architecture").get<std::string>(),
            .cores = static_cast<int>(placement.cores().size())};
}

std::unique_ptr<remote::PreparedJob> prepare_job(const std::string& text, const remote::FetchFile& fetch,
                                                 const WorkerMachine& machine, referee::Orphans& orphans) {
    try {
        const Json json = referee::parse_json(text);
        const JsonNode root(json, "the job: ");
        static_cast<void>(root.at("format").integer(remote::kFormat, remote::kFormat));
        Config config;
        read_config(root.at("config"), config);
        complete(config);
        if (!machine.cores.empty()) {
            config.play.cores = machine.cores;
        }
        if (!machine.pin.empty()) {
            config.play.pin = machine.pin;
        }
        if (!config.play.sandbox) {
            config.play.sandbox = kAutoSandbox;
        }
        const auto agents = root.at("agents").items(2);
        PerPlayer<referee::AgentPrint> wanted;
        Fetching fetching{.cache = machine.cache, .fetch = fetch};
        for (const Player player : kPlayers) {
            const JsonNode& agent = agents[player == Player::Agent1 ? 0 : 1];
            wanted[player] = agent_of(agent, kSent);
            if (agent.has("sent") && (root.at("send_agents").text() == "always" ||
                                      !difference_here(config.agents[player], wanted[player]).empty())) {
                if (!fetching.get(player, config.agents[player], read_agent_files(agent.at("sent")))) {
                    return nullptr;
                }
            }
        }
        if (fetching.directory) {
            machine.cache.trim();
        }
        ConfigSources sources;
        sources.in_flags = {"cores", "pin"};
        validate(config, sources);
        referee::Placement placement = place_games(config, sources, referee::this_machine());
        fill_in(config, placement);
        const bool is_tried = !config.no_check;
        auto job = std::make_unique<LocalJob>(config, std::move(placement), machine, orphans,
                                              std::move(fetching.directory));
        for (const Player player : kPlayers) {
            const std::string difference = difference_of(wanted[player], job->prints()[player]);
            if (!difference.empty()) {
                throw CannotPlay(fmt::format("agent {}: {}", number(player), difference));
            }
        }
        if (is_tried) {
            job->try_agents();
        }
        return job;
    } catch (const CannotPlay&) {
        throw;
    } catch (const std::exception& error) {
        throw CannotPlay(error.what());
    }
}

} // namespace sprt
