#include "sprt/match/run_directory.hpp"

#include "referee/agent/cores.hpp"
#include "referee/agent/descriptor.hpp"
#include "referee/game/json.hpp"
#include "referee/rules/user_error.hpp"
#include "sprt/match/sha256.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <fstream>

#include <fcntl.h>
#include <sys/utsname.h>

namespace sprt {
namespace {

namespace fs = std::filesystem;
using ataxx::Json;

constexpr int kFormat = 1;
constexpr const char* kRunFile = "run.json";
constexpr const char* kGamesFile = "games.jsonl";

std::string utc_now() {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

std::string processor_name() {
    std::ifstream cpuinfo("/proc/cpuinfo");
    std::string line;
    while (std::getline(cpuinfo, line)) {
        if (line.starts_with("model name")) {
            const auto colon = line.find(": ");
            return colon == std::string::npos ? std::string() : line.substr(colon + 2);
        }
    }
    return {};
}

/// Where the games at once are played; those beyond the list share its entries, from the first again.
Json to_json(const ataxx::Placement& placement, std::int64_t games) {
    Json entries = Json::array();
    for (const ataxx::GameCores& game : placement.games()) {
        if (static_cast<std::int64_t>(entries.size()) == games) {
            break;
        }
        entries.push_back(
            {{"worker", ataxx::cores_text(game.worker)},
             {"agents", {ataxx::cores_text(game.agents[0]), ataxx::cores_text(game.agents[1])}}});
    }
    return entries;
}

Json machine(const ataxx::Placement& placement, std::int64_t games) {
    utsname system{};
    ::uname(&system);
    return {{"system", std::string(system.sysname) + " " + system.release},
            {"architecture", system.machine},
            {"processor", processor_name()},
            {"cores", placement.cores().size()},
            {"placement", to_json(placement, games)}};
}

Json agents_of(const Config& config, const std::array<ataxx::Program, 2>& programs) {
    Json agents = Json::array();
    for (std::size_t i = 0; i < programs.size(); ++i) {
        const auto digest = sha256_of_file(programs[i].executable);
        agents.push_back({{"name", config.agents[i].name},
                          {"command", config.agents[i].command},
                          {"executable", programs[i].executable.string()},
                          {"sha256", digest ? Json(*digest) : Json(nullptr)}});
    }
    return agents;
}

Json to_json(const MatchResult& result) {
    const auto reason_name = [&] {
        switch (result.reason) {
        case EndReason::Verdict:
            return "verdict";
        case EndReason::MaxGames:
            return "max_games";
        case EndReason::MaxFaults:
            return "max_faults";
        case EndReason::Repeats:
            return "repeats";
        case EndReason::OpeningsUsedUp:
            return "openings_used_up";
        case EndReason::Interrupted:
            break;
        }
        return "interrupted";
    };
    const Wld& games = result.standing.games;
    const auto delays = result.machine.delays();
    const auto us = [](std::chrono::nanoseconds time) { return time.count() / 1000; };
    const auto verdict_name = [](Verdict verdict) {
        return verdict == Verdict::Continue ? Json(nullptr) : Json(name(verdict));
    };
    return {
        {"verdict", verdict_name(result.verdict())},
        {"reason", reason_name()},
        {"llr", result.standing.evaluation.llr},
        {"two_sprt", result.standing.evaluation.two_sprt},
        {"games", games.games()},
        {"wld", {games.wins, games.losses, games.draws}},
        {"ptnml", result.standing.pairs.counts},
        {"pairs",
         {{"whole", result.standing.whole_pairs},
          {"distinct", result.standing.distinct_pairs},
          {"dropped", result.standing.dropped_pairs},
          {"n_eff", result.standing.n_eff ? Json(*result.standing.n_eff) : Json(nullptr)}}},
        {"unscored", result.standing.unscored},
        {"games_beyond", result.games_beyond},
        {"faults", {result.conduct.faults[0].faults(), result.conduct.faults[1].faults()}},
        {"time_losses", {result.conduct.faults[0].time_losses(), result.conduct.faults[1].time_losses()}},
        {"disputed", result.machine.disputed()},
        {"rests_on_disputed", result.verdict() != Verdict::Continue && result.standing.rests_on_disputed()},
        {"delays_us",
         {{"median", us(delays.median)}, {"p99", us(delays.p99)}, {"largest", us(delays.largest)}}},
        {"interference", result.machine.interference()},
        {"lacks_opening", result.conduct.lacks_opening},
        {"used_us", {us(result.conduct.used[0]), us(result.conduct.used[1])}},
        {"ended", utc_now()}};
}

[[noreturn]] void fail_writing(const fs::path& file) {
    ataxx::throw_errno(("cannot write " + file.string()).c_str());
}

/// Writes beside `file`, flushes to disk and renames: a reader sees the old text or the new one.
void replace_file(const fs::path& file, const std::string& text) {
    fs::path draft = file;
    draft += ".new";
    constexpr mode_t kMode = 0666; // less the user's umask
    ataxx::Descriptor out(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode));
    if (out.fd() < 0) {
        fail_writing(draft);
    }
    for (std::string_view rest = text; !rest.empty();) {
        const ssize_t put = ::write(out.fd(), rest.data(), rest.size());
        if (put < 0 && errno != EINTR) {
            const int code = errno;
            ::unlink(draft.c_str());
            errno = code;
            fail_writing(draft);
        }
        rest.remove_prefix(put < 0 ? 0 : static_cast<std::size_t>(put));
    }
    if (::fsync(out.fd()) != 0) {
        fail_writing(draft);
    }
    fs::rename(draft, file);
}

} // namespace

RunDirectory::RunDirectory(fs::path dir, const Config& config, const std::array<ataxx::Program, 2>& programs,
                           const ataxx::Placement& placement)
    : dir_(std::move(dir))
    , config_(config)
    , placement_(placement)
    , started_(utc_now()) {
    std::error_code error;
    if (fs::exists(dir_, error) && !fs::is_directory(dir_, error)) {
        throw ataxx::UserError("--out " + dir_.string() + " is a file; name a directory");
    }
    if (fs::exists(dir_ / kRunFile, error) || fs::exists(dir_ / kGamesFile, error)) {
        throw ataxx::UserError("--out " + dir_.string() +
                               " holds a run already; name another directory, or go on with " +
                               "that run: sprt resume " + dir_.string());
    }
    agents_json_ = agents_of(config, programs).dump();
    games_.emplace(dir_ / kGamesFile, "name another directory");
    try {
        write_run_json(nullptr);
    } catch (const std::exception&) {
        discard_if_empty();
        throw;
    }
}

void RunDirectory::add(const ataxx::GameRecord& record) {
    games_->append(to_json_line(record));
    is_empty_ = false;
}

void RunDirectory::end(const MatchResult& result) {
    write_run_json(&result);
}

void RunDirectory::discard_if_empty() noexcept {
    if (is_empty_) {
        games_->discard_if_empty();
        std::error_code ignored;
        fs::remove(dir_ / kRunFile, ignored);
    }
}

void RunDirectory::write_run_json(const MatchResult* result) const {
    const Json json{{"format", kFormat},
                    {"version", REFEREE_VERSION},
                    {"config", Json::parse(to_json_text(config_))},
                    {"agents", Json::parse(agents_json_)},
                    {"seed", std::to_string(*config_.seed)},
                    {"machine", machine(placement_, *config_.concurrency)},
                    {"oversubscribed", placement_.warning(*config_.concurrency).has_value()},
                    {"started", started_},
                    {"result", result != nullptr ? to_json(*result) : Json(nullptr)}};
    replace_file(dir_ / kRunFile, json.dump(2) + "\n");
}

} // namespace sprt
