#include "agents/program/session.hpp"

#include "referee/rules/ataxx/rules.hpp"

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>
#include <utility>

namespace search {
namespace {

/// The milliseconds that `text` is, no more and no less. Empty when `text` is no such number.
std::optional<std::chrono::milliseconds> milliseconds_in(std::string_view text) noexcept {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < 0 || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return std::chrono::milliseconds(number);
}

void say(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

/// The exit status of a session that is over; empty while the session goes on.
using Status = std::optional<int>;

Status give_up(const char* what, std::string_view text) {
    std::cerr << what << " '" << text << "'\n";
    return 1;
}

class Session {
  public:
    explicit Session(const ChooseMove& choose)
        : choose_(&choose) {}

    Status hear(std::string_view text) {
        const bool is_first = std::exchange(may_open_, false);
        if (const auto left = time_left(text)) {
            const ataxx::Move move = (*choose_)(position_, *left);
            position_ = position_.after(move);
            say("MOVE " + to_string(move) + "\n");
        } else if (text.starts_with("OPP ")) {
            const auto move = opponents_move(text);
            if (!move || !position_.is_legal(*move)) {
                return give_up("cannot make the move in", text);
            }
            position_ = position_.after(*move);
        } else if (text == "READY FIRST" || text == "READY SECOND") {
            position_ = ataxx::Position();
            may_open_ = true;
            say("OK OPENING\n");
        } else if (is_first && text.starts_with("OPENING ")) {
            const auto opened = position_after_opening(text);
            if (!opened) {
                return give_up("cannot make the moves in", text);
            }
            position_ = *opened;
        } else if (text == "FINISH") {
            return 0;
        } else {
            return give_up("unknown message", text);
        }
        return std::nullopt;
    }

  private:
    const ChooseMove* choose_;
    ataxx::Position position_;
    bool may_open_ = false; ///< OPENING comes straight after OK or not at all
};

} // namespace

std::optional<ataxx::Position> position_after_opening(std::string_view text) noexcept {
    constexpr std::string_view kWord = "OPENING ";
    if (!text.starts_with(kWord)) {
        return std::nullopt;
    }
    text.remove_prefix(kWord.size());
    unsigned moves = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), moves);
    if (error != std::errc()) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    ataxx::Position position;
    for (; moves > 0; --moves) {
        const auto numbers = referee::take_move_numbers(text, ataxx::Rules::kNumbers);
        const auto move = numbers ? ataxx::Move::from_numbers(*numbers) : std::nullopt;
        if (!move || !position.is_legal(*move)) {
            return std::nullopt;
        }
        position = position.after(*move);
    }
    return text.empty() ? std::optional(position) : std::nullopt;
}

std::optional<std::chrono::milliseconds> time_left(std::string_view text) noexcept {
    constexpr std::string_view kWord = "TURN ";
    const auto space = text.rfind(' ');
    if (!text.starts_with(kWord) || space < kWord.size() || !milliseconds_in(text.substr(space + 1))) {
        return std::nullopt;
    }
    return milliseconds_in(text.substr(kWord.size(), space - kWord.size()));
}

std::optional<ataxx::Move> opponents_move(std::string_view text) noexcept {
    constexpr std::string_view kWord = "OPP ";
    const auto space = text.rfind(' ');
    if (!text.starts_with(kWord) || space < kWord.size() || !milliseconds_in(text.substr(space + 1))) {
        return std::nullopt;
    }
    const auto numbers = referee::parse_move_numbers(text.substr(kWord.size() - 1, space - kWord.size() + 1),
                                                     ataxx::Rules::kNumbers);
    return numbers ? ataxx::Move::from_numbers(*numbers) : std::nullopt;
}

int serve(const ChooseMove& choose) {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    Session session(choose);
    for (std::string line; std::getline(std::cin, line);) {
        if (const auto status = session.hear(line)) {
            return *status;
        }
    }
    return 0;
}

} // namespace search
