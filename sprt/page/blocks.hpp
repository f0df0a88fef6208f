#pragma once
// The games of a page: blocks of lines of games.jsonl, in which standard error is cut.
// Source: docs/runs.md, "The data of a page".

#include "referee/game/record.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace sprt {

/// Games in a block.
inline constexpr std::uint64_t kBlockGames = 256;

/// The line of a game for the page, without its newline: `line`, in which `stderr` of each fault is cut from
/// its front when it is longer than `most_bytes`; such a fault has `"stderr_cut": true`.
[[nodiscard]] std::string page_line(std::string_view line, std::size_t most_bytes);

/// Collects lines into blocks.
class BlockWriter {
  public:
    /// `on_block` receives each block: whole lines with their newlines.
    BlockWriter(std::size_t most_stderr_bytes, std::function<void(std::string_view text)> on_block);

    /// Takes the line of the next game, without its newline.
    void add(std::string_view line);
    /// The games after the last whole block, if any, are a block, too.
    void end();

  private:
    std::size_t most_stderr_bytes_;
    std::function<void(std::string_view)> on_block_;
    std::string text_;
    std::uint64_t games_ = 0; ///< in `text_`
};

} // namespace sprt
