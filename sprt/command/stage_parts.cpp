#include "sprt/command/stage_parts.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace sprt {

using referee::Program;
using referee::UserError;

Program find_agent(const AgentConfig& agent, const referee::PlaySettings& settings,
                   const std::string& place) {
    try {
        Program program = referee::find_program(agent.command, agent.dir, referee::bundled_agents_dir());
        for (const auto& [variable, text] : agent.env) {
            program.variables.push_back(variable + "=" + text);
        }
        program.gets_secrets = settings.env != "clean";
        return program;
    } catch (const UserError& error) {
        throw UserError(place + ": " + error.what());
    }
}

std::vector<std::filesystem::path> hidden_from_agents(const std::string& out,
                                                      const std::vector<std::string>& more,
                                                      const referee::PlaySettings& settings,
                                                      const ConfigSources& sources) {
    namespace fs = std::filesystem;
    std::vector<fs::path> hidden;
    const auto add = [&](const std::string& path) {
        if (!path.empty()) {
            hidden.push_back(fs::absolute(path));
        }
    };
    for (const std::string& path : {out, settings.trace, settings.trace_faults, sources.file}) {
        add(path);
    }
    std::ranges::for_each(more, add);
    if (!out.empty()) {
        std::error_code error; // a directory that cannot be read has no runs that an agent could read
        for (const auto& entry : fs::directory_iterator(fs::absolute(out).parent_path(), error)) {
            if (fs::exists(entry.path() / "run.json", error)) {
                hidden.push_back(entry.path());
            }
        }
    }
    return hidden;
}

std::unique_ptr<Openings> find_openings(const SchedulePlan& schedule, const std::vector<std::string>& natives,
                                        const ConfigSources& sources) {
    try {
        auto openings = make_openings(schedule.openings, schedule.seed, schedule.rules);
        const OpeningsFacts& facts = openings->facts();
        if (facts.most_plies >= static_cast<std::size_t>(schedule.limits.turns)) {
            throw UserError(
                fmt::format("'{}' has openings of {}, and games end after {}", schedule.openings_text,
                            referee::counted(facts.most_plies, "move"),
                            referee::counted(static_cast<std::uint64_t>(schedule.limits.turns), "turn")));
        }
        if (facts.first_blocked && !natives.empty()) {
            throw UserError(
                fmt::format("{}: it has blocked squares, which {} cannot be told; only UAI engines can",
                            facts.first_blocked->place, natives.front()));
        }
        return openings;
    } catch (const UserError& error) {
        throw UserError(sources.place("openings") + ": " + error.what());
    }
}

} // namespace sprt
