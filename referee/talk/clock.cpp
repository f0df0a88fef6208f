#include "referee/talk/clock.hpp"

namespace referee {

std::string to_string(const TimeControl& control) {
    const auto ms = [](TimeControl::Time time) { return std::to_string(shown_ms(time).count()) + " ms"; };
    switch (control.kind) {
    case LimitKind::Game:
        return ms(control.time) + (control.increment > TimeControl::Time(0)
                                       ? " and " + ms(control.increment) + " more after each move"
                                       : std::string());
    case LimitKind::Move:
        return ms(control.time) + " a move";
    case LimitKind::Nodes:
        return std::to_string(control.count) + " nodes a move";
    case LimitKind::Depth:
        return std::to_string(control.count) + " plies a move";
    }
    return {};
}

} // namespace referee
