// What the report on a Connect Four program says of searches, counted and timed, for
// scripts/experiments/connect-four. `bench_connect_four MEASURE [NUMBER ...]` prints one line:
//
//   same DEPTH                        POSITIONS DIFFERENT MINIMAX_NODES ALPHABETA_NODES
//   nodes minimax|alphabeta DEPTH     NODES MS
//   first-moves DEPTH                 VALUE ...
//   deeper DEPTH MORE COUNT           POSITIONS BOTH LESS_ONLY MORE_ONLY NEITHER [MOVES ...]
//   evaluation DEPTH                  SECONDS SECONDS
//   order DEPTH                       BEST GIVEN WORST BOUND
//   end                               POSITIONS DIFFERENT
//   fours                             NS NS
//   playouts                          NS
//   patterns COUNT                    FIRED WON BY_MOVE DEFENDED OF
//   late-cut DEPTH                    NODES NODES DIFFERENT
//   empty MEGABYTES                   SCORE NODES SECONDS
//   values < LINES_OF_MOVES           a SCORE a line
//
// measures.hpp says where each is measured.

#include "agents/search/game.hpp"
#include "tests/bench/arguments.hpp"
#include "tests/bench/connect_four/measures.hpp"

#include <cstddef>
#include <cstdio>
#include <functional>
#include <map>
#include <new>
#include <string_view>
#include <vector>

namespace {

/// What to measure; `numbers` are the words after its name.
struct Measure {
    std::size_t arguments;
    std::function<void(const std::vector<int>& numbers)> run;
};

const std::map<std::string_view, Measure> kMeasures{
    {"same", {1, [](const auto& numbers) { bench::same(numbers[0]); }}},
    {"first-moves", {1, [](const auto& numbers) { bench::first_moves(numbers[0]); }}},
    {"deeper", {3, [](const auto& numbers) { bench::deeper(numbers[0], numbers[1], numbers[2]); }}},
    {"evaluation", {1, [](const auto& numbers) { bench::evaluation(numbers[0]); }}},
    {"order", {1, [](const auto& numbers) { bench::order(numbers[0]); }}},
    {"end", {0, [](const auto&) { bench::end_of_the_game(); }}},
    {"fours", {0, [](const auto&) { bench::fours(); }}},
    {"playouts", {0, [](const auto&) { bench::playouts(); }}},
    {"patterns", {1, [](const auto& numbers) { bench::patterns(numbers[0]); }}},
    {"late-cut", {1, [](const auto& numbers) { bench::late_cut(numbers[0]); }}},
    {"empty", {1, [](const auto& numbers) { bench::solve_empty(static_cast<std::size_t>(numbers[0])); }}},
};

int usage() {
    std::fputs(
        "usage: bench_connect_four MEASURE [NUMBER ...]; see the head of tests/bench/connect_four/main.cpp\n",
        stderr);
    return 2;
}

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string_view> words(argv + 1, argv + argc);
    if (words == std::vector<std::string_view>{"values"}) {
        return bench::values() ? 0 : 2;
    }
    if (words.size() == 3 && words[0] == "nodes" && (words[1] == "minimax" || words[1] == "alphabeta")) {
        const auto depth = bench::number(words[2], 1, search::kMaxDepth);
        if (!depth) {
            return usage();
        }
        bench::nodes(words[1] == "minimax", static_cast<int>(*depth));
        return 0;
    }
    const auto measure = kMeasures.find(words.empty() ? "" : words[0]);
    if (measure == kMeasures.end() || measure->second.arguments + 1 != words.size()) {
        return usage();
    }
    std::vector<int> numbers;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto number = bench::number(words[i], 1, 1'000'000);
        if (!number) {
            return usage();
        }
        numbers.push_back(static_cast<int>(*number));
    }
    try {
        measure->second.run(numbers);
    } catch (const std::bad_alloc&) {
        std::fputs("bench_connect_four: there is less memory than that\n", stderr);
        return 2;
    }
    return 0;
}
