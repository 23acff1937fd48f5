package org.refverify.coverage;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import org.jacoco.core.analysis.ILine;
import org.jacoco.core.analysis.IMethodCoverage;

/**
 * The answer as JSON: {@code methods}, {@code tests} (the ids of the sessions in the order of the
 * run), {@code silent} and {@code unmatched} classes, and the reason why the recording is {@code
 * forged}. A line is its number, then covered and all instructions, then covered and all branches.
 */
final class CoverageJson {
  private final StringBuilder out = new StringBuilder("{\"methods\":[");
  private final List<String> sessions;
  private boolean first = true;

  CoverageJson(List<String> sessions) {
    this.sessions = sessions;
  }

  void method(
      SubjectClass type,
      ClassProbes.CodedMethod method,
      IMethodCoverage counted,
      List<String> around,
      BitSet ran) {
    out.append(first ? "" : ",").append("{\"class\":");
    first = false;
    text(type.name().replace('/', '.'));
    out.append(",\"name\":");
    text(method.name());
    out.append(",\"descriptor\":");
    text(method.descriptor());
    out.append(",\"file\":");
    text(type.source());
    out.append(",\"within\":");
    texts(around);
    out.append(",\"tests\":[");
    for (int at = ran.nextSetBit(0); at >= 0; at = ran.nextSetBit(at + 1)) {
      out.append(out.charAt(out.length() - 1) == '[' ? "" : ",").append(at);
    }
    out.append("],\"lines\":[");
    lines(counted);
    out.append("]}");
  }

  String end(Collection<String> silent, Collection<String> unmatched, String forged) {
    out.append("],\"tests\":");
    texts(sessions);
    out.append(",\"silent\":");
    texts(silent);
    out.append(",\"unmatched\":");
    texts(unmatched);
    out.append(",\"forged\":");
    text(forged);
    return out.append('}').toString();
  }

  private void lines(IMethodCoverage counted) {
    boolean none = true;
    for (int number = Math.max(1, counted.getFirstLine());
        number <= counted.getLastLine();
        number++) {
      ILine line = counted.getLine(number);
      if (line.getInstructionCounter().getTotalCount() > 0) {
        out.append(none ? "[" : ",[").append(number);
        none = false;
        out.append(',').append(line.getInstructionCounter().getCoveredCount());
        out.append(',').append(line.getInstructionCounter().getTotalCount());
        out.append(',').append(line.getBranchCounter().getCoveredCount());
        out.append(',').append(line.getBranchCounter().getTotalCount()).append(']');
      }
    }
  }

  private void texts(Collection<String> values) {
    out.append('[');
    boolean none = true;
    for (String value : values) {
      out.append(none ? "" : ",");
      none = false;
      text(value);
    }
    out.append(']');
  }

  private void text(String value) {
    out.append('"');
    for (int at = 0; at < value.length(); at++) {
      char unit = value.charAt(at);
      if (unit == '"' || unit == '\\') {
        out.append('\\').append(unit);
      } else if (unit < ' ' || unit > '~') {
        out.append(String.format("\\u%04x", (int) unit));
      } else {
        out.append(unit);
      }
    }
    out.append('"');
  }
}
