#pragma once
// The inverse of packing, for tests.

#include "referee/game/json.hpp"

#include <boost/beast/zlib/inflate_stream.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sprt {

/// The text whose raw deflate is `bytes`. Throws unless `bytes` are one whole stream.
inline std::string inflated(std::string_view bytes) {
    namespace zlib = boost::beast::zlib;
    zlib::inflate_stream stream;
    zlib::z_params state;
    // Beast asks for a byte after the end of some streams, and takes it.
    const std::string longer = std::string(bytes) + '\0';
    state.next_in = longer.data();
    state.avail_in = longer.size();
    std::string text;
    std::array<char, 65536> part{};
    boost::beast::error_code error;
    while (!error) {
        state.next_out = part.data();
        state.avail_out = part.size();
        stream.write(state, zlib::Flush::sync, error);
        text.append(part.data(), part.size() - state.avail_out);
    }
    if (error != zlib::error::end_of_stream || state.avail_in > 1) {
        throw std::runtime_error(error.message());
    }
    return text;
}

inline std::string from_base64(std::string_view text) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned bits = 0;
    int count = 0;
    for (const char c : text.substr(0, text.find('='))) {
        const std::size_t digit = kDigits.find(c);
        if (digit == std::string_view::npos) {
            throw std::runtime_error("no digit of base64");
        }
        bits = (bits << 6U | static_cast<unsigned>(digit)) & 0xFFFFU;
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 0xFFU);
        }
    }
    return bytes;
}

inline std::string unpacked(std::string_view text) {
    return inflated(from_base64(text));
}

/// The data blocks of a page by their ids, unpacked.
inline std::map<std::string, std::string> blocks_of(const std::string& page) {
    std::map<std::string, std::string> blocks;
    std::string_view rest = page;
    constexpr std::string_view kBegin = "<script type=\"text/plain\" id=\"";
    for (std::size_t at = rest.find(kBegin); at != std::string_view::npos; at = rest.find(kBegin)) {
        rest.remove_prefix(at + kBegin.size());
        const std::string id(rest.substr(0, rest.find('"')));
        rest.remove_prefix(rest.find('>') + 1);
        blocks[id] = unpacked(rest.substr(0, rest.find("</script>")));
    }
    return blocks;
}

} // namespace sprt
