#pragma once
// A fixture that reads a configuration from a file, c.json, and gives the error text for it.

#include "sprt/config/config.hpp"
#include "tests/support/temporary_dir.hpp"
#include "tests/support/user_error_text.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace sprt {

class ConfigFile : public ::testing::Test {
  protected:
    Config read(const std::string& text) {
        const auto file = dir_.path() / "c.json";
        std::ofstream(file) << text;
        Config config;
        read_config(file, config, sources_);
        return config;
    }
    std::string error_of(const std::string& text) {
        return referee::testing_support::user_error_text([&] {
            const Config config = read(text);
            validate(config, sources_);
        });
    }

    referee::testing_support::TemporaryDir dir_;
    ConfigSources sources_;
};

} // namespace sprt
