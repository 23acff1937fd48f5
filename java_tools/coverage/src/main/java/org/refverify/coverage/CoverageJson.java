package org.refverify.coverage;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.ILine;
import org.jacoco.core.analysis.IMethodCoverage;
import org.refverify.common.JsonWriter;

/**
 * The answer as JSON: {@code methods}, {@code tests} (the ids of the sessions in the order of the
 * run), {@code silent} and {@code unmatched} classes, and the reason why the recording is {@code
 * forged}. A line is its number, then covered and all instructions, then covered and all branches.
 */
final class CoverageJson {
  private final JsonWriter json = new JsonWriter().open('{').key("methods").open('[');
  private final List<String> sessions;

  CoverageJson(List<String> sessions) {
    this.sessions = sessions;
  }

  void method(
      SubjectClass type,
      ClassProbes.CodedMethod method,
      IMethodCoverage counted,
      List<String> around,
      BitSet ran) {
    json.open('{').key("class").string(type.name().replace('/', '.'));
    json.key("name").string(method.name()).key("descriptor").string(method.descriptor());
    json.key("file").string(type.source()).key("within").strings(around);
    json.key("tests").open('[');
    ran.stream().forEach(json::number);
    json.close(']').key("lines").open('[');
    lines(counted);
    json.close(']').close('}');
  }

  String end(Collection<String> silent, Collection<String> unmatched, String forged) {
    json.close(']').key("tests").strings(sessions).key("silent").strings(silent);
    json.key("unmatched").strings(unmatched).key("forged").string(forged);
    return json.close('}').toString();
  }

  private void lines(IMethodCoverage counted) {
    int last = counted.getLastLine();
    for (int number = Math.max(1, counted.getFirstLine()); number <= last; number++) {
      ILine line = counted.getLine(number);
      if (line.getInstructionCounter().getTotalCount() > 0) {
        json.open('[').number(number);
        counts(line.getInstructionCounter());
        counts(line.getBranchCounter());
        json.close(']');
      }
    }
  }

  private void counts(ICounter counter) {
    json.number(counter.getCoveredCount()).number(counter.getTotalCount());
  }
}
