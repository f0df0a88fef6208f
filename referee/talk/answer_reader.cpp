#include "referee/talk/answer_reader.hpp"

#include "referee/talk/native_reader.hpp"
#include "referee/talk/uai/reader.hpp"

namespace referee {

std::unique_ptr<AnswerReader> make_reader(Protocol protocol) {
    if (protocol == Protocol::Uai) {
        return std::make_unique<uai::Reader>();
    }
    return std::make_unique<NativeReader>();
}

} // namespace referee
