// The trivial agent of the benchmarks as a UAI engine: it plays the same game and costs almost as little.

#include "tests/bench/trivial_session.hpp"

namespace {

using bench::Next;

/// What an engine needs to know of a position.
struct Board {
    ataxx::Bitboard own{};
    ataxx::Bitboard empty{};
    bool wants_jump = false;
};

/// The position of a FEN of six fields, which is not checked.
Board read_fen(std::string_view fen) {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    std::uint64_t empty = 0;
    int square = 0;
    std::size_t at = 0;
    for (; at < fen.size() && fen[at] != ' '; ++at) {
        if (fen[at] >= '1' && fen[at] <= '7') {
            const int count = fen[at] - '0';
            empty |= ((std::uint64_t{1} << count) - 1) << square;
            square += count;
        } else if (fen[at] != '/') {
            (fen[at] == 'x' ? first : second) |= std::uint64_t{1} << square++;
        }
    }
    const bool is_first = at + 1 < fen.size() && fen[at + 1] == 'x';
    const bool is_even = (fen.back() - '0') % 2 == 0; // the number of the full move
    return {ataxx::Bitboard(is_first ? first : second), ataxx::Bitboard(empty), is_even};
}

bool say_best(ataxx::Move move) {
    if (move.is_pass()) {
        return bench::say("bestmove 0000\n");
    }
    std::array<char, 14> text{'b', 'e', 's', 't', 'm', 'o', 'v', 'e', ' '};
    std::size_t size = 9;
    const auto write = [&](ataxx::Square square) {
        text[size++] = static_cast<char>('a' + square.y() - 1);
        text[size++] = static_cast<char>('8' - square.x());
    };
    if (move.is_jump()) {
        write(move.from());
    }
    write(move.to());
    text[size++] = '\n';
    return bench::say({text.data(), size});
}

class Engine {
  public:
    Next hear(std::string_view line) {
        if (line.starts_with("position fen ")) {
            board_ = read_fen(line.substr(13));
            return Next::Listen;
        }
        if (line == "isready") {
            return listen_after(bench::say("readyok\n"));
        }
        if (line.starts_with("go ")) {
            return listen_after(say_best(bench::choose(board_.own, board_.empty, board_.wants_jump)));
        }
        if (line == "uai") {
            return listen_after(bench::say("id name trivial\nuaiok\n"));
        }
        return line == "quit" ? Next::Done : Next::Listen;
    }

  private:
    static Next listen_after(bool was_said) { return was_said ? Next::Listen : Next::Lost; }

    Board board_;
};

} // namespace

int main() {
    Engine engine;
    return bench::serve_lines([] {}, [&](std::string_view line) { return engine.hear(line); });
}
