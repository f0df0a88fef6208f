#pragma once
// UAI in a game. Source: docs/engines.md, "A session".

#include "referee/game/speakers/speaker.hpp"
#include "referee/talk/uai/go.hpp"

#include <cstdint>
#include <string>

namespace referee {

class UaiSpeaker final : public Speaker {
  public:
    UaiSpeaker(const Job& job, Side side, const Agents& agents);

    /// prepared() throws UserError when the engine has not an option that its user wants to set.
    [[nodiscard]] Question prepare() override;
    [[nodiscard]] std::optional<AgentFault> prepared(const Reply& reply) override;
    void begin_again() override;
    [[nodiscard]] std::optional<Capabilities> offers() const override { return Capabilities{.fen = true}; }
    [[nodiscard]] bool can_open() const override { return true; }
    [[nodiscard]] bool plays_on() const override { return stage_ == Stage::Ready; }
    [[nodiscard]] Question before_turn(const GameSoFar& game) override;
    [[nodiscard]] Question turn(const GameSoFar& game) override;
    [[nodiscard]] std::variant<MoveNumbers, AgentFault> read_move(const GameSoFar& game, Line line) override;
    [[nodiscard]] bool tells_searches() const override { return true; }
    [[nodiscard]] SearchNote search_of(const Reply& reply) const override;
    [[nodiscard]] bool expects_legal_moves(const SearchNote& note, const Course& game) const override;
    [[nodiscard]] AgentFault explained(const GameSoFar& game, AgentFault fault) const override;
    [[nodiscard]] std::string_view last_words(const GameSoFar& game, bool by_board, bool keeps) override;

  private:
    enum class Stage : std::uint8_t { Start, SetUp, NewGame, Ready };

    [[nodiscard]] std::string setup_message() const;
    void check_options(const Reply& reply) const;
    [[nodiscard]] std::string_view fen_of(const GameSoFar& game) const;
    void add_go(uai::TurnMessage& message, const GameSoFar& game) const;

    const Job& job_;
    const Side side_;
    const Agents& agents_;
    Stage stage_;
    std::string setup_;
    mutable std::string fen_; ///< room for a FEN
    uai::TurnMessage message_;
    std::string_view awaited_; ///< the answer to what was said last
};

} // namespace referee
