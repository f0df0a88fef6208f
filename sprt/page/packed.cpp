#include "sprt/page/packed.hpp"

#include <boost/beast/zlib/deflate_stream.hpp>

#include <cstddef>
#include <stdexcept>

namespace sprt {

std::string deflated(std::string_view bytes) {
    namespace zlib = boost::beast::zlib;
    zlib::deflate_stream stream;
    constexpr int kLevel = 6;
    constexpr int kWindowBits = 15;
    constexpr int kMemoryLevel = 8;
    stream.reset(kLevel, kWindowBits, kMemoryLevel, zlib::Strategy::normal);
    std::string out(stream.upper_bound(bytes.size()), '\0');
    zlib::z_params state;
    state.next_in = bytes.data();
    state.avail_in = bytes.size();
    state.next_out = out.data();
    state.avail_out = out.size();
    boost::beast::error_code error;
    stream.write(state, zlib::Flush::finish, error);
    if (error != zlib::error::end_of_stream) { // the whole text went into one call
        throw std::logic_error("deflate: " + error.message());
    }
    out.resize(state.total_out);
    return out;
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::string_view group = bytes.substr(i, 3);
        unsigned bits = 0;
        for (std::size_t j = 0; j < 3; ++j) {
            bits = bits << 8U | (j < group.size() ? static_cast<unsigned char>(group[j]) : 0U);
        }
        for (std::size_t j = 0; j < 4; ++j) {
            out += j <= group.size() ? kDigits[bits >> (18 - 6 * j) & 63U] : '=';
        }
    }
    return out;
}

std::string packed(std::string_view text) {
    return base64(deflated(text));
}

} // namespace sprt
