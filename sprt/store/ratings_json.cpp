#include "sprt/store/ratings_json.hpp"

#include "referee/game/json_fields.hpp"
#include "sprt/store/json_numbers.hpp"

#include <nlohmann/json.hpp>

namespace sprt {
namespace {

using referee::field;
using referee::fields;
using referee::Json;

/// Null for what is undefined or not finite.
struct Figure {
    [[nodiscard]] Json write(const std::optional<double>& value) const { return json_number(value); }
};

constexpr auto kFitFields = fields<ModelFit>(field("chi2", &ModelFit::chi2, Figure()),
                                             field("df", &ModelFit::df), field("p", &ModelFit::p, Figure()));
constexpr auto kRatingsFields = fields<Ratings>(
    field("method", [](const Ratings& ratings) { return ratings.has_prior ? "jeffreys" : "ml"; }),
    field("classes", &Ratings::classes), field("groups", &Ratings::groups),
    field("elo", &Ratings::elo, Figure()), field("cov", &Ratings::covariance, Figure()),
    field("cluster",
          [](const Ratings& ratings) { return ratings.cluster == Cluster::Opening ? "opening" : "pair"; }),
    field("openings", &Ratings::openings), field("df", &Ratings::df), field("critical", &Ratings::critical),
    field("critical_joint", &Ratings::critical_joint), field("half_width", &Ratings::half_width, Figure()),
    field("difference_se", &Ratings::difference_error, Figure()), field("los", &Ratings::los, Figure()),
    field("ranks", &Ratings::ranks), field("expected_score", &Ratings::expected_score),
    field("residual_z", &Ratings::residual_z, Figure()), field("dispersion", &Ratings::dispersion, Figure()),
    field("fit", &Ratings::fit, kFitFields));

} // namespace

Json to_json(const Ratings& ratings) {
    return kRatingsFields.write(ratings);
}

std::string ratings_json_text(const Ratings& ratings) {
    return to_json(ratings).dump() + "\n";
}

} // namespace sprt
