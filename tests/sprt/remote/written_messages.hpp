#pragma once
// A message of each kind as it is written, for tests of the messages.

#include "referee/game/json.hpp"
#include "sprt/remote/messages.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace sprt::remote {

using referee::Json;

// Each message as it is written, with all of its keys.
inline const std::string kOffer =
    R"({"format":1,"state":"open","epoch":3,"job":"ab01","needs":{"machine":"x86_64","cores":2,)"
    R"("memory_mb":512,"version":"1.4"},"slots":40,"ready":true,"share":0.5,"name":"a vs b","games":1234,)"
    R"("llr":0.75,"games_per_s":2.5,"games_left":[100,900],"started_us":1700000000000001,"lost_answers":2})";
inline const std::string kTurnDone =
    R"({"format":1,"session":"00ff00ff00ff00ff","epoch":3,"slot":2,"seq":17,"done":{"pair":41,"attempt":1,)"
    R"("games":[{"game":82,"x":[1.0,"a"]},{"game":83}]},"want":true,"speed":0.5})";
inline const std::string kTurnReturned =
    R"({"format":1,"session":"00ff00ff00ff00ff","epoch":3,"slot":2,"seq":17,"done":{"pair":41,"attempt":2,)"
    R"("returned":"cannot_play","why":"no library"},"want":false})";
inline const std::string kAnswer =
    R"({"format":1,"seq":17,"epoch":3,"taken":"wrong","why":"a move","task":{"pair":42,"attempt":2,"games":[)"
    R"({"rules":"ataxx","game":84,"first":1,"opening":[[1,1,1,2],[7,1,7,2]],)"
    R"("start_fen":"xx4o/7/7/7/3x3/7/o5x o 0 4","seed":["18446744073709551615","0"],)"
    R"("budget_us":[10000000,1],"ready_us":3000000,"turns":400,"adjudication":{"fill":true,"verify":0.5},)"
    R"("keeps":[true,false],"verify":true,"time_scale":1.25},)"
    R"({"rules":"tic-tac-toe","game":85,"round":3,"agents":[2,5],"first":2,"opening":[],)"
    R"("seed":["1","9007199254740993"],"limits":[{"time_us":10,"inc_us":5,"margin_us":1},{"nodes":7,"turn_us":9}],)"
    R"("ready_us":1,"turns":9,"keeps":[false,false]}]},"state":"unwelcome"})";
inline const std::string kAlive =
    R"({"format":1,"session":"0123456789abcdef","epoch":3,"holds":[[0,41,1],[2,42,3]],)"
    R"("machine":{"cores":4}})";
inline const std::string kBlobRequest = R"({"format":1,"sha256":"ab01","from":262144})";

/// Reads a message and writes it again.
template<auto read>
std::string again(std::string_view text) {
    return to_text(read(text));
}

/// A kind of message: one that is written in full, and how it is read and written again.
struct Kind {
    const char* name;
    const std::string& text;
    std::string (*again)(std::string_view);
};
inline const Kind kKinds[] = {
    {"offer", kOffer, again<read_offer>},      {"turn", kTurnDone, again<read_turn>},
    {"turn", kTurnReturned, again<read_turn>}, {"answer", kAnswer, again<read_answer>},
    {"alive", kAlive, again<read_alive>},      {"blob request", kBlobRequest, again<read_blob_request>},
};

/// `text` with `value` at `pointer`; without it when `value` is discarded.
inline std::string changed(const std::string& text, const std::string& pointer, const Json& value) {
    Json json = Json::parse(text);
    const Json::json_pointer place(pointer);
    if (value.is_discarded()) {
        Json& parent = json.at(place.parent_pointer());
        if (parent.is_array()) {
            parent.erase(parent.size() - 1);
        } else {
            parent.erase(place.back());
        }
    } else {
        json[place] = value;
    }
    return json.dump();
}

inline const Json kMissing = Json(Json::value_t::discarded);

} // namespace sprt::remote
