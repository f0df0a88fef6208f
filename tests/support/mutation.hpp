#pragma once
// What a refusal of a text with errors must be, for unit tests.

#include "referee/base/text.hpp"
#include "referee/base/user_error.hpp"
#include "tests/support/mutator.hpp"
#include "tests/support/printable.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace referee::testing_support {

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
