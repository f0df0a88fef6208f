#include "sprt/store/json_numbers.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace sprt {

using referee::Json;

Json json_number(std::optional<double> value) {
    return value && std::isfinite(*value) ? Json(*value + 0.0) : Json(nullptr);
}

Json json_interval(const std::optional<Interval>& interval) {
    return interval ? Json{json_number(interval->lower), json_number(interval->upper)}
                    : Json{nullptr, nullptr};
}

} // namespace sprt
