#pragma once
// Texts with random errors, the same in each run, and what a refusal of such a text must be.

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee::testing_support {

/// Makes errors in texts. `words` are pieces that the reader of the texts may take for something.
class Mutator {
  public:
    explicit Mutator(std::vector<std::string> words)
        : words_(std::move(words)) {
        using namespace std::string_view_literals;
        for (const std::string_view word : {"\0"sv,
                                            "\t"sv,
                                            " "sv,
                                            "  "sv,
                                            "\r"sv,
                                            "\n"sv,
                                            "-"sv,
                                            "--1"sv,
                                            "+1"sv,
                                            "-0"sv,
                                            "00"sv,
                                            "1.0"sv,
                                            "1e3"sv,
                                            "0x1"sv,
                                            "999999999"sv,
                                            "-999999999"sv,
                                            "1000000000"sv,
                                            "2147483648"sv,
                                            "18446744073709551616"sv,
                                            "\xC3"sv,
                                            "\xC3\xA9"sv,
                                            "\xC2\x9B"sv,
                                            "\xE2\x80\xA8"sv,
                                            "\xED\xA0\x80"sv,
                                            "\xF0\x9F\x98\x80"sv,
                                            "\xFF"sv,
                                            "\x1B[31m"sv,
                                            "\x7F"sv}) {
            words_.emplace_back(word);
        }
    }

    /// A number from 0, below `end`.
    [[nodiscard]] std::size_t below(std::size_t end) { return random_() % end; }

    /// `text` with one to three errors.
    [[nodiscard]] std::string operator()(std::string text) {
        for (std::size_t errors = 1 + below(3); errors > 0; --errors) {
            make_error(text);
        }
        return text;
    }

  private:
    void make_error(std::string& text) {
        const std::size_t at = below(text.size() + 1);
        const std::size_t some = std::min(text.size() - at, 1 + below(6));
        switch (below(9)) {
        case 0:
            text.insert(at, words_[below(words_.size())]);
            break;
        case 1:
            text.replace(at, some, words_[below(words_.size())]);
            break;
        case 2:
            text.insert(at, 1, static_cast<char>(below(256)));
            break;
        case 3:
            text.erase(at, some);
            break;
        case 4:
            text.insert(at, text.substr(at, some));
            break;
        case 5:
            text.resize(at);
            break;
        case 6:
            text.insert(below(text.size() + 1), text.substr(at, some));
            break;
        case 7:
            change_number(text, at);
            break;
        default:
            if (at < text.size()) {
                text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
            }
        }
    }

    /// Replaces the first digit after `at`.
    void change_number(std::string& text, std::size_t at) {
        const std::size_t digit = text.find_first_of("0123456789", at);
        if (digit != std::string::npos) {
            text[digit] = static_cast<char>('0' + below(10));
        }
    }

    std::mt19937_64 random_{20261122};
    std::vector<std::string> words_;
};

/// The bytes of the UTF-8 character at the start of `text`; 0 when there is none.
/// Source: The Unicode Standard, table 3-7.
[[nodiscard]] inline std::size_t utf8_character(std::string_view text) {
    struct Form {
        unsigned char lead_least, lead_most, second_least, second_most;
        std::size_t bytes;
    };
    constexpr std::array kForms{
        Form{0x00, 0x7F, 0, 0, 1},       Form{0xC2, 0xDF, 0x80, 0xBF, 2}, Form{0xE0, 0xE0, 0xA0, 0xBF, 3},
        Form{0xE1, 0xEC, 0x80, 0xBF, 3}, Form{0xED, 0xED, 0x80, 0x9F, 3}, Form{0xEE, 0xEF, 0x80, 0xBF, 3},
        Form{0xF0, 0xF0, 0x90, 0xBF, 4}, Form{0xF1, 0xF3, 0x80, 0xBF, 4}, Form{0xF4, 0xF4, 0x80, 0x8F, 4}};
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    for (const Form& form : kForms) {
        if (text.size() < form.bytes || byte(0) < form.lead_least || byte(0) > form.lead_most) {
            continue;
        }
        bool is_right = form.bytes == 1 || (byte(1) >= form.second_least && byte(1) <= form.second_most);
        for (std::size_t i = 2; i < form.bytes; ++i) {
            is_right = is_right && byte(i) >= 0x80 && byte(i) <= 0xBF;
        }
        return is_right ? form.bytes : 0;
    }
    return 0;
}

/// Whether `text` is valid UTF-8 without control characters, and not empty: one line that a terminal shows.
[[nodiscard]] inline bool is_printable_line(std::string_view text) {
    const bool has_text = !text.empty();
    while (!text.empty()) {
        const std::size_t bytes = utf8_character(text);
        const auto first = static_cast<unsigned char>(text[0]);
        const bool is_control =
            first < 0x20 || first == 0x7F || (first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0);
        if (bytes == 0 || is_control) {
            return false;
        }
        text.remove_prefix(bytes);
    }
    return has_text;
}

/// What `read(text)` returns; empty when it refuses by a UserError, which must be a printable line.
template<class Read>
auto read_or_refused(const std::string& text, Read&& read) -> std::optional<decltype(read(text))> {
    try {
        return read(text);
    } catch (const UserError& error) {
        EXPECT_TRUE(is_printable_line(error.what())) << to_printable(error.what(), 4000);
        return std::nullopt;
    }
}

/// How many of the mutated texts were accepted and refused. A test of many texts must see both.
struct Verdicts {
    int accepted = 0;
    int refused = 0;

    void add(bool is_accepted) { ++(is_accepted ? accepted : refused); }
    void expect_both() const {
        EXPECT_GT(accepted, 10);
        EXPECT_GT(refused, 10);
    }
};

} // namespace referee::testing_support
