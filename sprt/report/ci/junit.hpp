#pragma once
// A run as JUnit XML, for the viewers of CI systems. Source of the form: the schemas of Jenkins' xUnit plugin
// (junit-10.xsd) and of Apache Ant's reports (JUnit.xsd). The output is valid by both.

#include "sprt/report/run_snapshot.hpp"

#include <string>

namespace sprt {

/// One suite of three test cases: the verdict, and for each agent that it is not broken. All three pass when
/// the gate passed, and only then. H0 is a failure of the verdict. A broken agent is a failure of its own
/// test case and an error of the verdict. No decision is an error, because a skipped test would look as if
/// nothing were wrong. The output is well-formed XML 1.0 whatever the agents wrote.
[[nodiscard]] std::string junit_xml(const RunSnapshot& run);

/// The same for a run that an error ended, so that it has no figures: one suite of one test case, the
/// verdict, with the error `what`. The plan may be the default one, when no configuration was settled.
[[nodiscard]] std::string junit_xml_of_error(const RunSnapshot& run, const std::string& what);

} // namespace sprt
