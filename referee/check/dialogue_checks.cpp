// Checks 16 to 21: what is said to an agent outside of games, and what it says of its searches.

#include "referee/base/text.hpp"
#include "referee/base/time.hpp"
#include "referee/check/bench.hpp"
#include "referee/check/checks.hpp"
#include "referee/check/random_mover.hpp"
#include "referee/check/subject.hpp"
#include "referee/rules/rules.hpp"
#include "referee/talk/engine/options.hpp"
#include "referee/talk/engine/reader.hpp"

#include <algorithm>
#include <chrono>
#include <variant>
#include <vector>

namespace referee::check {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

/// What an engine answers to `uai`.
struct Introduction {
    std::vector<std::string> about{}; ///< `id` and `option` lines
    nanoseconds took{0};
};

Question hello_to(const engine::Dialect& dialect, nanoseconds limit) {
    return {.message = dialect.hello, .limit = limit, .awaited = dialect.hello_ok, .looks_first = false};
}

Introduction introduced(Bench& bench) {
    Talker& talker = bench.fresh_talker();
    const auto begin = SteadyTime::now();
    const Reply reply = talker.ask(hello_to(bench.subject().dialect(), bench.subject().manner.start));
    Introduction introduction{.took = SteadyTime::now() - begin};
    if (reply.asides != nullptr) {
        introduction.about = reply.asides->about;
    }
    if (const auto* fault = std::get_if<AgentFault>(&reply.what)) {
        AgentFault what = *fault;
        if (what.termination == Termination::Timeout) {
            what = {Termination::ReadyTimeout,
                    with_what_came(fmt::format("sent no {} in time", bench.subject().dialect().hello_ok),
                                   fault->came)};
        }
        throw CheckFailed(problem_of(what, talker.end({}, 0ms).departure));
    }
    bench.end_process();
    return introduction;
}

nanoseconds time_to_start(Bench& bench) {
    Talker& talker = bench.fresh_talker();
    const auto begin = SteadyTime::now();
    expect_ready(bench.subject(), talker);
    return SteadyTime::now() - begin;
}

/// Of an agent that does not get ready: which other protocol it answers, and what to write; begins with `; `.
/// Empty when it answers none.
std::string spoken_instead(Bench& bench) {
    constexpr auto kPatience = 3s;
    for (const Protocol protocol : {Protocol::Native, Protocol::Uai, Protocol::Uci}) {
        if (protocol == bench.subject().manner.protocol) {
            continue;
        }
        Subject other = bench.subject();
        other.manner.protocol = protocol;
        Talker talker = bench.another(other);
        talker.start(other.seed);
        const bool answers =
            other.is_engine()
                ? std::holds_alternative<Line>(talker.ask(hello_to(other.dialect(), kPatience)).what)
                : !get_ready(other, talker);
        talker.end(other.is_engine() ? engine::kQuitMessage : kFinishMessage, 100ms);
        if (answers) {
            return other.is_engine() ? fmt::format("; it speaks {}: write proto={} before its command",
                                                   other.dialect().name, name(protocol))
                                     : "; it is a native agent: leave proto= out";
        }
    }
    return {};
}

/// The text after the words `id name`.
std::string name_in(const std::vector<std::string>& about) {
    for (const std::string& line : about) {
        std::string_view rest = line;
        if (engine::take_word(rest) == "id" && engine::take_word(rest) == "name" && !rest.empty()) {
            return to_printable(rest);
        }
    }
    return {};
}

constexpr std::string_view kWon = "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xx5/7/6o x 0 40";
constexpr std::string_view kLost = "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xx5/7/6o o 0 40";

/// Whether a line holds this number as a word of its own.
bool has_number(std::string_view text, const std::string& number) {
    const auto is_digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
    for (auto at = text.find(number); at != std::string_view::npos; at = text.find(number, at + 1)) {
        if ((at == 0 || !is_digit(at - 1)) && !is_digit(at + number.size())) {
            return true;
        }
    }
    return false;
}

/// What the agent wrote, without the columns of the trace.
std::string heard_in(std::string_view trace) {
    constexpr std::string_view kFromAgent = "< 1 ";
    std::string heard;
    for (const std::string_view line : split(trace, '\n')) {
        const auto place = line.find(kFromAgent);
        if (place != std::string_view::npos) {
            heard += line.substr(place + kFromAgent.size());
            heard += '\n';
        }
    }
    return heard;
}

/// Ends the process, which was told to end in some way.
Finding finding_of_end(const Ended& ended, Level otherwise) {
    if (!ended.by_itself) {
        return {otherwise, "it still ran after 500 ms"};
    }
    const std::string told = fmt::format("{} after {}", ended.departure.exit, shown(ended.took));
    return ended.departure.exit == "exited 0" ? ok(told) : note(told);
}

Talker& ready_talker(Bench& bench) {
    Talker& talker = bench.fresh_talker();
    expect_ready(bench.subject(), talker);
    return talker;
}

} // namespace

Finding start(Bench& bench) {
    try {
        if (bench.subject().is_engine()) {
            const nanoseconds took = introduced(bench).took;
            return ok(fmt::format("{} after {}", bench.subject().dialect().hello_ok, shown(took)));
        }
        return ok(fmt::format("OK after {}", shown(time_to_start(bench))));
    } catch (const CheckFailed& failed) {
        return fail(failed.what() + spoken_instead(bench));
    }
}

Finding engine_name(Bench& bench) {
    const std::string name = name_in(introduced(bench).about);
    return name.empty()
               ? fail(fmt::format("no line 'id name ...' before {}", bench.subject().dialect().hello_ok))
               : ok(name);
}

Finding ready(Bench& bench) {
    return ok(fmt::format("options, a new game and two readyok after {}", shown(time_to_start(bench))));
}

Finding options(Bench& bench) {
    const auto about = introduced(bench).about;
    std::vector<engine::OptionLine> listed;
    std::string names;
    std::string unread;
    listed.reserve(about.size());
    for (const std::string& line : about) {
        if (engine::first_word(line) != "option") {
            continue;
        }
        if (auto option = engine::parse_option(line)) {
            add_part(names, to_printable(option->name));
            listed.push_back(std::move(*option));
        } else {
            add_part(unread, "'" + to_printable(line) + "'");
        }
    }
    std::string problems = unread.empty() ? std::string() : "not understood: " + unread;
    for (const std::string_view wanted : {"Hash", "Threads"}) {
        if (std::ranges::find(listed, wanted, &engine::OptionLine::name) == listed.end()) {
            add_part(problems, fmt::format("no option {}", wanted), "; ");
        }
    }
    const std::string list = names.empty() ? "lists no option" : "lists " + to_printable(names, 300);
    return problems.empty() ? ok(list) : note(list + "; " + problems);
}

Finding capabilities(Bench& bench) {
    const auto offers = bench.offers();
    if (!offers) {
        return fail("it said no OK");
    }
    std::string offered;
    std::string missing;
    const std::pair<std::string_view, bool> all[] = {{"OPENING", offers->opening},
                                                     {"FEN", offers->fen},
                                                     {"GAMES", offers->games},
                                                     {"CLOCK", offers->clock}};
    for (const auto& [capability, is_offered] : all) {
        add_part(is_offered ? offered : missing, capability);
    }
    if (missing.empty()) {
        return ok("offers " + offered);
    }
    return note((offered.empty() ? "offers none of " : "offers " + offered + ", not ") + missing +
                (offers->opening ? ""
                                 : "; without OPENING all games begin at the start: agents without chance "
                                   "repeat two games, which decide nothing"));
}

Finding during_a_search(Bench& bench) {
    EngineTalk talk = prepared_talk(bench);
    talk.position(facts_of(bench.subject().rules).start_fen);
    engine::TurnMessage go;
    go.go_move_time(3s);
    if (talk.answers(go.text(), kBestMove, 200ms)) {
        return ok("it answers at once: there is nothing to interrupt");
    }
    if (!talk.answers(engine::kIsReadyMessage, kReadyOk, 800ms)) {
        talk.end();
        return note("no readyok while it thinks: it hears nothing until it has answered");
    }
    if (!talk.answers(engine::kStopMessage, kBestMove, 1s)) {
        talk.end();
        return note("readyok while it thinks, but no bestmove within 1 s after stop");
    }
    return ok("readyok while it thinks, and bestmove after stop");
}

Finding unknown_words(Bench& bench) {
    EngineTalk talk = prepared_talk(bench);
    constexpr std::string_view kOdd = "\n   \nnosuchword with words\nsetoption name NoSuchOption value 1\n"
                                      "setoption\nisready\n";
    if (const auto fault = talk.ask(kOdd, kReadyOk, bench.subject().manner.ping_limit)) {
        return fail("after unknown words, blank lines and an unknown option: " + talk.end_by(*fault));
    }
    static_cast<void>(bench.moved({}, "after unknown words: "));
    return ok("survives them, blank lines and an unknown option");
}

Finding last_word(Bench& bench) {
    const auto word = bench.subject().is_engine() ? engine::kQuitMessage : kFinishMessage;
    return finding_of_end(ready_talker(bench).end(word, 500ms), Level::Fail);
}

Finding end_of_input(Bench& bench) {
    return finding_of_end(ready_talker(bench).end_input(500ms), Level::Note);
}

Finding search_info(Bench& bench) {
    constexpr int kPositions = 5;
    SplitMix64 chance(bench.subject().seed);
    std::string problems;
    int silent = 0;
    int bad_lines = 0;
    for (int i = 0; i < kPositions; ++i) {
        const RandomPosition drawn = random_position(bench.subject().rules, chance, 60);
        const TurnAnswer answer = bench.moved({.start = drawn.start});
        silent += answer.search.depth ? 0 : 1;
        bad_lines += answer.has_bad_line ? 1 : 0;
    }
    if (silent == kPositions) {
        return note("it says nothing of its searches");
    }
    if (bad_lines > 0) {
        add_part(problems, fmt::format("{} of {} lines (pv) are not legal", bad_lines, kPositions), "; ");
    }
    std::string scores;
    if (!bench.subject().has_positions()) {
        return problems.empty() ? ok("depth and lines") : note(problems);
    }
    for (const auto& [fen, sign] : {std::pair(kWon, 1), std::pair(kLost, -1)}) {
        if (const auto score = bench.moved(*bench.situation(fen)).search.score) {
            add_part(scores,
                     fmt::format("{} when {}", engine::to_json(*score), sign > 0 ? "winning" : "losing"));
            const int value = score->value == 0 && score->is_mate ? -1 : score->value;
            if (value * sign <= 0) {
                add_part(problems,
                         sign > 0 ? "a won position has no positive score"
                                  : "a lost position has no negative score",
                         "; ");
            }
        }
    }
    const std::string told = scores.empty() ? "no scores" : "scores: " + scores;
    return problems.empty() ? ok(told) : note(problems + "; " + told);
}

Finding perft_count(Bench& bench) {
    if (bench.subject().manner.protocol == Protocol::Uci) {
        return skip("UCI has no word for it");
    }
    constexpr int kDepth = 3;
    EngineTalk talk = prepared_talk(bench);
    talk.position(facts_of(bench.subject().rules).start_fen);
    Talker& talker = bench.talker();
    talker.forget();
    if (!talk.answers(fmt::format("perft {}\nisready\n", kDepth), kReadyOk, 3s)) {
        talk.end();
        return note(fmt::format("no readyok after perft {}", kDepth));
    }
    const std::string heard = heard_in(talker.said());
    const auto count = [](const auto& position) {
        return perft<RulesOf<decltype(position)>>(position, kDepth, PerftCount::Positions);
    };
    const std::string wanted = std::to_string(std::visit(count, Board(bench.subject().rules).position()));
    if (has_number(heard, wanted)) {
        return ok(fmt::format("perft {} is {}", kDepth, wanted));
    }
    const std::string other = heard.substr(0, heard.rfind(kReadyOk));
    return other.find_first_of("0123456789") == std::string::npos
               ? ok("it has none")
               : note(fmt::format("perft {} is {}; it says '{}'", kDepth, wanted, to_printable(other)));
}

} // namespace referee::check
