#pragma once
// What a user would be told.

#include "referee/base/user_error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace referee::testing_support {

/// The text of the UserError that `action` throws; fails the test when it throws none.
template<class Action>
std::string user_error_text(Action&& action) {
    try {
        action();
    } catch (const UserError& error) {
        return error.what();
    }
    ADD_FAILURE() << "no UserError was thrown";
    return {};
}

} // namespace referee::testing_support
