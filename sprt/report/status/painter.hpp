#pragma once
// A block of lines at the bottom of a terminal that is repainted in place. The cursor is hidden only during a
// write, so that a program that is killed leaves the cursor visible, at the beginning of a line. Errors of
// writing are ignored: a run does not fail for its status.

#include <string>
#include <vector>

namespace sprt {

class Painter {
  public:
    /// `fd` must stay open until the Painter is destroyed.
    explicit Painter(int fd) noexcept
        : fd_(fd) {}
    ~Painter();
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;

    /// Whether it may paint: the terminal shows what was written before, which a stopped one does not, and no
    /// other process group has it. While one has it, what is painted is forgotten, because other programs may
    /// have written there since.
    [[nodiscard]] bool may_paint();
    /// Paints lines, each with its newline, in place of those before. They may hold sequences of colour.
    void paint(const std::string& block);
    /// Erases them. Call before anything else is written to the same terminal.
    void clear();
    [[nodiscard]] bool is_empty() const noexcept { return painted_.empty(); }
    /// Columns of the terminal, 80 when it does not tell.
    [[nodiscard]] int columns() const;

  private:
    [[nodiscard]] int rows(int columns) const;

    int fd_;
    std::vector<int> painted_; ///< columns of each line on the screen
};

} // namespace sprt
