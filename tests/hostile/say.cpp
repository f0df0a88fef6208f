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
        const std::string& told = arguments_.at(1);
        std::string bytes;
        for (std::size_t i = 0; i < told.size(); ++i) {
            if (told[i] == '@') {
                bytes += to_string(choose());
            } else if (told[i] != '\\') {
                bytes += told[i];
            } else if (const char kind = told.at(++i); kind == 'x') {
                bytes += static_cast<char>(std::stoi(told.substr(i + 1, 2), nullptr, 16));
                i += 2;
            } else {
                bytes += kind == 'n' ? '\n' : kind == 'r' ? '\r' : '\t';
            }
        }
        return bytes;
    }
};

} // namespace

int main(int argc, char** argv) {
    return hostile::run<Say>(argc, argv);
}
