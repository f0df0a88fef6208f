#pragma once
// Two agents that follow a script, and what was said to them. No process, no clock.

#include "referee/talk/agents.hpp"

#include <gtest/gtest.h>

#include <array>
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
    };
    struct Question {
        Side side;
        std::string message;
        std::chrono::nanoseconds limit;
    };

    // The script.
    std::array<Answer, 2> ready{Answer{"OK"}, Answer{"OK"}}; ///< by side
    std::deque<Answer> answers;                              ///< one for each question, whoever is asked
    std::array<Departure, 2> departures{Departure{"exited 0", ""}, Departure{"exited 0", ""}}; ///< by side

    // What happened.
    std::vector<std::array<std::string, 2>> ready_messages;
    std::chrono::nanoseconds ready_limit{0};
    std::vector<Question> questions;
    std::vector<std::array<std::string, 2>> last_words;

    std::array<Reply, 2> ask_both(const std::array<std::string_view, 2>& messages,
                                  std::chrono::nanoseconds limit) override {
        EXPECT_TRUE(ready_messages.empty() && last_words.empty());
        ready_messages.push_back({std::string(messages[0]), std::string(messages[1])});
        ready_limit = limit;
        return {reply(ready[0], 0), reply(ready[1], 1)};
    }

    Reply ask(Side side, std::string_view message, std::chrono::nanoseconds limit) override {
        EXPECT_TRUE(last_words.empty()) << "asked after it was seen off";
        questions.push_back({side, std::string(message), limit});
        if (answers.empty()) {
            ADD_FAILURE() << "question " << questions.size() << " is not in the script";
            return {Stopped{}, {}, {}};
        }
        const Answer answer = answers.front();
        answers.pop_front();
        return reply(answer, index(side));
    }

    std::array<Departure, 2> finish(const std::array<std::string_view, 2>& words) override {
        EXPECT_TRUE(last_words.empty()) << "seen off twice";
        last_words.push_back({std::string(words[0]), std::string(words[1])});
        return departures;
    }

  private:
    /// A line is valid until the next call only, so the last one is spoilt first.
    Reply reply(const Answer& answer, std::size_t seat) {
        if (const auto* line = std::get_if<std::string>(&answer.what)) {
            lines_[seat].assign(lines_[seat].size(), '?');
            lines_[seat] = *line;
            return {Line(lines_[seat]), answer.elapsed, answer.load};
        }
        if (const auto* fault = std::get_if<AgentFault>(&answer.what)) {
            return {*fault, answer.elapsed, answer.load};
        }
        return {Stopped{}, answer.elapsed, answer.load};
    }

    std::array<std::string, 2> lines_;
};

} // namespace referee::testing_support
