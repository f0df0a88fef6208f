#pragma once
// Reads the options of fastchess one at a time into what they come to here.

#include "sprt/command/fastchess/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sprt::fastchess {

/// The options may come in any order. Each function throws UserError, naming the option, for what is wrong.
class OptionReader {
  public:
    /// Call it for each flag, but for those that change nothing.
    void took(const std::string& flag);
    /// A flag of ours, `--out DIR`.
    void ours(const Given& given);

    // Each takes an option of the table in words.cpp.

    void engine(const Given& given);
    void each(const Given& given);
    void quick(const Given& given);
    void concurrency(const Given& given);
    void rounds(const Given& given);
    void games(const Given& given);
    void repeat(const Given& given) { games_ = given.words.empty() ? 2 : whole(given.flag, given.all(), 1); }
    void recover(const Given& /*given*/) { call_.output.recovers = true; }
    void variant(const Given& given);
    void openings(const Given& given);
    void srand(const Given& given) { set("--seed", given.all()); }
    void sprt(const Given& given) { sprt_ = given; }
    void draw(const Given& given);
    void resign(const Given& given);
    void maxmoves(const Given& given);
    void tb(const Given& given) { tables_ = given.all(); }
    void tbpieces(const Given& given) {
        const std::int64_t pieces = whole(given.flag, given.all());
        table_parts_ += pieces > 0 ? fmt::format("/pieces={}", pieces) : ""; // 0: of all tables
    }
    void tbignore50(const Given& /*given*/) { table_parts_ += "/ignore50"; }
    void tbadjudicate(const Given& given);
    void pgnout(const Given& given);
    void epdout(const Given& given);
    void event(const Given& given) { set("--title", given.all()); }
    void site(const Given& given) { set("--site", given.all()); }
    void crc32(const Given& given) { call_.output.has_crc = is_true(given, "pgn"); }
    void output(const Given& given);
    void report(const Given& given) { call_.output.by_pairs = is_true(given, "penta", true); }
    void ratinginterval(const Given& given);
    void scoreinterval(const Given& given);
    void test_env(const Given& /*given*/) { call_.output.is_test_env = true; }
    void strict(const Given& /*given*/) { call_.output.is_strict = true; }
    void check_mate_pvs(const Given& /*given*/) { call_.output.checks_mates = true; }
    void tournament(const Given& given);
    void seeds(const Given& given) { seeds_ = whole(given.flag, given.all(), 1); }
    void startup(const Given& given) { set_each("start_ms", given); }
    void ucinewgame(const Given& given) { set_each("newgame_ms", given); }
    void ping(const Given& given) { set_each("ping_ms", given); }
    void affinity(const Given& given);
    void log(const Given& given);
    void config(const Given& given);
    void nothing(const Given& /*given*/) {}

    /// What all options come to. Throws UserError for what is missing.
    [[nodiscard]] FastchessCall finish();

  private:
    /// In place of an earlier value: the last one holds.
    void set(std::string flag, std::string value);
    /// Whether our `flag` stands beside the words.
    [[nodiscard]] bool is_given(std::string_view flag) const {
        return std::ranges::find(call_.our_flags, flag) != call_.our_flags.end();
    }
    /// Takes back a flag with its value, unless it stands beside the words.
    void unset(std::string_view flag);
    void add(std::string flag, std::string value) {
        ours_.push_back(std::move(flag));
        ours_.push_back(std::move(value));
    }
    /// Whether the call has our `flag`.
    [[nodiscard]] bool has(const std::string& flag) const {
        return std::ranges::any_of(
            ours_, [&flag](const std::string& word) { return word == flag || word.starts_with(flag + "="); });
    }
    /// Where the call says nothing of it.
    void add_default(const std::string& flag, std::string value) {
        if (!has(flag)) {
            add(flag, std::move(value));
        }
    }
    void adjudicate(std::string rule) {
        set("--adjudicate", std::move(rule));
        adjudicates_ = true;
    }
    void set_each(std::string key, const Given& given) {
        each_ms_.emplace_back(std::move(key), std::to_string(whole(given.flag, given.all(), 1)));
    }
    void expect_no_flag_beside_its_word() const;
    void finish_games(bool is_tournament);
    void finish_test();

    FastchessCall call_;
    Words ours_;
    std::vector<Pairs> engines_;
    Pairs each_;
    Pairs each_ms_;
    std::optional<Given> sprt_;
    std::int64_t rounds_ = 2;
    std::int64_t games_ = 2;
    std::string tables_;
    std::string table_parts_;
    std::string format_ = "roundrobin";
    std::optional<std::int64_t> seeds_;
    std::string pgn_;
    std::string of_run_; ///< the first flag that changes the run; empty: none
    bool has_rounds_ = false;
    bool adjudicates_ = false;
};

} // namespace sprt::fastchess
