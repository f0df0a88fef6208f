// A configuration, as JSON.

#include "sprt/config/config.hpp"

#include "tests/fuzz/target.hpp"

#include <nlohmann/json.hpp>

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto read = [](std::string_view text) {
        const referee::Json json = referee::parse_json(text);
        sprt::Config config;
        sprt::read_config(referee::JsonNode(json, ""), config);
        sprt::validate(config, {});
        return config;
    };
    if (const auto config = fuzz::read_or_refused([&] { return read(fuzz::text_of(data, size)); })) {
        const std::string written = sprt::to_json_text(*config);
        const auto again = fuzz::read_or_refused([&] { return read(written); });
        fuzz::require(again && sprt::to_json_text(*again) == written,
                      "a configuration is not read as it was written");
    }
    return 0;
}
