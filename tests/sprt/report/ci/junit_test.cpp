#include "sprt/report/ci/files.hpp"
#include "sprt/report/outcome.hpp"
#include "tests/sprt/report/ci/gate_samples.hpp"

#include <gtest/gtest.h>

#include <pugixml.hpp>

namespace sprt {
namespace {

/// tests/e2e/junit_test.py validates the snapshots against a schema.
TEST(Junit, output_equals_the_snapshots) {
    for (const GateSample& sample : gate_samples()) {
        const std::string now = junit_xml(sample.report());
        EXPECT_EQ(now, snapshot(sample.name + ".xml", now)) << sample.name;
    }
}

TEST(Junit, all_cases_pass_when_the_gate_passed_and_only_then) {
    for (const GateSample& sample : gate_samples()) {
        SCOPED_TRACE(sample.name);
        pugi::xml_document document;
        ASSERT_TRUE(document.load_string(junit_xml(sample.report()).c_str()));
        const auto suite = document.child("testsuites").child("testsuite");
        std::size_t failures = 0;
        std::size_t errors = 0;
        std::size_t cases = 0;
        for (const auto& test : suite.children("testcase")) {
            ++cases;
            failures += test.child("failure") ? 1u : 0u;
            errors += test.child("error") ? 1u : 0u;
            EXPECT_FALSE(test.child("skipped"));
        }
        EXPECT_EQ(suite.attribute("tests").as_ullong(), cases);
        EXPECT_EQ(suite.attribute("failures").as_ullong(), failures);
        EXPECT_EQ(suite.attribute("errors").as_ullong(), errors);
        EXPECT_EQ(failures + errors == 0, outcome_of(sample.report()).gate == GateOutcome::Passed);
    }
}

TEST(Junit, a_broken_agent_is_a_failure_with_its_standard_error) {
    const auto samples = gate_samples();
    pugi::xml_document document;
    ASSERT_TRUE(document.load_string(junit_xml(samples[5].report()).c_str()));
    const auto suite = document.child("testsuites").child("testsuite");
    const auto agent = suite.find_child_by_attribute("testcase", "name", "agent 1 is not broken");
    const std::string text = agent.child("failure").text().get();
    EXPECT_EQ(text.find("Game 0: agent 1 crashed: signal 11 ]]> & <b> (signal 11)\n  stderr: a | b `c` ```\n"
                        "  stderr: \\x1b[31m<script>&\\x01\\x0d\n"),
              0u)
        << text;
    EXPECT_NE(std::string(suite.child("testcase").child("error").text().get()).find(text), std::string::npos);
    EXPECT_FALSE(suite.find_child_by_attribute("testcase", "name", "agent 2 is not broken").first_child());
    const auto property = suite.child("properties").find_child_by_attribute("name", "agent1");
    EXPECT_STREQ(property.attribute("value").value(),
                 "evil|\\x0a`x`</code><script>alert(1)</script>[a](http://b.c)**\\x1b\xEF\xBF\xBD\\|@you");
}

TEST(Junit, faults_that_were_not_logged_are_counted_in_the_report) {
    GateSample sample{"", gate_config(), crashed(5)};
    sample.result.faults.resize(2);
    EXPECT_NE(junit_xml(sample.report()).find("\nand 3 more of agent 1\n"), std::string::npos);
}

} // namespace
} // namespace sprt
