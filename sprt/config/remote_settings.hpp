#pragma once
// Settings of a run that workers on other machines play. Source: docs/many-machines.md.

#include <cstdint>
#include <optional>
#include <string>

namespace sprt {

/// The name of a member is its key in a configuration.
struct RemoteSettings {
    std::optional<std::string> via;   ///< the server through which workers play; empty: threads do
    std::string send_agents = "auto"; ///< auto, always or never
    double share = 1.0;               ///< of the workers, beside other runs
    std::string time_scale = "off";   ///< off or speed
    double reference_speed = 1.0;     ///< of the machine whose times are those of the run, million nodes/s
    /// Share of the pairs that a second worker plays, too; empty: 0.02 while volunteers are present.
    std::optional<double> spot_check{};
    /// Seconds after which the run ends when all workers that came may not play it.
    std::int64_t wait = 600;
};

} // namespace sprt
