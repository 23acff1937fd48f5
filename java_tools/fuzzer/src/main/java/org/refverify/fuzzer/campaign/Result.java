package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.refverify.common.JsonWriter;

/** Writes the verdict and its figures as {@code result.json}. */
final class Result {
  private final Findings findings;

  private Result(Findings findings) {
    this.findings = findings;
  }

  static void write(Path out, Options options, Findings findings, double seconds)
      throws IOException {
    Map<String, Object> record = new Result(findings).record();
    record.put("seed", options.number("--seed", 1));
    record.put("seconds", seconds);
    Map<String, String> versions = new LinkedHashMap<String, String>();
    versions.put("java", System.getProperty("java.runtime.version"));
    versions.put("engine", "1");
    record.put("versions", versions);
    String text = JsonWriter.write(record) + "\n";
    Files.write(out.resolve("result.json"), text.getBytes(StandardCharsets.UTF_8));
  }

  private Map<String, Object> record() {
    Map<String, Object> record = new LinkedHashMap<String, Object>();
    Verdict verdict = verdict();
    record.put("verdict", verdict.name());
    record.put("reason", reason(verdict));
    record.put("executions", findings.executions());
    record.put("discarded", findings.discarded());
    record.put("changed_old", findings.changedOld);
    record.put("changed_new", findings.changedNew);
    record.put("reached_old", Math.min(findings.reachedOld.size(), findings.changedOld));
    record.put("reached_new", Math.min(findings.reachedNew.size(), findings.changedNew));
    record.put("tags", tags());
    record.put("notes", findings.notes);
    record.put("witnesses", witnesses());
    record.put("sensitivity", sensitivity(verdict));
    record.put("entries", entries());
    record.put("all_entries", findings.methods);
    record.put("unsupported", findings.unsupported);
    return record;
  }

  private Verdict verdict() {
    if (!findings.witnesses.isEmpty()) {
      return Verdict.NON_EQUIVALENT;
    }
    if (!findings.unsteady.isEmpty() && !findings.sawSteady()) {
      return Verdict.NONDETERMINISTIC;
    }
    if (findings.entryCount() == 0) {
      return Verdict.UNREACHED;
    }
    if (findings.executions() == 0) {
      return Verdict.UNSUPPORTED;
    }
    if (!findings.hint.isEmpty() && (findings.escapes || !findings.ranOpenly)) {
      return Verdict.UNREACHED;
    }
    if (!findings.overriding.isEmpty()) {
      return Verdict.UNREACHED;
    }
    boolean reached = !findings.reachedOld.isEmpty() || !findings.reachedNew.isEmpty();
    boolean lines = findings.changedOld + findings.changedNew > 0;
    return lines && !reached ? Verdict.UNREACHED : Verdict.EQUIVALENT_UP_TO;
  }

  private String reason(Verdict verdict) {
    switch (verdict) {
      case NONDETERMINISTIC:
        return unsteady();
      case UNREACHED:
        return unreached();
      case UNSUPPORTED:
        return findings.discarded() == 0
            ? "the time was up before an input ran"
            : "no input could be run on both versions";
      case EQUIVALENT_UP_TO:
        return doubts();
      default:
        return "";
    }
  }

  private String unsteady() {
    int more = findings.unsteady.size() - 1;
    return "the old version differs from itself in "
        + findings.unsteady.first()
        + (more > 0 ? " and " + more + " more" : "");
  }

  private String unreached() {
    if (!findings.hint.isEmpty()) {
      return findings.escapes
          ? findings.hint + " differs, but whoever is given its object was not seen to call it"
          : "only hidden methods reach the change, and " + findings.hint + " differs";
    }
    if (findings.entryCount() > 0 && !findings.overriding.isEmpty()) {
      return findings.overriding
          + " overrides a method of the platform or a library in one version only, and no input"
          + " showed what code outside of the classes makes of that";
    }
    return findings.entryCount() == 0 ? findings.reason : "no input executed a changed line";
  }

  private String doubts() {
    if (!findings.hint.isEmpty()) {
      return "the hidden " + findings.hint + " differs, but no caller was seen to show it";
    }
    if (!findings.reachedOpenly && !findings.reachedOld.isEmpty()) {
      return "the change was reached through hidden methods only";
    }
    if (!findings.unsteady.isEmpty()) {
      return unsteady();
    }
    long unconfirmed = findings.dropped + findings.refuted;
    if (unconfirmed > 0) {
      return unconfirmed + " differences did not show again in fresh JVMs";
    }
    return findings.died > 0 ? findings.died + " inputs ended the worker" : "";
  }

  private SortedSet<String> tags() {
    SortedSet<String> tags = new TreeSet<String>();
    for (Witness witness : findings.witnesses) {
      tags.addAll(witness.tags);
    }
    return tags;
  }

  private List<Object> witnesses() {
    List<Object> records = new ArrayList<Object>();
    for (Witness witness : findings.witnesses) {
      records.add(witness.record());
    }
    return records;
  }

  private List<Object> entries() {
    List<Object> records = new ArrayList<Object>();
    for (Tally entry : findings.entries.values()) {
      records.add(entry.record());
    }
    return records;
  }

  private Object sensitivity(Verdict verdict) {
    boolean measured = verdict == Verdict.EQUIVALENT_UP_TO && findings.hint.isEmpty();
    return measured ? findings.measured.record() : null;
  }
}
