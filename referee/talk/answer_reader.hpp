#pragma once
// What the output of an agent comes to, by its protocol.

#include "referee/talk/agents.hpp"
#include "referee/talk/engine/line_pattern.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace referee {

/// Holds what was read from one process. Bytes are read into room(), then taken. Nothing is allocated once
/// the reader was made and has seen the longest text.
class AnswerReader {
  public:
    using Answer = std::variant<Line, AgentFault>;

    AnswerReader() = default;
    AnswerReader(const AnswerReader&) = delete;
    AnswerReader& operator=(const AnswerReader&) = delete;
    virtual ~AnswerReader() = default;

    /// An answer is owed from now on. In protocols that have such words it begins with `awaited`.
    virtual void expect(std::string_view awaited) = 0;
    /// Where the next bytes belong; never empty.
    [[nodiscard]] virtual std::span<char> room() = 0;
    /// `count` bytes were read into room(). The answer, if one is owed and it is whole; valid until expect().
    [[nodiscard]] virtual std::optional<Answer> take(std::size_t count) = 0;
    /// What came of an answer that is owed and not whole.
    [[nodiscard]] virtual std::string_view part() const noexcept = 0;
    /// The start of the last line since expect() that meant nothing; empty in a protocol without such lines.
    [[nodiscard]] virtual std::string_view unknown_line() const noexcept { return {}; }
    /// What is wrong with what came while no answer was owed; empty when nothing is.
    [[nodiscard]] virtual const std::optional<std::string>& uninvited() const noexcept = 0;
    /// What an engine said besides its answers; nullptr in a protocol that has nothing else.
    [[nodiscard]] virtual const Asides* asides() const noexcept { return nullptr; }
};

/// A reader for a process that has just been started. `kept`: which lines of an engine's searches are kept;
/// empty: none.
[[nodiscard]] std::unique_ptr<AnswerReader>
make_reader(Protocol protocol, const std::optional<engine::LinePattern>& kept = std::nullopt);

// Answers of native agents: one line each, and nothing else. Source: docs/protocol.md, "Uninvited output".

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
