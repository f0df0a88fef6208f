#include "sprt/store/ratings_json.hpp"

#include "sprt/store/json_numbers.hpp"

#include <nlohmann/json.hpp>

namespace sprt {
namespace {

using referee::Json;

Json list_json(const std::vector<std::optional<double>>& values) {
    Json json = Json::array();
    for (const std::optional<double>& value : values) {
        json.push_back(json_number(value));
    }
    return json;
}

Json table_json(const AgentTable& table) {
    Json json = Json::array();
    for (const auto& row : table) {
        json.push_back(list_json(row));
    }
    return json;
}

Json count_json(const std::optional<std::size_t>& count) {
    return count ? Json(*count) : Json(nullptr);
}

} // namespace

Json to_json(const Ratings& ratings) {
    return {{"method", ratings.has_prior ? "jeffreys" : "ml"},
            {"classes", ratings.classes},
            {"groups", ratings.groups},
            {"elo", list_json(ratings.elo)},
            {"cov", table_json(ratings.covariance)},
            {"cluster", ratings.cluster == Cluster::Opening ? "opening" : "pair"},
            {"openings", count_json(ratings.openings)},
            {"df", count_json(ratings.df)},
            {"critical", ratings.critical},
            {"critical_joint", ratings.critical_joint},
            {"half_width", list_json(ratings.half_width)},
            {"difference_se", table_json(ratings.difference_error)},
            {"los", table_json(ratings.los)},
            {"ranks", ratings.ranks},
            {"expected_score", ratings.expected_score},
            {"residual_z", list_json(ratings.residual_z)},
            {"dispersion", json_number(ratings.dispersion)},
            {"fit",
             {{"chi2", json_number(ratings.fit.chi2)},
              {"df", ratings.fit.df},
              {"p", json_number(ratings.fit.p)}}}};
}

std::string ratings_json_text(const Ratings& ratings) {
    return to_json(ratings).dump() + "\n";
}

} // namespace sprt
