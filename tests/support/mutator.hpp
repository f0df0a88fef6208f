#pragma once
// Texts with random errors, the same for the same seed.

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace referee::testing_support {

/// Makes errors in texts. `words` are pieces that the reader of the texts may take for something.
class Mutator {
  public:
    explicit Mutator(std::vector<std::string> words, std::uint64_t seed = 20261122)
        : random_(seed)
        , words_(std::move(words)) {
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

    std::mt19937_64 random_;
    std::vector<std::string> words_;
};

} // namespace referee::testing_support
