#include "agents/champion/champion.hpp"
#include "referee/base/user_error.hpp"
#include "referee/rules/ataxx/uai/rules.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include <poll.h>
#include <unistd.h>

namespace search {
namespace {

using ataxx::Move;
using Rules = ataxx::uai::Rules;
using Position = ataxx::uai::Position;
using std::chrono::milliseconds;

/// The input by lines; whether there is another one is known without waiting.
class Input {
  public:
    explicit Input(int descriptor) noexcept
        : descriptor_(descriptor) {}

    /// The next line; empty at the end of the input.
    [[nodiscard]] std::optional<std::string> next() {
        while (lines_.empty()) {
            if (!read_more()) {
                return std::nullopt;
            }
        }
        std::string line = std::move(lines_.front());
        lines_.pop_front();
        return line;
    }

    /// Whether a line or the end of the input is there; answers `isready` before it.
    [[nodiscard]] bool is_waiting() {
        pollfd input{descriptor_, POLLIN, 0};
        while (lines_.empty() && !has_ended_ && ::poll(&input, 1, 0) > 0) {
            static_cast<void>(read_more());
        }
        while (!lines_.empty() && lines_.front() == "isready") {
            lines_.pop_front();
            say("readyok\n");
        }
        return !lines_.empty() || has_ended_;
    }

  private:
    bool read_more() {
        std::array<char, 4096> bytes; // NOLINT(cppcoreguidelines-pro-type-member-init)
        const auto count = has_ended_ ? 0 : ::read(descriptor_, bytes.data(), bytes.size());
        if (count <= 0) {
            has_ended_ = true;
            return false;
        }
        for (const char byte : std::string_view(bytes.data(), static_cast<std::size_t>(count))) {
            if (byte == '\n') {
                lines_.push_back(std::move(begun_));
                begun_.clear();
            } else if (byte != '\r') {
                begun_ += byte;
            }
        }
        return true;
    }

    int descriptor_;
    std::deque<std::string> lines_;
    std::string begun_;
    bool has_ended_ = false;
};

/// The move of that name in `position`; empty when it is not legal there.
std::optional<Move> move_named(const Position& position, const std::string& name) {
    for (const Move move : Rules::moves(position)) {
        if (ataxx::uai_notation(move.numbers()) == name) {
            return move;
        }
    }
    return std::nullopt;
}

/// What follows `position`. Throws UserError.
Position position_of(std::istringstream& words) {
    std::string word;
    words >> word;
    Position position;
    if (word == "fen") {
        std::string fen;
        while (words >> word && word != "moves") {
            fen += (fen.empty() ? "" : " ") + word;
        }
        position = Rules::read_fen(fen);
    } else if (word == "startpos") {
        words >> word;
    } else {
        throw referee::UserError("position: neither fen nor startpos");
    }
    while (words >> word) {
        const auto move = Rules::ending(position) ? std::nullopt : move_named(position, word);
        if (!move) {
            throw referee::UserError("position: " + word + " is not legal in " + Rules::fen(position));
        }
        position = Rules::after(position, *move);
    }
    return position;
}

Limits limits_of_go(std::istringstream& words, const TimedOptions& options, bool is_black,
                    std::chrono::steady_clock::time_point now) {
    TimedOptions given = options;
    std::optional<milliseconds> left;
    std::optional<milliseconds> move;
    milliseconds increment(0);
    bool is_infinite = false;
    std::string word;
    while (words >> word) {
        std::int64_t number = 0;
        if (word == "infinite") {
            is_infinite = true;
            continue;
        }
        if (!(words >> number)) {
            words.clear(); // a word without a number, which is not known here
            continue;
        }
        number = std::max<std::int64_t>(number, 0);
        if (word == (is_black ? "btime" : "wtime")) {
            left = milliseconds(number);
        } else if (word == (is_black ? "binc" : "winc")) {
            increment = milliseconds(number);
        } else if (word == "movetime") {
            move = milliseconds(std::max<std::int64_t>(number, 1));
        } else if (word == "nodes") {
            given.most_nodes = std::max<std::uint64_t>(static_cast<std::uint64_t>(number), 1);
        } else if (word == "depth") {
            given.most_depth = static_cast<int>(std::clamp<std::int64_t>(number, 1, kMaxDepth));
        }
    }
    Limits limits;
    if (left || move) {
        OwnClock clock(left.value_or(milliseconds(0)));
        clock.increment = increment;
        clock.move = move.value_or(milliseconds(0));
        limits = flexible_limits_of(given, clock, now);
        if (move && !options.move_ms) { // an engine is allowed to be a little late
            using std::chrono::microseconds;
            limits.deadline =
                now + *move - std::clamp<microseconds>(*move / 25, microseconds(1000), microseconds(10'000));
        }
    } else {
        limits.depth = given.most_depth.value_or(limits.depth);
        limits.nodes = given.most_nodes.value_or(limits.nodes);
        if (options.move_ms && !is_infinite) {
            limits.deadline = now + milliseconds(*options.move_ms);
        }
    }
    return limits;
}

void say_info(const Champion::Found& found, std::chrono::nanoseconds time) {
    const int value = found.choice.value;
    const int plies = kInfinity - std::abs(value);
    std::string text = "info depth " + std::to_string(found.depth) + " score ";
    text += is_decided(value) ? "mate " + std::to_string((value > 0 ? 1 : -1) * (plies + 1) / 2)
                              : "cp " + std::to_string(value);
    const double seconds = std::chrono::duration<double>(time).count();
    text += " nodes " + std::to_string(found.nodes);
    text += " nps " + std::to_string(static_cast<std::uint64_t>(static_cast<double>(found.nodes) /
                                                                std::max(seconds, 1e-6)));
    text += " time " + std::to_string(std::chrono::duration_cast<milliseconds>(time).count()) + " pv";
    for (const Move move : found.line) {
        text += ' ' + ataxx::uai_notation(move.numbers());
    }
    say(text + '\n');
}

/// An engine, from `uai` to `quit`.
class Engine {
  public:
    Engine(int input, const TimedOptions& options, const Network& network)
        : input_(input)
        , options_(options)
        , network_(network) {
        forget();
    }

    void serve() {
        std::optional<std::string> line;
        while ((line = input_.next()) && *line != "quit") {
            hear(*line);
        }
    }

  private:
    void hear(const std::string& line) {
        std::istringstream words(line);
        std::string command;
        words >> command;
        if (command == "uai") {
            say("id name champion\nid author the authors of referee\noption name Hash type spin default " +
                std::to_string(options_.hash_mb) + " min 1 max " + std::to_string(kMostHash) + "\nuaiok\n");
        } else if (command == "isready") {
            say("readyok\n");
        } else if (command == "uainewgame") {
            forget();
        } else if (command == "setoption") {
            set_option(words);
        } else if (command == "position") {
            try {
                position_ = position_of(words);
            } catch (const referee::UserError& error) {
                say(std::string("info string ") + error.what() + '\n');
            }
        } else if (command == "go") {
            go(words);
        }
    }

    void forget() {
        champion_ = nullptr; // its table is given back before the next one is taken
        champion_ = std::make_unique<Champion>(options_.hash_mb, network_);
    }

    void set_option(std::istringstream& words) {
        std::string name;
        std::string skipped;
        std::size_t megabytes = 0;
        if (words >> skipped >> name >> skipped >> megabytes && name == "Hash" && megabytes >= 1 &&
            megabytes <= kMostHash) {
            options_.hash_mb = megabytes;
            forget();
        }
    }

    void go(std::istringstream& words) {
        const auto start = std::chrono::steady_clock::now();
        if (Rules::ending(position_)) {
            say("bestmove 0000\n");
            return;
        }
        Limits limits = limits_of_go(words, options_, position_.to_move() == ataxx::Side::First, start);
        limits.is_stopped = [this] { return input_.is_waiting(); };
        const auto found = champion_->think(position_, limits, [&](const Champion::Found& so_far) {
            say_info(so_far, std::chrono::steady_clock::now() - start);
        });
        say("bestmove " + ataxx::uai_notation(found.choice.move.numbers()) + '\n');
    }

    static constexpr std::size_t kMostHash = 65536;

    Input input_;
    TimedOptions options_;
    Network network_;
    std::unique_ptr<Champion> champion_;
    Position position_;
};

} // namespace

void serve_uai(int input, const TimedOptions& options, const Network& network) {
    Engine(input, options, network).serve();
}

} // namespace search
