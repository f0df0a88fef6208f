#pragma once
// Shell scripts that are checked as agents.

#include "referee/check/bench.hpp"
#include "tests/referee/process/shell.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <string>

namespace referee::testing_support {

/// A UAI engine that says `about` of itself and makes one move, which is legal at the start.
inline std::string engine_script(const std::string& about = "id name Test 1") {
    return "while read word rest; do case $word in uai) echo '" + about +
           "'; echo uaiok;; isready) echo readyok;; go) echo info depth 3 nodes 7; echo bestmove b7;; "
           "quit) exit 0;; esac; done";
}

/// A native agent that says `ok` at READY and makes one move, which is legal at the start.
inline std::string native_script(const std::string& ok = "OK") {
    return "while read word rest; do case $word in READY) echo " + ok +
           ";; TURN) echo MOVE 1 1 1 2;; FINISH) exit 0;; esac; done";
}

/// A script and the bench that it is checked on.
struct CheckedAgent {
    explicit CheckedAgent(const std::string& script, Protocol protocol = Protocol::Native)
        : subject{.name = "it", .program = shell(script), .manner = {}} {
        std::signal(SIGPIPE, SIG_IGN);
        subject.manner.protocol = protocol;
    }

    check::Subject subject;
    Orphans orphans;
    check::Bench bench{subject, {}, orphans};
};

} // namespace referee::testing_support
