#include "referee/game/settings/time_control.hpp"

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/settings/agent_spec.hpp"
#include "referee/game/settings/play_settings.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string_view>

namespace referee {
namespace {

using std::chrono::milliseconds;

/// The limits of a clock for the game.
TimeControl game_clock(milliseconds time, milliseconds increment) {
    TimeControl control(time);
    control.increment = increment;
    return control;
}

TimeControl time_for_each_move(milliseconds time) {
    constexpr milliseconds kUsualMargin{25};
    TimeControl control(time);
    control.kind = LimitKind::Move;
    control.margin = kUsualMargin;
    return control;
}

} // namespace

ParsedTimeControl parse_time_control(const std::string& text) {
    constexpr double kMostSeconds = static_cast<double>(kMostMilliseconds) / 1000;
    const auto plus = text.find('+');
    const auto seconds = [&](std::string_view part) -> milliseconds {
        double number = 0;
        const char* const last = part.data() + part.size();
        const std::from_chars_result result =
            std::from_chars(part.data(), last, number, std::chars_format::fixed);
        if (result.ec != std::errc() || result.ptr != last || !(number >= 0 && number <= kMostSeconds)) {
            throw UserError(
                fmt::format("'{}' is not SECONDS or SECONDS+SECONDS, as in 10+0.1", to_printable(text)));
        }
        return milliseconds(std::llround(number * 1000));
    };
    const ParsedTimeControl parsed{
        seconds(std::string_view(text).substr(0, plus)),
        plus == std::string::npos ? milliseconds(0) : seconds(std::string_view(text).substr(plus + 1))};
    if (parsed.time < milliseconds(1)) {
        throw UserError(fmt::format("'{}' begins with no time; it must be a millisecond at least", text));
    }
    return parsed;
}

TimeControl time_control(const AgentSpec& agent, const PlaySettings& run) {
    TimeControl control = time_control(run);
    if (agent.tc) {
        const ParsedTimeControl parsed = parse_time_control(*agent.tc);
        control = game_clock(parsed.time, parsed.increment);
    } else if (agent.time_ms || agent.inc_ms) {
        const bool is_clock = control.kind == LimitKind::Game;
        control = game_clock(
            milliseconds(agent.time_ms.value_or(is_clock ? shown_ms(control.time).count() : run.time_ms)),
            milliseconds(agent.inc_ms.value_or(is_clock ? shown_ms(control.increment).count() : 0)));
    } else if (agent.move_ms) {
        control = time_for_each_move(milliseconds(*agent.move_ms));
    } else if (agent.nodes || agent.depth) {
        control = TimeControl();
        control.kind = agent.nodes ? LimitKind::Nodes : LimitKind::Depth;
        control.count = agent.nodes ? *agent.nodes : *agent.depth;
        control.turn = agent.turn_ms ? milliseconds(*agent.turn_ms) : control.turn;
        return control;
    }
    if (const auto margin = agent.margin_ms ? agent.margin_ms : run.margin_ms) {
        control.margin = milliseconds(*margin);
    }
    return control;
}

TimeControl time_control(const PlaySettings& run) {
    TimeControl control = game_clock(milliseconds(run.time_ms), milliseconds(run.inc_ms.value_or(0)));
    if (run.move_ms) {
        control = time_for_each_move(milliseconds(*run.move_ms));
    } else if (run.tc) {
        const ParsedTimeControl parsed = parse_time_control(*run.tc);
        control = game_clock(parsed.time, parsed.increment);
    }
    if (run.margin_ms) {
        control.margin = milliseconds(*run.margin_ms);
    }
    return control;
}

} // namespace referee
