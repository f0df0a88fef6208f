#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/process/cores.hpp"
#include "sprt/config/config.hpp"
#include "sprt/config/test_validation.hpp"
#include "sprt/schedule/openings.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sprt {
namespace {

using referee::UserError;

constexpr std::int64_t kMostMilliseconds = 1'000'000'000;
constexpr std::int64_t kMostTurns = 1'000'000;
constexpr std::int64_t kMostGames = std::int64_t{1} << 53;
constexpr std::int64_t kMostConcurrency = 4096;
constexpr std::int64_t kMostStderrKb = 64 * 1024;
constexpr std::int64_t kMostMegabytes = std::int64_t{1} << 40;

/// Checks settings one by one, naming the place of the first that is wrong.
class Validator {
  public:
    Validator(const Config& config, const ConfigSources& sources)
        : config_(config)
        , sources_(sources) {}

    void run() const {
        check_agents();
        check_one_of("model", config_.model, names(kModels));
        check_one_of("test", config_.test_kind, names(kTestKinds));
        check_test();
        check_openings();
        if (config_.repeats) {
            check_one_of("repeats", *config_.repeats, {"count", "collapse"});
        }
        check_limits();
        check_one_of("progress", config_.progress, {"auto", "on", "off"});
        check_one_of("clock", config_.clock, {"wall", "fair"});
        check_range("report_every", config_.report_every, 1, kMostGames);
        check_range("concurrency", config_.concurrency.value_or(1), 1, kMostConcurrency);
        check_cores();
        check_range("time_ms", config_.time_ms, 1, kMostMilliseconds);
        check_range("ready_ms", config_.ready_ms, 1, kMostMilliseconds);
        check_range("finish_ms", config_.finish_ms, 0, kMostMilliseconds);
        check_range("turns", config_.turns, 1, kMostTurns);
        check_range("stderr_kb", config_.stderr_kb, 0, kMostStderrKb);
        check_range("memory_mb", config_.limits.memory_mb.value_or(1), 1, kMostMegabytes);
        check_range("cpu_s", config_.limits.cpu_s.value_or(1), 1, kMostMilliseconds);
        check_range("file_mb", config_.limits.file_mb.value_or(0), 0, kMostMegabytes);
        check_range("max_faults", config_.max_faults.value_or(0), 0, kMostGames);
    }

  private:
    [[noreturn]] void fail(const std::string& key, const std::string& what) const {
        throw UserError(sources_.place(key) + ": " + what);
    }

    void check_one_of(const std::string& key, const std::string& value,
                      const std::vector<std::string_view>& right) const {
        if (std::find(right.begin(), right.end(), value) == right.end()) {
            std::string words;
            for (const std::string_view word : right) {
                words += (words.empty() ? "" : word == right.back() ? " or " : ", ") + std::string(word);
            }
            fail(key, fmt::format("'{}' must be {}", referee::to_printable(value), words));
        }
    }

    void check_range(const std::string& key, std::int64_t value, std::int64_t least,
                     std::int64_t most) const {
        if (value < least || value > most) {
            fail(key, fmt::format("{} is out of range; it must be from {} to {}", value, least, most));
        }
    }

    template<class Values>
    static std::vector<std::string_view> names(const Values& values) {
        std::vector<std::string_view> result;
        for (const auto value : values) {
            result.push_back(name(value));
        }
        return result;
    }

    void check_openings() const {
        try {
            static_cast<void>(parse_openings(config_.openings));
        } catch (const UserError& error) {
            fail("openings", error.what());
        }
    }

    void check_limits() const {
        const bool by_pairs = is_pairwise(*model_named(config_.model));
        check_range("max_games", config_.max_games.value_or(2), 1, kMostGames);
        if (by_pairs && config_.max_games == 1) {
            fail("max_games",
                 "1 is less than a pair, and " + config_.model + " counts pairs; it must be at least 2");
        }
    }

    void check_agents() const {
        for (const referee::Player player : referee::kPlayers) {
            const std::string key = fmt::format("agent{}", number(player));
            const AgentConfig& agent = config_.agents[player];
            if (agent.command.empty()) {
                throw UserError(
                    fmt::format("agent {} is missing: give --agent{} COMMAND or \"{}\" in a configuration",
                                number(player), number(player), key));
            }
            if (agent.name.empty() || agent.name.find_first_of("\n\r") != std::string::npos) {
                fail(key, "its name must be one line of text");
            }
            if (agent.time_ms && (*agent.time_ms < 1 || *agent.time_ms > kMostMilliseconds)) {
                fail(key, fmt::format("its time_ms is {}; it must be from 1 to {}", *agent.time_ms,
                                      kMostMilliseconds));
            }
            const auto has_nul = [](const std::string& text) { return text.find('\0') != std::string::npos; };
            if (has_nul(agent.dir) || std::any_of(agent.command.begin(), agent.command.end(), has_nul)) {
                fail(key, "its command or dir holds a NUL character, which no program can be given");
            }
            for (const auto& [variable, text] : agent.env) {
                if (variable.empty() || variable.find_first_of(std::string("=\0", 2)) != std::string::npos ||
                    text.find('\0') != std::string::npos) {
                    fail(key, fmt::format("its env holds '{}', which cannot be an environment variable",
                                          variable));
                }
            }
        }
    }

    void check_cores() const {
        if (config_.cores) {
            try {
                static_cast<void>(referee::parse_cores(*config_.cores));
            } catch (const UserError& error) {
                fail("cores", error.what());
            }
        }
        if (!referee::parse_pin(config_.pin)) {
            fail("pin", fmt::format("'{}' is unknown; use game, split or off", config_.pin));
        }
        check_range("threads_per_agent", config_.threads_per_agent, 1, referee::kMostThreadsPerAgent);
    }

    void check_test() const {
        if (const auto problem = problem_of(config_.test, *test_kind_named(config_.test_kind))) {
            // Of two settings that do not go together, the one that was given on the command line.
            const auto& keys = problem->keys;
            const auto in_flags = std::find_if(keys.begin(), keys.end(), [&](std::string_view key) {
                return sources_.in_flags.contains(std::string(key));
            });
            fail(std::string(in_flags != keys.end() ? *in_flags : keys.front()), problem->what);
        }
    }

    const Config& config_;
    const ConfigSources& sources_;
};

} // namespace

void validate(const Config& config, const ConfigSources& sources) {
    Validator(config, sources).run();
}

} // namespace sprt
