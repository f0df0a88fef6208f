// fmt for the static programs of the archive: Debian has no static library of it. As src/format.cc of fmt,
// which Debian does not package: what is no template, and the templates that the headers declare as made
// elsewhere.

#include <fmt/format-inl.h>

namespace fmt::detail {

template dragonbox::decimal_fp<float> dragonbox::to_decimal(float) noexcept;
template dragonbox::decimal_fp<double> dragonbox::to_decimal(double) noexcept;
template std::locale locale_ref::get<std::locale>() const;
template thousands_sep_result<char> thousands_sep_impl(locale_ref);
template char decimal_point_impl(locale_ref);
template void vformat_to(buffer<char>&, string_view, format_args, locale_ref); // from fmt 10 on

} // namespace fmt::detail
