#pragma once
// Answers of native agents: one line each, and nothing else. Source: docs/protocol.md, "Uninvited output".

#include "referee/talk/answer_reader.hpp"

#include <array>

namespace referee {

class NativeReader final : public AnswerReader {
  public:
    void expect(std::string_view awaited) override;
    [[nodiscard]] std::span<char> room() override;
    [[nodiscard]] std::optional<Answer> take(std::size_t count) override;
    [[nodiscard]] std::string_view part() const noexcept override { return {input_.data(), size_}; }
    [[nodiscard]] const std::optional<std::string>& uninvited() const noexcept override { return uninvited_; }

  private:
    std::array<char, 2 * kMaxLineBytes> input_; ///< the answer so far, or the last one
    std::array<char, kMaxLineBytes> unasked_;   ///< what comes while no answer is owed
    std::size_t size_ = 0;
    bool is_owed_ = false;
    std::optional<std::string> uninvited_;
};

} // namespace referee
