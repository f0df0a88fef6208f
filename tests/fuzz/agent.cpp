// An agent as it is written on the command line.

#include "referee/game/settings/agent_spec.hpp"
#include "referee/game/settings/play_settings.hpp"
#include "referee/process/program.hpp"
#include "tests/fuzz/target.hpp"

#include <nlohmann/json.hpp>

#include <string>

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(fuzz::text_of(data, size));
    if (const auto words = fuzz::read_or_refused([&] { return referee::split_words(text); })) {
        fuzz::require(referee::split_words(referee::join_words(*words)) == *words,
                      "words are not read as they were joined");
    }
    if (const auto agent = fuzz::read_or_refused([&] { return referee::parse_agent(text); })) {
        if (const auto problem = referee::problem_of_agent(*agent, referee::PlaySettings())) {
            fuzz::require(referee::testing_support::is_printable_line(*problem),
                          "a problem is no printable line");
        }
        static_cast<void>(referee::to_json(*agent));
    }
    return 0;
}
