#pragma once
// An engine of Ataxx over the rules of the referee, in either dialect: it searches on a second thread, so
// that `isready` and `stop` are answered while it thinks.

#include "referee/rules/ataxx/position.hpp"
#include "tests/engines/habits.hpp"
#include "tests/engines/notation.hpp"
#include "tests/engines/search.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace test_engines {

class Engine {
  public:
    Engine(Dialect dialect, Habits habits);
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    ~Engine();

    /// Acts on one line of input. False when the line was `quit`.
    [[nodiscard]] bool hear(const std::string& line);

  private:
    using Words = std::vector<std::string>;

    void introduce();
    void list_option(const std::string& name, const std::string& type);
    void set_option(const Words& words);
    void set_position(const Words& words);
    void perft(int depth);
    /// The limits of a `go`, and how it should be treated that the engine does not know.
    [[nodiscard]] Limits limits_of(const Words& words) const;
    void go(const Words& words);
    void think(const Limits& limits, const std::string& unknown);
    void stop();

    [[nodiscard]] std::string answer_at_end() const;
    [[nodiscard]] ataxx::Move chosen(const Limits& limits, bool& is_done);
    [[nodiscard]] std::string written(ataxx::Move move) const;
    [[nodiscard]] std::string report_of(const Found& found) const;
    [[nodiscard]] std::uint64_t seed() const;
    void leak();
    void die_of(std::string_view what) const;
    /// Says a line, with its end.
    void say(const std::string& line);

    const Dialect dialect_;
    const Habits habits_;
    ataxx::Fen fen_;
    bool knows_variant_; ///< of UCI_Variant
    bool plays_ataxx_;   ///< and not chess
    std::string last_move_;
    std::string play_ = "alphabeta"; ///< the option of that name
    bool says_pv_ = true;
    bool is_introduced_ = false;
    bool is_ready_ = false;
    std::vector<char> memory_;
    std::vector<std::string> leaked_;
    std::uint64_t games_ = 0;

    std::mutex output_;
    std::thread thinker_;
    std::atomic<bool> is_stopped_ = false;
};

} // namespace test_engines
