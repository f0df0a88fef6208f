#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "referee/game/settings/agent_spec.hpp"
#include "referee/game/settings/play_settings.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
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

TimeControl no_clock() {
    TimeControl control;
    control.kind = LimitKind::Search;
    return control;
}

/// What is before `sign` in `text`, which keeps what is behind it; empty: there is no such sign.
std::optional<std::string_view> take_before(char sign, std::string_view& text) {
    const auto at = text.find(sign);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view before = text.substr(0, at);
    text.remove_prefix(at + 1);
    return before;
}

} // namespace

TimeControl parse_time_control(const std::string& text) {
    if (text == kNoClock) {
        return no_clock();
    }
    const auto fail = [&] {
        throw UserError(fmt::format("'{}' is not [MOVES/]TIME[+SECONDS] or inf, as in 10+0.1, 40/60+0.6 or "
                                    "1:30+1; TIME is SECONDS or MINUTES:SECONDS",
                                    to_printable(text)));
    };
    const auto number = [&](std::string_view part, auto most, auto... format) {
        const auto value = parse_number<decltype(most)>(part, format...);
        if (part.starts_with('-') || !value || !(*value >= 0 && *value <= most)) {
            fail();
        }
        return *value;
    };
    constexpr std::int64_t kMostSeconds = kMostMilliseconds / 1000;
    const auto seconds = [&](std::string_view part) {
        const double value = number(part, static_cast<double>(kMostSeconds), std::chars_format::fixed);
        return milliseconds(std::llround(value * 1000));
    };
    constexpr int kMostMoves = 999'999;
    std::string_view rest = text;
    const auto moves = take_before('/', rest);
    const auto time_before_increment = take_before('+', rest);
    const milliseconds increment = time_before_increment ? seconds(rest) : milliseconds(0);
    rest = time_before_increment.value_or(rest);
    const auto minutes = take_before(':', rest);
    const milliseconds time =
        seconds(rest) + std::chrono::minutes(minutes ? number(*minutes, kMostSeconds / 60) : 0);
    TimeControl control = game_clock(time, increment);
    control.moves = moves ? number(*moves, kMostMoves) : 0;
    if (time > milliseconds(kMostMilliseconds)) {
        fail();
    }
    if (time < milliseconds(1)) {
        throw UserError(fmt::format("'{}' begins with no time; it must be a millisecond at least", text));
    }
    if (moves && control.moves == 0) {
        throw UserError(fmt::format("'{}' is a time for no moves; leave 0/ out for a whole game", text));
    }
    return control;
}

TimeControl time_control(const AgentSpec& agent, const PlaySettings& run) {
    TimeControl control = time_control(run);
    if (agent.tc) {
        control = parse_time_control(*agent.tc);
    } else if (agent.time_ms || agent.inc_ms) {
        if (control.kind != LimitKind::Game || agent.time_ms) {
            const auto increment = control.kind == LimitKind::Game ? control.increment : TimeControl::Time(0);
            control = TimeControl(milliseconds(agent.time_ms.value_or(run.time_ms)));
            control.increment = increment;
        }
        if (agent.inc_ms) {
            control.increment = milliseconds(*agent.inc_ms);
        }
    } else if (agent.move_ms) {
        control = time_for_each_move(milliseconds(*agent.move_ms));
    } else if (agent.nodes || agent.depth) {
        control = no_clock();
    }
    control.search = {agent.nodes.value_or(0), agent.depth.value_or(0)};
    if (!control.has_time()) {
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
        control = parse_time_control(*run.tc);
    }
    if (run.margin_ms && control.has_time()) {
        control.margin = milliseconds(*run.margin_ms);
    }
    return control;
}

} // namespace referee
