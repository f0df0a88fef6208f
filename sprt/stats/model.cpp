#include "sprt/stats/model.hpp"

namespace sprt {
namespace {

template<class Names>
auto find_named(const Names& values, std::string_view text) noexcept
    -> std::optional<typename Names::value_type> {
    for (const auto value : values) {
        if (name(value) == text) {
            return value;
        }
    }
    return std::nullopt;
}

} // namespace

std::string_view name(Model model) noexcept {
    switch (model) {
    case Model::Pentanomial:
        return "pentanomial";
    case Model::Normalized:
        return "normalized";
    case Model::Trinomial:
        return "trinomial";
    case Model::Wald:
        return "wald";
    case Model::Bayeselo:
        return "bayeselo";
    case Model::BayeseloTrue:
        break;
    }
    return "bayeselo-true";
}

std::optional<Model> model_named(std::string_view text) noexcept {
    return find_named(kModels, text);
}

bool is_pairwise(Model model) noexcept {
    return model == Model::Pentanomial || model == Model::Normalized;
}

std::string_view name(TestKind kind) noexcept {
    return kind == TestKind::TwoSprt ? "2sprt" : "sprt";
}

std::optional<TestKind> test_kind_named(std::string_view text) noexcept {
    return find_named(kTestKinds, text);
}

} // namespace sprt
