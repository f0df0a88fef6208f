#include "sprt/command/session.hpp"

#include "referee/base/console.hpp"
#include "sprt/command/program_name.hpp"

namespace sprt {

using referee::complain;

void warn_before_games(const Stage& stage, const PlayPlan& play, const std::vector<std::string>& lacks,
                       bool are_played_here) {
    std::vector<std::string> lines = lacks;
    if (const std::string& unusual = stage.openings->facts().warning; !unusual.empty()) {
        lines.push_back(unusual);
    }
    if (const auto cores = stage.placement.warning(play.concurrency); cores && are_played_here) {
        lines.push_back(*cores);
    }
    for (const std::string& line : stage.kit.roster.without_sandbox()) {
        lines.push_back(line);
    }
    for (const std::string& line : lines) {
        complain(kProgram, "warning: " + line);
    }
}

void warn_of_signals(const Stage& stage) {
    for (const std::string& ignored : stage.signals.ignored()) {
        complain(kProgram, "warning: interference: an agent sent " + ignored + "; it was ignored");
    }
}

std::string damage_text(const referee::LogDamaged& damage, const std::filesystem::path& dir) {
    return std::string(damage.what()) + "; see what is left: " + call_on_run("report", dir);
}

} // namespace sprt
