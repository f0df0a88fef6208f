#include "agents/program/command_line.hpp"

#include "agents/search/game.hpp"
#include "referee/base/call.hpp"
#include "referee/base/console.hpp"
#include "referee/base/seed.hpp"
#include "referee/base/text.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <limits>
#include <new>
#include <system_error>
#include <vector>

namespace search {
namespace {

constexpr OptionRange kAnySeed{0, std::numeric_limits<std::uint64_t>::max()};

/// For an option's check().
auto check(OptionRange range) {
    return [range](const std::string& text) { return what_is_wrong(text, range); };
}

std::string form(OptionRange range) {
    return std::to_string(range.least) + " to " + std::to_string(range.most);
}

/// `number` in its shortest form: `0.5`, `100`.
std::string plain(double number) {
    std::array<char, 32> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    return {digits.data(), end};
}

} // namespace

std::string what_is_wrong(const std::string& text, OptionRange range) {
    const auto number = referee::parse_seed(text);
    const bool is_padded = text.size() > 1 && text[0] == '0';
    if (number && !is_padded && *number >= range.least && *number <= range.most) {
        return {};
    }
    return '\'' + text + "' is no whole number from " + form(range);
}

struct CommandLine::Parser {
    CLI::App app;
    const CLI::Option* seed = nullptr; ///< absent: there is none
    bool* is_seed_fixed = nullptr;     ///< set when the command line has the seed
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
void CommandLine::add_number(const std::string& name, Number& value, OptionRange range,
                             const std::string& help) {
    parser_->app.add_option(name, value, help)->check(check(range), form(range))->capture_default_str();
}
template void CommandLine::add_number(const std::string&, int&, OptionRange, const std::string&);
template void CommandLine::add_number(const std::string&, std::uint64_t&, OptionRange, const std::string&);

template<class Number>
void CommandLine::add_number(const std::string& name, std::optional<Number>& value, OptionRange range,
                             const std::string& help) {
    parser_->app.add_option(name, value, help)->check(check(range), form(range));
}
template void CommandLine::add_number(const std::string&, std::optional<int>&, OptionRange,
                                      const std::string&);
template void CommandLine::add_number(const std::string&, std::optional<std::int64_t>&, OptionRange,
                                      const std::string&);
template void CommandLine::add_number(const std::string&, std::optional<std::uint64_t>&, OptionRange,
                                      const std::string&);

void CommandLine::add_real(const std::string& name, double& value, double least, double most,
                           const std::string& help) {
    const std::string range = plain(least) + " to " + plain(most);
    const auto check_real = [=](const std::string& text) {
        const auto number = referee::parse_number<double>(text);
        const bool is_right = number && *number >= least && *number <= most;
        return is_right ? std::string() : '\'' + text + "' is no number from " + range;
    };
    parser_->app.add_option(name, value, help)->check(check_real, range)->capture_default_str();
}

void CommandLine::add_word(const std::string& name, std::string& value, const std::vector<std::string>& words,
                           const std::string& help) {
    std::string form;
    for (const std::string& word : words) {
        form += (form.empty() ? "{" : ",") + word;
    }
    form += "}";
    const auto check_word = [words, form](const std::string& text) {
        const bool is_right = std::find(words.begin(), words.end(), text) != words.end();
        return is_right ? std::string() : '\'' + text + "' is none of " + form;
    };
    parser_->app.add_option(name, value, help)->type_name(form)->check(check_word, "")->capture_default_str();
}

void CommandLine::add_file(const std::string& name, std::string& value, const std::string& help) {
    parser_->app.add_option(name, value, help)->type_name("FILE");
}

void CommandLine::add_seed(const std::string& name, Seeds& seeds, const std::string& variable,
                           const std::string& help) {
    parser_->seed =
        parser_->app.add_option(name, seeds.place(), help)->check(check(kAnySeed))->envname(variable);
    parser_->is_seed_fixed = &seeds.is_fixed;
}

std::optional<int> CommandLine::parse(int argc, const char* const* argv) {
    std::optional<referee::ExitStatus> ended;
    const int status = referee::guarded(argv[0], [&] {
        ended = referee::parse_call(parser_->app, argv[0], {argv, static_cast<std::size_t>(argc)});
        return ended.value_or(referee::ExitStatus::Done);
    });
    const auto& given = parser_->app.parse_order(); // without what comes from the environment
    if (parser_->seed != nullptr && std::find(given.begin(), given.end(), parser_->seed) != given.end()) {
        *parser_->is_seed_fixed = true;
    }
    return ended || status != 0 ? std::optional(status) : std::nullopt;
}

Options::Options()
    : seed(referee::random_seed()) {}

void add_info_option(CommandLine& line, Options& options) {
    line.add_flag("--info", options.info, "Say what it thought on standard error, a line a move");
}

void add_common_options(CommandLine& line, Options& options, const std::string& what) {
    line.add_seed("--seed", options.seed, "REFEREE_SEED", "Seed of " + what);
    add_info_option(line, options);
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

int within_memory(const char* program, const std::string& option, std::size_t megabytes,
                  const std::function<int()>& play) {
    try {
        ::operator delete(::operator new(megabytes << 20)); // the table itself is made once the game is known
        return play();
    } catch (const std::bad_alloc&) {
        referee::complain(program, option + ": there is less memory than that (see --help)");
        return static_cast<int>(referee::ExitStatus::UserError);
    }
}

} // namespace search
