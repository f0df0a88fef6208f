#include "sprt/page/packed.hpp"
#include "tests/sprt/page/unpacked.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace sprt {
namespace {

TEST(Packed, base64_is_that_of_rfc_4648) {
    const std::pair<const char*, const char*> vectors[] = {// section 10
                                                           {"", ""},
                                                           {"f", "Zg=="},
                                                           {"fo", "Zm8="},
                                                           {"foo", "Zm9v"},
                                                           {"foob", "Zm9vYg=="},
                                                           {"fooba", "Zm9vYmE="},
                                                           {"foobar", "Zm9vYmFy"}};
    for (const auto& [bytes, text] : vectors) {
        EXPECT_EQ(base64(bytes), text);
        EXPECT_EQ(from_base64(text), bytes);
    }
    EXPECT_EQ(base64("\xff\xef\xbe"), "/+++");
}

TEST(Packed, inflating_undoes_deflating) {
    std::mt19937_64 random(1);
    std::string noise;
    for (int i = 0; i < 300'000; ++i) {
        noise += static_cast<char>(random() & 0xFFU);
    }
    std::string digits;
    for (int i = 0; i < 300'000; ++i) {
        digits += static_cast<char>('0' + random() % 10);
    }
    for (const std::string& text :
         {std::string(), std::string("a"), std::string(65536, '<'), noise, digits, digits + noise}) {
        EXPECT_EQ(inflated(deflated(text)), text);
        EXPECT_EQ(unpacked(packed(text)), text);
    }
}

TEST(Packed, packed_text_is_small_and_closes_no_element) {
    std::string text;
    for (int i = 0; i < 1000; ++i) {
        text += "</script><!-- \"' &\n";
    }
    EXPECT_LT(deflated(text).size(), text.size() / 50);
    EXPECT_THAT(packed(text), ::testing::MatchesRegex("[A-Za-z0-9+/]+=*"));
}

} // namespace
} // namespace sprt
