#include "sprt/command/stage.hpp"

#include "referee/base/user_error.hpp"
#include "referee/process/limits.hpp"
#include "sprt/play/players.hpp"

#include <fmt/format.h>

namespace sprt {
namespace {

using referee::UserError;

std::unique_ptr<Openings> find_openings(const Config& config, const ConfigSources& sources) {
    try {
        auto openings = make_openings(parse_openings(config.openings), *config.seed);
        if (openings->facts().most_plies >= static_cast<std::size_t>(config.turns)) {
            throw UserError(fmt::format("'{}' has openings of {} moves, and games end after {} turns",
                                        config.openings, openings->facts().most_plies, config.turns));
        }
        return openings;
    } catch (const UserError& error) {
        throw UserError(sources.place("openings") + ": " + error.what());
    }
}

} // namespace

Stage::Stage(const Config& config, const ConfigSources& sources)
    : programs(find_programs(config, sources))
    , descriptors(referee::raise_descriptor_limit(
          referee::descriptors_for(static_cast<std::size_t>(*config.concurrency))))
    , openings(find_openings(config, sources)) {}

} // namespace sprt
