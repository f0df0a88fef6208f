// Answers with any text: say ready|turn TEXT.
// In TEXT, @ is replaced by the numbers of a legal move, and \n, \r, \t and \xNN by a byte.

#include "tests/hostile/hostile.hpp"

namespace {

using namespace hostile;

struct Say final : Agent {
    using Agent::Agent;
    void ready() override { is("ready") ? say(text()) : Agent::ready(); }
    void bad_turn() override {
        if (!is("turn")) {
            play();
            return;
        }
        say(text());
        make(choose());
    }

  private:
    [[nodiscard]] bool is(std::string_view moment) const { return arguments_.at(0) == moment; }

    [[nodiscard]] std::string text() const {
        return bytes_of(arguments_.at(1), [this] { return to_string(choose()); });
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Say>(argc, argv);
}
