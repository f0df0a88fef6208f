#pragma once
// A page as one text: the template with its data.
// A template holds `<!--DATA-->` once, which the data blocks replace, and `connect-src 'none'` once, in its
// Content-Security-Policy.

#include "sprt/page/page_template.hpp"
#include "sprt/page/shown_run.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sprt {

/// A data block: an element with the id `id` and the text `text`, which is base64 or empty.
struct DataBlock {
    std::string id;
    std::string text;
};

/// `page` with `blocks`, a line for each. Throws std::logic_error when `page` is no template.
[[nodiscard]] std::string page_with(std::string_view page, const std::vector<DataBlock>& blocks);

/// `page` as a server sends it: with `index` (packed; empty: the page asks for it) and the permission to ask
/// the server it came from. Throws std::logic_error when `page` is no template.
[[nodiscard]] std::string served_page(std::string_view page, const std::string& index = {});

/// The policy of `page`, the value of its Content-Security-Policy. Throws std::logic_error when it has none.
[[nodiscard]] std::string_view policy_of(std::string_view page);

/// Reads the run in `dir` and makes its page. `facts.live` stays empty. Throws what load_run() throws.
[[nodiscard]] std::string page_of_run(const PageTemplates& templates, const std::filesystem::path& dir,
                                      const PageFacts& facts);

} // namespace sprt
