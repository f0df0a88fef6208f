#include "agents/program/command_line.hpp"

#include "agents/search/game.hpp"
#include "referee/base/seed.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <iostream>
#include <limits>
#include <new>

namespace search {
namespace {

constexpr Range kAnySeed{0, std::numeric_limits<std::uint64_t>::max()};

/// For an option's check().
auto check(Range range) {
    return [range](const std::string& text) { return what_is_wrong(text, range); };
}

std::string form(Range range) {
    return std::to_string(range.least) + " to " + std::to_string(range.most);
}

/// Says in one line what is wrong with the command line. Returns the exit status for it.
int wrong_arguments(const char* program, const std::string& what) {
    std::cerr << program << ": " << what << " (see --help)\n";
    return 2;
}

} // namespace

std::string what_is_wrong(const std::string& text, Range range) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_padded = text.size() > 1 && text[0] == '0';
    if (error == std::errc() && end == text.data() + text.size() && !is_padded && number >= range.least &&
        number <= range.most) {
        return {};
    }
    return '\'' + text + "' is no whole number from " + form(range);
}

struct CommandLine::Parser {
    CLI::App app;
};

CommandLine::CommandLine(const std::string& description)
    : parser_(std::make_unique<Parser>()) {
    parser_->app.description(description);
    parser_->app.set_version_flag("--version", REFEREE_VERSION);
}

CommandLine::~CommandLine() = default;

void CommandLine::add_flag(const std::string& name, bool& value, const std::string& help) {
    parser_->app.add_flag(name, value, help);
}

template<class Number>
void CommandLine::add_number(const std::string& name, Number& value, Range range, const std::string& help) {
    parser_->app.add_option(name, value, help)->check(check(range), form(range))->capture_default_str();
}
template void CommandLine::add_number(const std::string&, int&, Range, const std::string&);
template void CommandLine::add_number(const std::string&, std::uint64_t&, Range, const std::string&);

template<class Number>
void CommandLine::add_number(const std::string& name, std::optional<Number>& value, Range range,
                             const std::string& help) {
    parser_->app.add_option(name, value, help)->check(check(range), form(range));
}
template void CommandLine::add_number(const std::string&, std::optional<int>&, Range, const std::string&);
template void CommandLine::add_number(const std::string&, std::optional<std::int64_t>&, Range,
                                      const std::string&);
template void CommandLine::add_number(const std::string&, std::optional<std::uint64_t>&, Range,
                                      const std::string&);

void CommandLine::add_real(const std::string& name, double& value, double least, double most,
                           const std::string& help) {
    const auto is_number = [](const std::string& text) {
        return text.find_first_of("nN") == std::string::npos ? "" : "not a number"; // it passes every range
    };
    parser_->app.add_option(name, value, help)
        ->check(CLI::Range(least, most))
        ->check(is_number)
        ->capture_default_str();
}

void CommandLine::add_seed(const std::string& name, std::uint64_t& value, const std::string& variable,
                           const std::string& help) {
    parser_->app.add_option(name, value, help)->check(check(kAnySeed))->envname(variable);
}

std::optional<int> CommandLine::parse(int argc, const char* const* argv) {
    try {
        parser_->app.parse(argc, argv);
    } catch (const CLI::Success& done) {
        return parser_->app.exit(done);
    } catch (const CLI::ParseError& error) {
        return wrong_arguments(argv[0], error.what());
    }
    return std::nullopt;
}

Options::Options()
    : seed(referee::random_seed()) {}

void add_common_options(CommandLine& line, Options& options, const std::string& what) {
    line.add_seed("--seed", options.seed, "REFEREE_SEED", "Seed of " + what);
    line.add_flag("--info", options.info, "Say what it thought on standard error, a line a move");
}

void add_shuffle_options(CommandLine& line, Options& options) {
    add_common_options(line, options, "--shuffle");
    line.add_flag("--shuffle", options.shuffle,
                  "Take the moves in a random order instead of always the first best");
}

void add_depth_options(CommandLine& line, Options& options) {
    add_shuffle_options(line, options);
    line.add_number("--depth", options.depth, {1, kMaxDepth}, "Plies to search");
}

int within_memory(const char* program, const std::string& option, const std::function<int()>& play) {
    try {
        return play();
    } catch (const std::bad_alloc&) {
        return wrong_arguments(program, option + ": there is less memory than that");
    }
}

} // namespace search
