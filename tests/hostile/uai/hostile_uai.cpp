// An engine that misbehaves: hostile_uai WHEN ACT [ARGUMENT ...]. Otherwise it plays legal moves. It speaks
// UAI or UCI, by the first of these two words that it hears.
//
// WHEN it should answer:
//   start, uai or uci, setoption, ready (the first isready), newgame, position, go, moved (after bestmove),
//   quit, end
// or when it hears what kills or confuses real engines, which a referee must not say:
//   second_uai or second_uci, early_word, late_option, startpos, moves, no_counters, blocked, half_moves_100,
//   spoken_to, go_ponder
// or what some engines do not know: go_nodes, go_depth, short_clock (less than 100 ms on its own clock).
// From `position` to `moved` the third turn and those after it are meant.
//
// ACT in place of the answer, or before it where it says so:
//   dies [STATUS]         exits, or kills itself by the signal -STATUS
//   silent                says nothing, but reads on
//   hangs, spins          reads nothing more; spins: and takes a core
//   ignores_sigterm       the same, and SIGTERM does not end it
//   half, half_dies       the first half of the answer; half_dies: and exits
//   chats, floods         info lines for ever, 100 a second or as many as can be
//   long BYTES            an info line of so many bytes before the answer
//   dribbles              the answer byte by byte
//   late MS               waits before the answer
//   closes in|out         answers and closes its input, or closes its output
//   child stays|exits     leaves a child that holds its pipes, and answers or exits
//   complains BYTES       so much on standard error before the answer
//   says TEXT ...         TEXT, in which @ is a legal move and \n, \r, \t and \xNN are bytes
//   until_stop TEXT ...   TEXT when `stop` comes

#include "tests/engines/notation.hpp"
#include "tests/hostile/hostile.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <optional>
#include <sstream>
#include <utility>

#include <poll.h>

namespace {

using namespace hostile;
using namespace test_engines;
using namespace std::chrono_literals;

void wait_for(std::chrono::milliseconds time) {
    ::poll(nullptr, 0, static_cast<int>(time.count()));
}

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream text(line);
    std::vector<std::string> words;
    for (std::string word; text >> word;) {
        words.push_back(word);
    }
    return words;
}

std::optional<std::string> read_line() {
    std::string line;
    char byte = 0;
    while (::read(STDIN_FILENO, &byte, 1) == 1) {
        if (byte == '\n') {
            return line;
        }
        line += byte;
    }
    return std::nullopt;
}

class Engine {
  public:
    explicit Engine(std::vector<std::string> arguments)
        : when_(arguments.at(0))
        , act_(arguments.at(1))
        , arguments_(arguments.begin() + 2, arguments.end()) {}

    int serve() {
        answer("start", "");
        while (const auto line = read_line()) {
            hear(words_of(*line));
        }
        answer("end", "");
        return 0;
    }

  private:
    void hear(const std::vector<std::string>& words) {
        const std::string command = words.empty() ? "" : words[0];
        if (command == "uai" || command == "uci") {
            const bool is_second = std::exchange(is_introduced_, true);
            dialect_ = command == "uai" ? Dialect::Uai : Dialect::Uci;
            const std::string variants =
                "option name UCI_Variant type combo default chess var chess var ataxx\n";
            const std::string text = "id name hostile\nid author referee\n"
                                     "option name Hash type spin default 16 min 1 max 1024\n" +
                                     (dialect_ == Dialect::Uci ? variants : "") + command + "ok\n";
            is_second ? answer_to("second_" + command, text) : answer(command, text);
        } else if (command == "setoption") {
            is_ready_ ? answer_to("late_option", "") : answer("setoption", "");
        } else if (command == "isready") {
            answer(std::exchange(awaited_, "none"), "readyok\n");
            is_ready_ = true;
        } else if (command == "quit") {
            answer("quit", "");
            if (when_ != "quit" || act_ != "silent") {
                std::_Exit(0);
            }
        } else if (!is_ready_) {
            answer_to("early_word", "");
        } else if (command == name(dialect_) + "newgame") {
            awaited_ = "newgame";
            turn_ = 0;
        } else if (command == "position") {
            set_position(words);
        } else if (command == "go") {
            go(words);
        } else if (command == "stop" && is_thinking_) {
            is_thinking_ = false;
            say(text());
        }
    }

    void set_position(const std::vector<std::string>& words) {
        const auto has = [&](const char* word) { return std::ranges::find(words, word) != words.end(); };
        ++turn_;
        awaited_ = "position";
        if (has("startpos")) {
            answer_to("startpos", "");
            position_ = ataxx::Position();
            return;
        }
        if (has("moves")) {
            answer_to("moves", "");
        }
        const auto whole = static_cast<std::size_t>(fields(dialect_)) + 2;
        if (words.size() < whole) {
            answer_to("no_counters", "");
        }
        if (words.at(2).find(blocked(dialect_)) != std::string::npos) {
            answer_to("blocked", "");
        }
        if (words.size() >= whole && std::stoi(words[whole - 2]) >= 100) {
            answer_to("half_moves_100", "");
        }
        position_ = fen_of(words.at(2) + " " + words.at(3), dialect_).position;
    }

    void go(const std::vector<std::string>& words) {
        if (when_ == "spoken_to") {
            ::pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
            if (::poll(&input, 1, 20) != 0) {
                misbehave("");
            }
        }
        const std::string best = "bestmove " + move_text() + "\n";
        const std::string& limit = words.at(1);
        const auto clock = std::ranges::find(words, letter(dialect_, position_.to_move()) + "time");
        const bool is_short = clock != words.end() && std::stoi(*(clock + 1)) < 100;
        if (when_ == "go_" + limit || (when_ == "short_clock" && is_short)) {
            misbehave(best);
        } else {
            answer("go", best);
        }
        if (when_ == "moved" && turn_ >= kBadTurn) {
            misbehave("");
        }
    }

    [[nodiscard]] std::string move_text() const { return text_of(choose(), position_, dialect_); }

    /// The first clone, otherwise the first jump. Until it has misbehaved, one that does not end the game.
    [[nodiscard]] ataxx::Move choose() const {
        const ataxx::MoveList moves = ataxx::legal_moves(position_);
        std::optional<ataxx::Move> chosen;
        for (const ataxx::Move move : moves) {
            const bool ends = turn_ <= kBadTurn + 1 && position_.after(move).is_finished();
            if (!ends && (!chosen || (chosen->is_jump() && !move.is_jump()))) {
                chosen = move;
            }
        }
        return chosen.value_or(moves[0]);
    }

    /// Says `text` unless it is time to misbehave.
    void answer(const std::string& when, const std::string& text) {
        const bool is_of_a_turn = when == "position" || when == "go";
        when == when_ && (!is_of_a_turn || turn_ >= kBadTurn) ? misbehave(text) : say(text);
    }
    /// The same, in every turn.
    void answer_to(const std::string& when, const std::string& text) {
        when == when_ ? misbehave(text) : say(text);
    }

    void misbehave(const std::string& answer) {
        if (act_ == "dies") {
            die();
        } else if (act_ == "hangs" || act_ == "ignores_sigterm") {
            std::signal(SIGTERM, act_ == "hangs" ? SIG_DFL : SIG_IGN);
            sleep_for_ever();
        } else if (act_ == "spins") {
            for (volatile bool is_spinning = true; is_spinning;) {
            }
        } else if (act_ == "half" || act_ == "half_dies") {
            say(answer.substr(0, answer.size() / 2));
            act_ == "half_dies" ? std::_Exit(7) : void();
        } else if (act_ == "chats" || act_ == "floods") {
            while (true) {
                say("info depth 1 score cp 0 nodes 1 pv a1\n");
                act_ == "chats" ? wait_for(10ms) : void();
            }
        } else if (act_ == "until_stop") {
            is_thinking_ = true;
        } else if (act_ != "silent") {
            answer_badly(answer);
        }
    }

    /// Acts after which it goes on.
    void answer_badly(const std::string& answer) {
        if (act_ == "long") {
            const std::string begin = "info string ";
            const auto bytes = static_cast<std::size_t>(number(arguments_.at(0)));
            say(begin + std::string(bytes - begin.size(), 'x') + "\n" + answer);
        } else if (act_ == "dribbles") {
            for (const char byte : answer) {
                say({&byte, 1});
                wait_for(2ms);
            }
        } else if (act_ == "late") {
            wait_for(std::chrono::milliseconds(number(arguments_.at(0))));
            say(answer);
        } else if (act_ == "closes") {
            if (arguments_.at(0) == "out") {
                ::close(STDOUT_FILENO);
            } else {
                ::close(STDIN_FILENO); // before the answer: what is written after it must fail
                say(answer);
            }
            sleep_for_ever();
        } else if (act_ == "child") {
            leave_child([] {}, [] { sleep_for_ever(); });
            arguments_.at(0) == "exits" ? std::_Exit(7) : say(answer);
        } else if (act_ == "complains") {
            complain(std::string(static_cast<std::size_t>(number(arguments_.at(0))), 'e') + "\n");
            say(answer);
        } else if (act_ == "says") {
            say(text());
        } else {
            complain("no such act: " + act_ + "\n");
            std::abort();
        }
    }

    [[noreturn]] void die() const {
        const int status = arguments_.empty() ? 7 : number(arguments_[0]);
        if (status < 0) {
            ::raise(-status);
        }
        std::_Exit(status);
    }

    /// The arguments as the text that they describe.
    [[nodiscard]] std::string text() const {
        std::string told;
        for (const std::string& argument : arguments_) {
            told += (told.empty() ? "" : " ") + argument;
        }
        return bytes_of(told, [this] { return move_text(); });
    }

    const std::string when_;
    const std::string act_;
    const std::vector<std::string> arguments_;
    Dialect dialect_ = Dialect::Uai;
    ataxx::Position position_;
    std::string awaited_ = "ready"; ///< what the next isready asks after
    int turn_ = 0;
    bool is_introduced_ = false;
    bool is_ready_ = false;
    bool is_thinking_ = false;
};

} // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    std::string command = "hostile_uai";
    for (const std::string& argument : arguments) {
        command += " " + argument;
    }
    complain(command + "\n");
    if (arguments.size() < 2) {
        complain("usage: hostile_uai WHEN ACT [ARGUMENT ...]\n");
        return EXIT_FAILURE;
    }
    return Engine(arguments).serve();
}
