#pragma once
// A run as JUnit XML, which the viewers of CI systems read. Source of the form: the schemas of Jenkins' xUnit
// plugin (junit-10.xsd) and of Apache Ant's reports (JUnit.xsd); what is written is valid by both.

#include "sprt/report/ci/gate_report.hpp"

#include <string>

namespace sprt {

/// One suite of three test cases: the verdict, and for each agent that it is not broken. They are all green
/// when the gate passed, and only then: H0 is a failure, a broken agent a failure of its own and an error of
/// the verdict, and no decision an error, because a skipped test would look as if nothing were wrong.
/// Whatever the agents wrote, it is well-formed XML 1.0.
[[nodiscard]] std::string junit_xml(const RunSnapshot& run);

} // namespace sprt
