#pragma once
// The two players of a checked game: the agent in its process, and random moves inside of ours.

#include "referee/check/random_mover.hpp"
#include "referee/check/talker.hpp"
#include "referee/talk/agents.hpp"

namespace referee::check {

/// Of one game. The clock of the random mover never moves.
class AgainstRandom final : public Agents {
  public:
    /// `side` is the agent's. All of them must outlive it, and the talker must have a process.
    AgainstRandom(const Subject& subject, Talker& talker, RandomMover& mover, Side side) noexcept
        : subject_(subject)
        , talker_(talker)
        , mover_(mover)
        , side_(side) {}

    [[nodiscard]] const Manner& manner(Side side) const override;
    [[nodiscard]] bool is_new(Side side) const override { return side != side_ || talker_.is_new(); }
    /// A process that died between two games is a fault here.
    bool replace(Side /*side*/) override { return false; }
    PerSide<Reply> ask_both(const PerSide<Question>& questions) override;
    Reply ask(Side side, const Question& question) override;
    PerSide<Departure> finish(const PerSide<std::string_view>& last_words,
                              const PerSide<bool>& keeps) override;

  private:
    const Subject& subject_;
    Talker& talker_;
    RandomMover& mover_;
    const Side side_;
};

} // namespace referee::check
