#pragma once
// A page as one text: the template with its data.
// A template holds `<!--INDEX-->` and, behind its script, `<!--GAMES-->` once each, which the data replaces,
// and `connect-src 'none'` once, in its Content-Security-Policy. The games come last: a browser draws the
// index while it still reads them.

#include "sprt/page/shown_run.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

// Data as the page holds it: deflated, as base64. Such text cannot close the element that it stands in.
// Source: RFC 1951 (deflate), RFC 4648 section 4 (base64).

/// `bytes` as raw deflate, without a header, at level 6.
[[nodiscard]] std::string deflated(std::string_view bytes);

/// `bytes` as base64, padded, without line breaks.
[[nodiscard]] std::string base64(std::string_view bytes);

/// base64(deflated(text)).
[[nodiscard]] std::string packed(std::string_view text);

/// The template that is built from sprt/page/web, sprt/page/page.html: the page of a run of any kind, and of
/// the list of runs.
[[nodiscard]] std::string_view page_template() noexcept;

/// `page` with its data, each text packed or empty: `index` in the element `index`, `games[k]` in `games-k`.
/// Throws std::logic_error when `page` is no template.
[[nodiscard]] std::string page_with(std::string_view page, std::string_view index,
                                    const std::vector<std::string>& games = {});

/// `page` as a server sends it: with `index` (packed; empty: the page asks for it) and the permission to ask
/// the server it came from. Throws std::logic_error when `page` is no template.
[[nodiscard]] std::string served_page(std::string_view page, std::string_view index = {});

/// The policy of `page`, the value of its Content-Security-Policy. Throws std::logic_error when it has none.
[[nodiscard]] std::string_view policy_of(std::string_view page);

/// Reads the run in `dir` and makes its page from the template `page`. `facts.live` stays empty. Throws what
/// load_run() throws.
[[nodiscard]] std::string page_of_run(std::string_view page, const std::filesystem::path& dir,
                                      PageFacts facts);

} // namespace sprt
