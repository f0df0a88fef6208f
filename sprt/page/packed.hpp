#pragma once
// Data as the page holds it: deflated, as base64. Such text cannot close the element that it stands in.
// Source: RFC 1951 (deflate), RFC 4648 section 4 (base64).

#include <string>
#include <string_view>

namespace sprt {

/// `bytes` as raw deflate, without a header, at level 6.
[[nodiscard]] std::string deflated(std::string_view bytes);

/// `bytes` as base64, padded, without line breaks.
[[nodiscard]] std::string base64(std::string_view bytes);

/// base64(deflated(text)).
[[nodiscard]] std::string packed(std::string_view text);

} // namespace sprt
