// An agent of the benchmarks that costs almost nothing in any game:
//
//   bench_listed_agent NUMBERS DIGITS
//
// It plays the moves that DIGITS list, of NUMBERS digits each, whichever side it has. Two such agents play
// the game that is listed.

#include "tests/bench/lines.hpp"

#include <array>
#include <string_view>

#include <unistd.h>

namespace {

class Listed {
  public:
    Listed(std::size_t numbers, std::string_view digits)
        : numbers_(numbers)
        , digits_(digits) {}

    bench::Next hear(std::string_view line) {
        if (line.starts_with("TURN ")) {
            return say_move() ? bench::Next::Listen : bench::Next::Lost;
        }
        if (line.starts_with("OPP ")) {
            at_ += numbers_;
            return bench::Next::Listen;
        }
        if (line.starts_with("READY ")) {
            return bench::say("OK\n") ? bench::Next::Listen : bench::Next::Lost;
        }
        return line == "FINISH" ? bench::Next::Done : bench::Next::Lost;
    }

  private:
    bool say_move() {
        std::array<char, 16> text{'M', 'O', 'V', 'E'};
        std::size_t size = 4;
        for (std::size_t i = 0; i < numbers_ && at_ < digits_.size(); ++i) {
            text[size++] = ' ';
            text[size++] = digits_[at_++];
        }
        text[size++] = '\n';
        return bench::say({text.data(), size});
    }

    std::size_t numbers_;
    std::string_view digits_;
    std::size_t at_ = 0;
};

} // namespace

int main(int argc, char** argv) {
    if (argc != 3 || argv[1][0] < '1' || argv[1][0] > '4' || argv[1][1] != '\0') {
        constexpr std::string_view kUsage = "usage: bench_listed_agent NUMBERS DIGITS\n";
        static_cast<void>(!::write(STDERR_FILENO, kUsage.data(), kUsage.size()));
        return 2;
    }
    Listed agent(static_cast<std::size_t>(argv[1][0] - '0'), argv[2]);
    return bench::serve_lines([] {}, [&](std::string_view line) { return agent.hear(line); });
}
