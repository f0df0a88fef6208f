#include "sprt/store/json_numbers.hpp"

#include "referee/game/json_fields.hpp"
#include "referee/game/log/game_fields_json.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>

namespace sprt {
namespace {

using referee::field;
using referee::fields;
using referee::Json;
using Delays = referee::MachineReport::Delays;

constexpr referee::In<std::chrono::microseconds> kMicroseconds;
constexpr auto kDelaysFields =
    fields<Delays>(field("median", &Delays::median, kMicroseconds), field("p99", &Delays::p99, kMicroseconds),
                   field("largest", &Delays::largest, kMicroseconds));
} // namespace

Json json_number(std::optional<double> value) {
    return value && std::isfinite(*value) ? Json(*value + 0.0) : Json(nullptr);
}

Json json_interval(const std::optional<Interval>& interval) {
    return interval ? Json{json_number(interval->lower), json_number(interval->upper)}
                    : Json{nullptr, nullptr};
}

Json wld_json(const Wld& games) {
    return {games.wins, games.losses, games.draws};
}

Json faults_json(const referee::PerPlayer<FaultCounts>& counts) {
    return {counts.agent1.faults(), counts.agent2.faults()};
}

Json time_losses_json(const referee::PerPlayer<FaultCounts>& counts) {
    return {counts.agent1.time_losses(), counts.agent2.time_losses()};
}

Json delays_json(const Delays& delays) {
    return kDelaysFields.write(delays);
}

Json disturbances_json(const referee::Disturbances& times) {
    return referee::kDisturbancesFields.write(times);
}

} // namespace sprt
