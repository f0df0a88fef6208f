#pragma once
// The output of a UAI engine: lines of which few are answers. Source: docs/engines.md, "What is read".

#include "referee/talk/answer_reader.hpp"
#include "referee/talk/uai/asides.hpp"

#include <cstddef>
#include <vector>

namespace referee::uai {

/// Longest line, in bytes without its newline.
inline constexpr std::size_t kMaxLine = std::size_t{64} * 1024;
/// The most that an engine may write for one answer.
inline constexpr std::size_t kMaxOutput = std::size_t{16} * 1024 * 1024;

/// An answer is a line that begins with the awaited word. All other lines are passed over, at any time, but
/// for `bestmove`: an engine that says it when no move is owed is at fault.
class Reader final : public AnswerReader {
  public:
    Reader();

    void expect(std::string_view awaited) override;
    [[nodiscard]] std::span<char> room() override;
    [[nodiscard]] std::optional<Answer> take(std::size_t count) override;
    [[nodiscard]] std::string_view part() const noexcept override { return {buffer_.data(), size_}; }
    [[nodiscard]] std::string_view unknown_line() const noexcept override { return unknown_; }
    [[nodiscard]] const std::optional<std::string>& uninvited() const noexcept override { return uninvited_; }
    [[nodiscard]] const Asides* asides() const noexcept override { return &asides_; }

  private:
    void take_line(std::string_view line, std::optional<Answer>& answer);
    void refuse(std::string what, std::optional<Answer>& answer);

    std::vector<char> buffer_; ///< the line so far, and room for more
    std::size_t size_ = 0;
    std::size_t output_ = 0; ///< bytes since expect()
    std::string awaited_;
    bool is_owed_ = false;
    std::string answer_;
    std::string unknown_; ///< see unknown_line()
    std::optional<std::string> uninvited_;
    Asides asides_;
    std::size_t about_bytes_ = 0;
};

} // namespace referee::uai
