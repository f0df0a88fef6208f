#pragma once
// An engine in a game, in its dialect. Source: docs/engines.md, "A session".

#include "referee/game/speakers/speaker.hpp"
#include "referee/talk/engine/dialect.hpp"
#include "referee/talk/engine/options.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace referee {

class EngineSpeaker final : public Speaker {
  public:
    EngineSpeaker(const Job& job, Side side, const Agents& agents);

    /// When the engine has not an option that its user wants to set, or does not play the game, prepared()
    /// throws UserError in the first pair of games. Later it is a fault of the engine, which was another one,
    /// as it is where one agent has both seats.
    [[nodiscard]] Question prepare() override;
    [[nodiscard]] std::optional<AgentFault> prepared(const Reply& reply) override;
    void begin_again() override;
    [[nodiscard]] std::optional<Capabilities> offers() const override { return Capabilities{.fen = true}; }
    [[nodiscard]] bool can_open() const override { return true; }
    [[nodiscard]] bool plays_on() const override { return stage_ == Stage::Ready; }
    [[nodiscard]] std::optional<Question> ping(const GameSoFar& game) override;
    [[nodiscard]] Question turn(const GameSoFar& game) override;
    [[nodiscard]] std::variant<MoveNumbers, AgentFault> read_move(const GameSoFar& game, Line line) override;
    [[nodiscard]] bool tells_searches() const override { return true; }
    [[nodiscard]] SearchNote search_of(const Reply& reply) const override;
    [[nodiscard]] std::optional<engine::LineFault> fault_of_line(const SearchNote& note,
                                                                 const Course& game) const override;
    [[nodiscard]] AgentFault explained(const GameSoFar& game, AgentFault fault) const override;
    [[nodiscard]] std::string_view last_words(const GameSoFar& game, bool by_board, bool keeps) override;

  private:
    enum class Stage : std::uint8_t {
        Start,    ///< it is asked what it is
        Variants, ///< it is told the file of its variants, and asked once more: it lists them then
        SetUp,
        NewGame,
        Ready
    };

    [[nodiscard]] std::string setup_message(const std::vector<engine::OptionLine>& listed) const;
    [[nodiscard]] std::string option_message(const EngineOption& option,
                                             const std::vector<engine::OptionLine>& listed) const;
    [[nodiscard]] std::optional<EngineOption> variant(const std::vector<engine::OptionLine>& listed) const;
    [[nodiscard]] std::optional<EngineOption> rule_set(const std::vector<engine::OptionLine>& listed) const;
    /// The engine cannot play as its user wants.
    struct Refusal {
        std::string problem;
    };
    void go_on(const Reply& reply);
    [[noreturn]] void refuse(const std::string& problem) const;
    void add_position(const GameSoFar& game);
    void tell_moves(const GameSoFar& game);
    void tell_move(const MoveNumbers& move);
    void add_go(const GameSoFar& game);

    const Job& job_;
    const Side side_;
    const Manner& manner_;
    const engine::Dialect& dialect_;
    Stage stage_;
    std::string setup_;
    bool lists_games_ = true; ///< the option of its games; true also where it was not asked
    engine::TurnMessage message_;
    std::optional<Board> told_;  ///< after the moves that it was told; empty: it was told nothing
    std::size_t moves_told_ = 0; ///< of those of agents
    bool has_position_ = false;  ///< it was pinged, and not yet asked for its move
    std::string_view awaited_;   ///< the answer to what was said last
};

} // namespace referee
