#include "sprt/page/page_file.hpp"

#include "sprt/page/columns.hpp"
#include "sprt/store/disk_files.hpp"

#include <boost/beast/zlib/deflate_stream.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
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

namespace {

constexpr unsigned char kTemplateBytes[] = {
#include "sprt/page/page_html.inc" // made by scripts/cmake/Embed.cmake
};

constexpr std::string_view kIndex = "<!--INDEX-->";
constexpr std::string_view kGames = "<!--GAMES-->";
constexpr std::string_view kNoConnections = "connect-src 'none'";
constexpr std::string_view kOwnConnections = "connect-src 'self'";

/// `text` with `now` in place of `was`, which it must hold once.
std::string replaced(std::string_view text, std::string_view was, std::string_view now) {
    const std::size_t at = text.find(was);
    if (at == std::string_view::npos || text.find(was, at + 1) != std::string_view::npos) {
        throw std::logic_error(fmt::format("the template of the page must hold {} once", was));
    }
    return fmt::format("{}{}{}", text.substr(0, at), now, text.substr(at + was.size()));
}

/// A data block: an element that no browser runs or shows.
std::string block(std::string_view id, std::string_view text) {
    return fmt::format("<script type=\"text/plain\" id=\"{}\">{}</script>", id, text);
}

} // namespace

std::string_view page_template() noexcept {
    return {reinterpret_cast<const char*>(kTemplateBytes), sizeof kTemplateBytes};
}

std::string page_with(std::string_view page, std::string_view index, const std::vector<std::string>& games) {
    std::vector<std::string> blocks;
    blocks.reserve(games.size());
    for (const std::string& text : games) {
        blocks.push_back(block(fmt::format("games-{}", blocks.size()), text));
    }
    return replaced(replaced(page, kIndex, block("index", index)), kGames,
                    fmt::format("{}", fmt::join(blocks, "\n")));
}

std::string served_page(std::string_view page, std::string_view index) {
    return page_with(replaced(page, kNoConnections, kOwnConnections), index);
}

std::string_view policy_of(std::string_view page) {
    constexpr std::string_view kBefore = "http-equiv=\"Content-Security-Policy\" content=\"";
    const std::size_t at = page.find(kBefore);
    const std::size_t begin = at + kBefore.size();
    const std::size_t end = at == std::string_view::npos ? at : page.find('"', begin);
    if (end == std::string_view::npos) {
        throw std::logic_error("the template of the page has no policy");
    }
    return page.substr(begin, end - begin);
}

std::string page_of_run(std::string_view page, const std::filesystem::path& dir, PageFacts facts) {
    constexpr std::size_t kKilobyte = 1024;
    std::vector<std::string> games;
    std::string block;
    std::uint64_t lines = 0;
    const auto end_block = [&] {
        if (!block.empty()) {
            games.push_back(packed(block));
        }
        block.clear();
    };
    const auto run = shown_run(dir, [&](std::string_view line) {
        if (facts.has_games) {
            block += page_line(line, facts.stderr_kb * kKilobyte) + '\n';
            if (++lines % kBlockGames == 0) {
                end_block();
            }
        }
    });
    facts.was_live = is_locked(dir);
    run->read();
    end_block();
    return page_with(page, packed(referee::line_of(run->index(facts))), games);
}

} // namespace sprt
