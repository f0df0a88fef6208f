#include "tests/engines/habits.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <stdexcept>

namespace test_engines {

Habits habits_of(const std::vector<std::string>& words) {
    Habits habits;
    const std::map<std::string, bool*> switches{{"--banner", &habits.banner},
                                                {"--blank-lines", &habits.blank_lines},
                                                {"--trailing-blank", &habits.trailing_blank},
                                                {"--ponder", &habits.ponder},
                                                {"--crlf", &habits.crlf},
                                                {"--deaf-until-ready", &habits.deaf_until_ready},
                                                {"--introduces-once", &habits.introduces_once},
                                                {"--lower-names", &habits.lower_names},
                                                {"--variants-from-file", &habits.variants_from_file},
                                                {"--book", &habits.book},
                                                {"--single-threaded", &habits.single_threaded},
                                                {"--processor-time", &habits.processor_time},
                                                {"--early-stop", &habits.early_stop},
                                                {"--shuffles", &habits.shuffles},
                                                {"--spins-at-end", &habits.spins_at_end}};
    const std::map<std::string, std::string*> texts{{"--move-form", &habits.move_form},
                                                    {"--pass-form", &habits.pass_form},
                                                    {"--score-form", &habits.score_form},
                                                    {"--options-form", &habits.options_form},
                                                    {"--hash-name", &habits.hash_name},
                                                    {"--variant", &habits.variant},
                                                    {"--at-end", &habits.at_end},
                                                    {"--dies-of", &habits.dies_of},
                                                    {"--nodes-unknown", &habits.nodes_unknown},
                                                    {"--depth-unknown", &habits.depth_unknown},
                                                    {"--at-100", &habits.at_100},
                                                    {"--bad", &habits.bad}};
    const std::map<std::string, std::chrono::milliseconds*> times{{"--movetime-less", &habits.movetime_less},
                                                                  {"--silent-below", &habits.silent_below},
                                                                  {"--start-late", &habits.start_late},
                                                                  {"--newgame-late", &habits.newgame_late}};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (const auto found = switches.find(word); found != switches.end()) {
            *found->second = true;
        } else if (i + 1 == words.size()) {
            throw std::invalid_argument("unknown flag, or one without its value: " + word);
        } else if (const std::string& value = words[++i]; texts.contains(word)) {
            *texts.at(word) = value;
        } else if (times.contains(word)) {
            *times.at(word) = std::chrono::milliseconds(std::stoll(value));
        } else if (word == "--seed") {
            habits.seed = std::stoull(value);
        } else if (word == "--clock-every-nodes") {
            habits.clock_every_nodes = std::stoull(value);
        } else if (word == "--clears-mib") {
            habits.clears_mib = std::stoi(value);
        } else if (word == "--threads") {
            habits.threads = std::stoi(value);
        } else {
            throw std::invalid_argument("unknown flag: " + word);
        }
    }
    return habits;
}

} // namespace test_engines
