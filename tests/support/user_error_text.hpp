#pragma once
// The text of a UserError.

#include "referee/base/user_error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace referee::testing_support {

/// The text of the UserError that `action` throws. The test fails when none is thrown.
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
