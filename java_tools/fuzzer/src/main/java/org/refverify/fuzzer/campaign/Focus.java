package org.refverify.fuzzer.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.entry.MethodName;
import org.refverify.fuzzer.input.Proposal;

/** The methods that are likely to differ: they are called first and more often than the others. */
final class Focus {
  /** The factor by which they get more of the budget. */
  static final int WEIGHT = 8;

  private static final int OTHER = 2;

  final List<Proposal> proposals;
  private final Set<String> methods = new HashSet<String>();

  private Focus(List<Proposal> proposals) {
    this.proposals = Collections.unmodifiableList(proposals);
    for (Proposal each : proposals) {
      methods.add(each.method);
    }
  }

  /** Reads the file of proposals from the options; empty without the option. */
  static Focus of(Options options) throws IOException {
    List<Proposal> found = new ArrayList<Proposal>();
    for (String name : options.all("--proposals")) {
      Path file = Paths.get(name);
      for (String line : new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n")) {
        if (!line.isEmpty()) {
          found.add(Proposal.read(line));
        }
      }
    }
    return new Focus(found);
  }

  /** The entries in the order of their turns; unchanged without proposals. */
  List<Entry> sorted(List<Entry> entries) {
    List<Entry> sorted = new ArrayList<Entry>(entries);
    sorted.sort(Comparator.comparingInt(this::rank));
    return sorted;
  }

  /** Whether an entry is likely to differ, or leads to a method that is. */
  boolean isOn(Entry entry) {
    return rank(entry) < OTHER;
  }

  /**
   * The rank of an entry. A hidden method also comes before its callers, because they get the
   * values that show its difference.
   */
  private int rank(Entry entry) {
    if (methods.contains(entry.old.toString())) {
      return 0;
    }
    for (MethodName reached : entry.reaches) {
      if (!entry.hidden && methods.contains(reached.toString())) {
        return 1;
      }
    }
    return OTHER;
  }
}
