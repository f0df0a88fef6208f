#pragma once
// The native protocol in a game. Source: docs/protocol.md, "The messages".

#include "referee/game/speakers/speaker.hpp"

#include <string>

namespace referee {

class NativeSpeaker final : public Speaker {
  public:
    NativeSpeaker(const Job& job, Side side, const Agents& agents);

    [[nodiscard]] Question prepare() override;
    [[nodiscard]] std::optional<AgentFault> prepared(const Reply& reply) override;
    void begin_again() override { is_ready_ = false; }
    [[nodiscard]] std::optional<Capabilities> offers() const override;
    [[nodiscard]] bool can_open() const override;
    [[nodiscard]] bool plays_on() const override { return capabilities_.games; }
    [[nodiscard]] Question before_turn(const GameSoFar& game) override;
    [[nodiscard]] Question turn(const GameSoFar& game) override;
    [[nodiscard]] std::variant<MoveNumbers, AgentFault> read_move(const GameSoFar& game, Line line) override;
    [[nodiscard]] AgentFault explained(const GameSoFar& game, AgentFault fault) const override;
    [[nodiscard]] std::string_view last_words(const GameSoFar& game, bool by_board, bool keeps) override;

  private:
    void tell_how_it_begins(const GameSoFar& game);

    const Job& job_;
    const Side side_;
    const Agents& agents_;
    std::string ready_;
    bool is_ready_ = false;
    bool has_heard_opening_ = false;
    bool has_heard_clock_ = false;
    Capabilities capabilities_;
    Message message_;
};

} // namespace referee
