#pragma once
// The command line of an agent, and the options that agents have in common.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace search {

// The seed of a game: one that the user gave holds for all games, otherwise each game brings its own.

class Seeds {
  public:
    explicit Seeds(std::uint64_t seed) noexcept
        : seed_(seed) {}

    [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }

    /// A game brings `seed`.
    void set(std::uint64_t seed) noexcept {
        if (!is_fixed) {
            seed_ = seed;
        }
    }

    /// Where the seed stands, for the reader of the command line.
    [[nodiscard]] std::uint64_t& place() noexcept { return seed_; }
    bool is_fixed = false; ///< the user gave the seed

  private:
    std::uint64_t seed_;
};

struct OptionRange {
    std::uint64_t least;
    std::uint64_t most;
};

/// Empty when `text` is a whole number in `range`, otherwise what is wrong with `text`. A number with a zero
/// in front is refused: a parser might read it as octal.
[[nodiscard]] std::string what_is_wrong(const std::string& text, OptionRange range);

/// The options of an agent, each with the value that it sets. The values must outlive the last parse().
/// --help and --version are always there; --help lists the options in the order in which they were added.
class CommandLine {
  public:
    /// `description`: what the agent does, the first line of --help.
    explicit CommandLine(const std::string& description);
    ~CommandLine();
    CommandLine(const CommandLine&) = delete;
    CommandLine& operator=(const CommandLine&) = delete;

    /// An option without a value, which makes `value` true.
    void add_flag(const std::string& name, bool& value, const std::string& help);
    /// An option with a whole number. --help shows what `value` holds now as the default. `Number` is int or
    /// std::uint64_t.
    template<class Number>
    void add_number(const std::string& name, Number& value, OptionRange range, const std::string& help);
    /// The same without a default: `value` stays empty unless the option is given. `Number` is int,
    /// std::int64_t or std::uint64_t.
    template<class Number>
    void add_number(const std::string& name, std::optional<Number>& value, OptionRange range,
                    const std::string& help);
    /// An option with a number from `least` to `most`. --help shows what `value` holds now as the default.
    void add_real(const std::string& name, double& value, double least, double most, const std::string& help);
    /// An option that is one of `words`. --help shows what `value` holds now as the default.
    void add_word(const std::string& name, std::string& value, const std::vector<std::string>& words,
                  const std::string& help);
    void add_file(const std::string& name, std::string& value, const std::string& help);
    /// An option with any number of 64 bits, which is the seed of all games. When it is not given, the
    /// environment variable `variable` sets the seed of the first game.
    void add_seed(const std::string& name, Seeds& seeds, const std::string& variable,
                  const std::string& help);

    /// Reads the command line of the program. Empty when the program shall go on, otherwise its exit status:
    /// 0 after --help and --version, 2 when something is wrong, which is said in one line on standard error.
    [[nodiscard]] std::optional<int> parse(int argc, const char* const* argv);

  private:
    struct Parser;
    std::unique_ptr<Parser> parser_;
};

/// The values of the options that agents have in common.
struct Options {
    Seeds seed;           ///< random unless it is given
    bool shuffle = false; ///< whether to try the moves in a random order
    bool info = false;    ///< whether to write a line a move about the search to standard error
    int depth = 3;        ///< plies to search

    Options();
};

void add_info_option(CommandLine& line, Options& options);
/// The same, and --seed, as the seed of `what`.
void add_common_options(CommandLine& line, Options& options, const std::string& what);
/// The same, and --shuffle.
void add_shuffle_options(CommandLine& line, Options& options);
/// The same, and --depth for a search to a fixed depth.
void add_depth_options(CommandLine& line, Options& options);

/// What `play` returns, or 2, said in one line on standard error, when there is less memory than the
/// `megabytes` that `option` asks for: at once, or when `play` throws std::bad_alloc.
[[nodiscard]] int within_memory(const char* program, const std::string& option, std::size_t megabytes,
                                const std::function<int()>& play);

} // namespace search
