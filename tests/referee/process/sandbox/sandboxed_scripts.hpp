#pragma once
// Shell scripts in a sandbox. Where the kernel refuses namespaces, nothing of them is tested.

#include "referee/process/process.hpp"
#include "referee/process/sandbox/cell.hpp"
#include "tests/referee/process/shell.hpp"
#include "tests/support/temporary_dir.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/prctl.h>
#include <sys/stat.h>

namespace referee::testing_support {

class SandboxedScripts : public testing::Test {
  protected:
    void SetUp() override {
        ::chmod(dir_.path().c_str(), 0700);
        ::prctl(PR_SET_CHILD_SUBREAPER, 0); // Orphans of another test may have set it
        try {
            static_cast<void>(make_cell(script("exit 0")));
        } catch (const SandboxError& error) {
            if (std::string(error.what()).find("the kernel refuses") == std::string::npos) {
                throw;
            }
            GTEST_SKIP() << error.what();
        }
    }
    void TearDown() override { EXPECT_TRUE(has_no_children()); }

    /// A script bot/run, which is executed in bot/.
    Program script(const std::string& text) {
        return {.executable = dir_.file("bot/run", "#!/bin/sh\n" + text + "\n", true),
                .words = {"./run"},
                .dir = dir_ / "bot",
                .variables = {"GIVEN=yes"}};
    }
    std::unique_ptr<SandboxCell> make_cell(const Program& program, const SandboxWishes& wishes = {},
                                           std::vector<ResourceLimit> limits = {},
                                           const std::vector<std::filesystem::path>& hidden = {}) {
        const ProgramFiles files(program);
        sandbox_.emplace(program, wishes, hidden, files.print(), std::make_shared<const ControlGroups>());
        return std::make_unique<SandboxCell>(*sandbox_, std::move(limits));
    }
    /// What a script says in a cell of its own; it must exit with 0.
    std::string said(const std::string& text, const SandboxWishes& wishes = {}) {
        const auto cell = make_cell(script(text), wishes);
        return said_in(*cell);
    }
    static std::string said_in(SandboxCell& cell, std::uint64_t seed = 7) {
        Process process(cell, seed);
        std::string text = all_of(process.out());
        const std::string errors = all_of(process.err());
        EXPECT_EQ(process.reap().exit, "exited 0") << errors;
        cell.sweep();
        return text;
    }

    TemporaryDir dir_;
    std::optional<Sandbox> sandbox_;
};

} // namespace referee::testing_support
