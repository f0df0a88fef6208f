#include "sprt/store/games_digest.hpp"

#include "referee/process/sha256.hpp"

#include <fmt/format.h>

#include <utility>

namespace sprt {

GamesDigest digest_of_no_game(std::string_view config_sha256) {
    return {0, referee::sha256_of_text(config_sha256)};
}

GamesDigest digest_after(const GamesDigest& before, std::string_view line) {
    std::string text;
    text.reserve(before.sha256.size() + line.size() + 1);
    text.append(before.sha256).append(line).push_back('\n');
    return {before.games + 1, referee::sha256_of_text(text)};
}

DigestCheck::DigestCheck(std::vector<GamesDigest> stored, std::string_view config_sha256)
    : stored_(std::move(stored))
    // Whether the first one fits the configuration is compared by RunFile::config_is_edited().
    , begin_(stored_.empty() ? digest_of_no_game(config_sha256) : stored_.front())
    , now_(begin_) {
    if (!stored_.empty()) {
        computed_.push_back(begin_);
    }
}

void DigestCheck::add(std::string_view line) {
    now_ = digest_after(now_, line);
    if (computed_.size() < stored_.size() && stored_[computed_.size()].games == now_.games) {
        computed_.push_back(now_);
    }
}

std::vector<DigestCheck::Difference> DigestCheck::differences() const {
    std::vector<Difference> found;
    for (std::size_t i = 0; i < stored_.size(); ++i) {
        const GamesDigest& computed = i < computed_.size() ? computed_[i] : now_;
        if (stored_[i] != computed) {
            found.push_back({i, stored_[i], computed});
        }
    }
    return found;
}

std::string DigestCheck::change(const std::string& file) const {
    for (std::size_t i = 1; i < computed_.size(); ++i) {
        if (computed_[i] != stored_[i]) {
            return fmt::format(
                "{} was rewritten: games {} to {} are not those that were played (their SHA-256 "
                "in run.json is another)",
                file, stored_[i - 1].games, stored_[i].games - 1);
        }
    }
    return {};
}

std::uint64_t DigestCheck::missing() const noexcept {
    const std::uint64_t told = stored_.empty() ? 0 : stored_.back().games;
    return told > now_.games ? told - now_.games : 0;
}

std::vector<GamesDigest> DigestCheck::adopted() const {
    std::vector<GamesDigest> kept{begin_};
    for (std::size_t i = 1; i < computed_.size() && computed_[i] == stored_[i]; ++i) {
        kept.push_back(stored_[i]);
    }
    if (kept.back().games != now_.games) {
        kept.push_back(now_);
    }
    return kept;
}

} // namespace sprt
