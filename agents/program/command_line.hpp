#pragma once
// The options that agents have in common. The parser is a template argument: CLI11 is named by the programs
// only.

#include "agents/program/session.hpp"
#include "agents/search/game.hpp"
#include "agents/search/rng.hpp"

#include <charconv>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <string>

namespace search {

/// What every agent can be told.
struct Options {
    std::uint64_t seed = referee::any_seed();
    bool shuffle = false; ///< take the moves in a random order
    bool info = false;    ///< say what was thought, a line a move, on standard error
    int depth = 3;        ///< plies to search
};

/// For an option's check(): empty when a text is a whole number in [least, most], else what is wrong with it.
/// A zero in front would make the parser read it as octal.
[[nodiscard]] inline auto whole_number(std::uint64_t least, std::uint64_t most) {
    return [=](const std::string& text) -> std::string {
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const bool is_padded = text.size() > 1 && text[0] == '0';
        if (error == std::errc() && end == text.data() + text.size() && !is_padded && number >= least &&
            number <= most) {
            return {};
        }
        return '\'' + text + "' is no whole number from " + std::to_string(least) + " to " +
               std::to_string(most);
    };
}

/// --version and --info, and --seed as the seed of `what`.
template<class App>
void add_common_options(App& app, Options& options, const std::string& what) {
    app.set_version_flag("--version", REFEREE_VERSION);
    app.add_option("--seed", options.seed, "Seed of " + what)
        ->check(whole_number(0, std::numeric_limits<std::uint64_t>::max()))
        ->envname("REFEREE_SEED");
    app.add_flag("--info", options.info, "Say what it thought on standard error, a line a move");
}

/// The same, and --shuffle.
template<class App>
void add_shuffle_options(App& app, Options& options) {
    add_common_options(app, options, "--shuffle");
    app.add_flag("--shuffle", options.shuffle,
                 "Take the moves in a random order instead of always the first best");
}

/// The same, and --depth for a search to a fixed depth.
template<class App>
void add_depth_options(App& app, Options& options) {
    add_shuffle_options(app, options);
    app.add_option("--depth", options.depth, "Plies to search")
        ->check(whole_number(1, kMaxDepth), "1 to 100")
        ->capture_default_str();
}

/// Reads the command line. Empty when the program shall go on, else its exit status: 0 after --help and
/// --version, 2 when something is wrong, said in one line. `Success` and `Error` are what the parser throws.
template<class Success, class Error, class App>
[[nodiscard]] std::optional<int> parse(App& app, int argc, char** argv) {
    try {
        app.parse(argc, argv);
    } catch (const Success& done) {
        return app.exit(done);
    } catch (const Error& error) {
        return referee::wrong_arguments(argv[0], error.what());
    }
    return std::nullopt;
}

/// What `play` returns, or 2, said in one line, when there is less memory than `option` asks for.
template<class Play>
[[nodiscard]] int within_memory(const char* program, const std::string& option, Play&& play) {
    try {
        return play();
    } catch (const std::bad_alloc&) {
        return referee::wrong_arguments(program, (option + ": there is less memory than that").c_str());
    }
}

} // namespace search
