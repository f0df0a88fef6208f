// The agent `champion`: the strongest in Ataxx, natively and as a UAI engine.

#include "agents/champion/champion.hpp"

#include "agents/program/timed.hpp"
#include "referee/base/input_file.hpp"
#include "referee/base/user_error.hpp"

#include <chrono>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>

#include <unistd.h>

namespace {

using namespace search;

class Player {
  public:
    Player(const TimedOptions& options, const Network& network)
        : options_(&options)
        , champion_(std::make_unique<Champion>(options.hash_mb, network)) {}

    [[nodiscard]] ataxx::Move operator()(const ataxx::Position& position, const OwnClock& clock) {
        const auto start = std::chrono::steady_clock::now();
        const auto found = champion_->think({position, {}, 0}, flexible_limits_of(*options_, clock, start));
        if (options_->info) {
            std::cerr << thought_text<Ataxx>(found, std::chrono::steady_clock::now() - start) << '\n';
        }
        return found.choice.move;
    }

  private:
    const TimedOptions* options_;
    std::unique_ptr<Champion> champion_;
};

} // namespace

int main(int argc, char** argv) {
    CommandLine line("The strongest in Ataxx: principal variation search with pruning and a small network.");
    TimedOptions options;
    bool uai = false;
    std::string file;
    add_info_option(line, options);
    add_limit_options(line, options);
    add_table_options(line, options);
    line.add_flag("--uai", uai, "Speak UAI and not the native protocol");
    line.add_file("--network", file, "A file with the network's weights, as scripts/train writes it");
    if (const auto status = line.parse(argc, argv)) {
        return *status;
    }
    std::optional<Network> given;
    try {
        if (!file.empty()) {
            auto opened = referee::open_input(file, "a network");
            given.emplace(std::string(std::istreambuf_iterator<char>(opened), {}));
        }
    } catch (const referee::UserError& error) {
        std::cerr << argv[0] << ": --network: " << error.what() << '\n';
        return 2;
    }
    const Network& network = given ? *given : built_in_network();
    return within_memory(argv[0], "--hash-mb", options.hash_mb, [&] {
        if (uai) {
            serve_uai(STDIN_FILENO, options, network);
            return 0;
        }
        return serve(Plays<Ataxx>(), options.seed, [&](Ataxx) { return Player(options, network); });
    });
}
