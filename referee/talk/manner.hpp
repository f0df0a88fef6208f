#pragma once
// How an agent is talked to: its protocol, and what that protocol lets its user choose.
// Source: docs/protocol.md, docs/engines.md.

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace referee {

enum class Protocol : std::uint8_t { Native, Uai };

/// When the process of an agent that can play several games is ended.
enum class Restart : std::uint8_t {
    Game, ///< after each game
    Pair, ///< after both games of a pair
    Never ///< when the games are over
};

/// An option of an engine, sent as it is written.
struct EngineOption {
    std::string name;
    std::string value;
    bool operator==(const EngineOption&) const = default;
};

/// All but the protocol is for UAI engines.
struct Manner {
    Protocol protocol = Protocol::Native;
    std::vector<EngineOption> options{};
    bool checks_options = true;                  ///< only options that the engine lists may be sent
    std::vector<std::string> init{};             ///< lines sent after the options
    std::chrono::milliseconds start{10'000};     ///< to answer `uai`, and again to answer `isready`
    std::chrono::milliseconds new_game{10'000};  ///< to answer `isready` behind `uainewgame`
    std::chrono::milliseconds ping_limit{5'000}; ///< to answer `isready` behind `position`
    bool pings = true;                           ///< `isready` is sent behind `position`
    bool operator==(const Manner&) const = default;
};

} // namespace referee
