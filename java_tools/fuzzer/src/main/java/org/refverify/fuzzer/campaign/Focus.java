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

/** The methods that likely differ: they are called first, and more often than the others. */
final class Focus {
  /** How much more of the budget they get. */
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

  /** Reads the file of proposals that the options name; empty where they name none. */
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

  /** The entries in the order of their turns; without proposals as they were. */
  List<Entry> sorted(List<Entry> entries) {
    List<Entry> sorted = new ArrayList<Entry>(entries);
    sorted.sort(Comparator.comparingInt(this::rank));
    return sorted;
  }

  /** Whether an entry is a method that likely differs, or leads to one. */
  boolean isOn(Entry entry) {
    return rank(entry) < OTHER;
  }

  /** A hidden method, too, comes before those that lead to it: what it shows, they are given. */
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
