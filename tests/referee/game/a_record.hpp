#pragma once
// A record with all that most games have, and the line of a log that it is.

#include "referee/game/record.hpp"

#include <chrono>
#include <cstdint>
#include <string>

namespace referee::testing_support {

/// Every field different from its default.
inline GameRecord a_record() {
    using namespace std::chrono_literals;
    GameRecord record;
    record.game = 7;
    record.pair = 3;
    record.first = Player::Agent2;
    record.opening = {{4, 3, 5, 3}, {-1, -1, -1, -1}};
    record.moves = {{{1, 1, 2, 2}, 183'999ns}, {{7, 7, 7, 5}, 2s}};
    record.winner = Winner::Agent1;
    record.score = {26, 23};
    record.turns = 4;
    record.termination = Termination::ProtocolError;
    record.fault = FaultNote{Player::Agent2, "sent 'KO' instead of OK", "its last \"bytes\"\n\x1b"};
    record.also_fault =
        AlsoFault{{Player::Agent1, "did not say OK in time", "gr\xC3\xBC\xC3\x9F"}, Termination::Crashed};
    record.used = {84'012'999ns, 974'388us};
    record.seed = {17, UINT64_MAX};
    record.exit = {"exited 0", "killed by referee"};
    record.turn_limit = 300;
    record.limits = {10s, 5s};
    record.processor = {90ms, 1s};
    record.load = {TurnLoad{.watched = 80ms, .cpu = 70ms, .delay = 9ms, .rival_cpu = 40ms},
                   TurnLoad{.watched = 900ms, .cpu = 100ms, .delay = 750ms, .rival_cpu = 1ms}};
    record.time_loss =
        TimeLoss{700ms, {.watched = 690ms, .cpu = 10ms, .delay = 650ms, .rival_cpu = 1ms}, true};
    record.lacks_opening = {true, false};
    return record;
}

inline const std::string kLine =
    R"({"format":1,"game":7,"pair":3,"first":2,"opening":[[4,3,5,3],[-1,-1,-1,-1]],)"
    R"("moves":[[1,1,2,2,183],[7,7,7,5,2000000]],"winner":1,"score":[26,23],"turns":4,)"
    R"("termination":"protocol_error",)"
    R"("fault":{"agent":2,"reason":"sent 'KO' instead of OK","stderr":"its last \"bytes\"\n\u001b"},)"
    R"("also_fault":{"agent":1,"reason":"did not say OK in time","stderr":"grüß","termination":"crashed"},)"
    R"("used_us":[84012,974388],"seed":["17","18446744073709551615"],)"
    R"("exit":["exited 0","killed by referee"],"turn_limit":300,"budget_us":[10000000,5000000],)"
    R"("lacks_opening":[1],)"
    R"("cpu_us":[90000,1000000],)"
    R"("watched_us":[80000,900000],"watched_cpu_us":[70000,100000],"delay_us":[9000,750000],)"
    R"("rival_cpu_us":[40000,1000],)"
    R"("time_loss":{"disputed":true,"took_us":700000,)"
    R"("watched_us":690000,"cpu_us":10000,"delay_us":650000,"rival_cpu_us":1000},"interference":[2]})";

} // namespace referee::testing_support
