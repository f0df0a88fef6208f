#include "referee/talk/clock.hpp"

namespace referee {
namespace {

/// `800 nodes`, `6 plies`, or both.
std::string to_string(const SearchLimit& search) {
    std::string text = search.nodes > 0 ? std::to_string(search.nodes) + " nodes" : std::string();
    if (search.depth > 0) {
        text += (text.empty() ? "" : " and ") + std::to_string(search.depth) + " plies";
    }
    return text;
}

} // namespace

std::string to_string(const TimeControl& control) {
    const auto ms = [](TimeControl::Time time) { return std::to_string(shown_ms(time).count()) + " ms"; };
    const std::string search =
        control.search == SearchLimit() ? std::string() : to_string(control.search) + " a move";
    std::string text = ms(control.time);
    switch (control.kind) {
    case LimitKind::Game:
        text += control.moves > 0 ? " for " + std::to_string(control.moves) + " moves" : std::string();
        text += control.increment > TimeControl::Time(0)
                    ? " and " + ms(control.increment) + " more after each move"
                    : std::string();
        break;
    case LimitKind::Move:
        text += " a move";
        break;
    case LimitKind::Search:
        return search;
    }
    return search.empty() ? text : text + ", at most " + search;
}

} // namespace referee
