#include "sprt/command/adjudicate_run.hpp"

#include "referee/base/user_error.hpp"
#include "sprt/report/adjudication/adjudicated_run.hpp"
#include "sprt/store/load_run.hpp"
#include "sprt/store/run_directory.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

namespace sprt {

std::string adjudicated_run_text(const AdjudicateFlags& flags) {
    if (!flags.rules.is_on()) {
        throw referee::UserError("--adjudicate: give a rule, as --adjudicate material=20/4");
    }
    const LoadedRun loaded = load_run(flags.dir);
    const auto& [one, two] = loaded.run.config.agents;
    if (const auto problem =
            problem_of(flags.rules, loaded.plan.schedule.rules, {is_engine(one), is_engine(two)})) {
        throw referee::UserError("--adjudicate: " + *problem);
    }
    AdjudicatedRun run(flags.rules, loaded.plan.counting);
    const auto add = [&](const referee::GameRecord& record) -> std::optional<std::string> {
        if (record.game >= loaded.tally.games()) { // not counted, or written since the run was loaded
            return std::nullopt;
        }
        if (record.adjudication) {
            return fmt::format("game {} was adjudicated ({}): what it would have come to is not known; play "
                               "with --adjudicate verify=1",
                               record.game, name(*record.adjudication));
        }
        run.add(record);
        return std::nullopt;
    };
    static_cast<void>(read_games(std::filesystem::path(flags.dir) / kGamesFile, add));
    return run.text(loaded.state());
}

} // namespace sprt
