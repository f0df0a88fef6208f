#include "sprt/config/pgn_comments.hpp"

#include "referee/base/user_error.hpp"

#include <algorithm>

namespace sprt {

const referee::Words& notations() {
    static const referee::Words kNotations{"san", "lan", "uci"}; // as Notation
    return kNotations;
}

referee::Notation notation_named(std::string_view text) {
    return static_cast<referee::Notation>(std::ranges::find(notations(), text) - notations().begin());
}

PgnComments read_pgn_comments(std::string_view text) {
    static const referee::Words kWords{"timeleft", "latency", "nodes", "seldepth", "nps",
                                       "hashfull", "tbhits",  "pv",    "line",     "none"}; // as MoveFact
    const bool is_one_word = text.find(',') == std::string_view::npos;
    PgnComments comments;
    for (bool has_more = !text.empty(); has_more;) {
        const std::string_view word = text.substr(0, text.find(','));
        has_more = word.size() < text.size();
        text.remove_prefix(word.size() + (has_more ? 1 : 0));
        if (const auto problem = referee::problem_among(kWords, word)) {
            throw referee::UserError(*problem);
        }
        if (word == kWords.back()) {
            comments.are_on = false;
        } else {
            comments.facts.push_back(static_cast<MoveFact>(std::ranges::find(kWords, word) - kWords.begin()));
        }
    }
    if (!comments.are_on && !is_one_word) {
        throw referee::UserError("none stands with other words; leave out none, or the others");
    }
    std::ranges::sort(comments.facts);
    comments.facts.erase(std::unique(comments.facts.begin(), comments.facts.end()), comments.facts.end());
    return comments;
}

} // namespace sprt
