#pragma once
// Two agents that follow a script and keep what they are told. No process, no clock.

#include "referee/talk/agents.hpp"
#include "referee/talk/engine/reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace referee::testing_support {

class FakeAgents final : public Agents {
  public:
    /// What an agent does when it is asked, and how long that takes.
    struct Answer {
        std::variant<std::string, AgentFault, Stopped> what;
        std::chrono::nanoseconds elapsed{0};
        TurnLoad load{};
        std::optional<Disturbed> disturbed{};
        bool is_curbed = false;
        std::optional<engine::SearchInfo> info{};
    };
    struct Asked {
        Side side;
        std::string message;
        std::chrono::nanoseconds limit;
        std::string_view last_call;
    };

    // The script.
    PerSide<Answer> ready{Answer{"OK"}, Answer{"OK"}};
    /// What an engine says of itself at each question before the game; nothing more when they are used up.
    PerSide<std::deque<std::vector<std::string>>> about;
    std::deque<Answer> answers; ///< one for each question, of either agent
    PerSide<Manner> manners;
    PerSide<bool> new_processes{true, true};
    PerSide<PingHabit> ping_habits{};
    PerSide<bool> free{false, false};
    bool may_be_replaced = true;
    PerSide<Departure> departures{Departure{"exited 0", ""}, Departure{"exited 0", ""}};

    // What happened.
    std::vector<PerSide<std::string>> ready_messages;
    std::chrono::nanoseconds ready_limit{0};
    std::vector<Asked> questions;
    std::vector<PerSide<std::string>> last_words;
    PerSide<bool> kept{};
    PerSide<bool> replaced{};

    [[nodiscard]] const Manner& manner(Side side) const override { return manners[side]; }
    [[nodiscard]] bool is_new(Side side) const override { return new_processes[side]; }
    PingHabit& ping_habit(Side side) override { return ping_habits[side]; }
    [[nodiscard]] bool is_free(Side side) const override { return free[side]; }
    bool replace(Side side) override {
        replaced[side] = true;
        return new_processes[side] = may_be_replaced;
    }

    PerSide<Reply> ask_both(const PerSide<Question>& asked) override {
        EXPECT_TRUE(last_words.empty());
        ready_messages.push_back({std::string(asked.first.message), std::string(asked.second.message)});
        ready_limit = std::max(asked.first.limit, asked.second.limit);
        PerSide<Reply> replies{reply(ready.first, Side::First), reply(ready.second, Side::Second)};
        for (const Side side : kSides) {
            if (!asked[side].message.empty() && !about[side].empty()) {
                asides_[side].about = about[side].front();
                about[side].pop_front();
                replies[side].asides = &asides_[side];
            }
        }
        return replies;
    }

    Reply ask(Side side, const Question& question) override {
        EXPECT_TRUE(last_words.empty()) << "asked after it was seen off";
        questions.push_back({side, std::string(question.message), question.limit, question.last_call});
        if (answers.empty()) {
            ADD_FAILURE() << "question " << questions.size() << " is not in the script";
            return {Stopped{}, {}, {}};
        }
        const Answer answer = answers.front();
        answers.pop_front();
        return reply(answer, side);
    }

    PerSide<Departure> finish(const PerSide<std::string_view>& words, const PerSide<bool>& keeps) override {
        EXPECT_TRUE(last_words.empty()) << "seen off twice";
        last_words.push_back({std::string(words.first), std::string(words.second)});
        kept = keeps;
        return departures;
    }

  private:
    Reply reply(const Answer& answer, Side side) {
        Reply made = undisturbed(answer, side);
        made.disturbed = answer.disturbed;
        made.is_curbed = answer.is_curbed;
        if (answer.info) {
            asides_[side].info = *answer.info;
            made.asides = &asides_[side];
        }
        return made;
    }

    /// A line is valid until the next call only, so the last one is spoilt first.
    Reply undisturbed(const Answer& answer, Side side) {
        if (const auto* line = std::get_if<std::string>(&answer.what)) {
            lines_[side].assign(lines_[side].size(), '?');
            lines_[side] = *line;
            return {Line(lines_[side]), answer.elapsed, answer.load};
        }
        if (const auto* fault = std::get_if<AgentFault>(&answer.what)) {
            return {*fault, answer.elapsed, answer.load};
        }
        return {Stopped{}, answer.elapsed, answer.load};
    }

    PerSide<std::string> lines_;
    PerSide<Asides> asides_;
};

} // namespace referee::testing_support
