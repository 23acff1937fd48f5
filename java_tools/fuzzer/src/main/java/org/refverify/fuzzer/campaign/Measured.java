package org.refverify.fuzzer.campaign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What became of the mutants, as the journals of one or more workers say. */
final class Measured {
  private static final int MOST_LISTED = 100;

  private int chosen = -1;
  private int tried;
  private int killed;
  private int messagesOnly;
  private boolean trying;
  private final List<Object> survivors = new ArrayList<Object>();

  /** A worker got as far as choosing mutants. */
  boolean isBegun() {
    return chosen >= 0;
  }

  /** Mutants that were tried; the next worker goes on behind them. */
  int tried() {
    return tried;
  }

  /** Whether there are mutants that were not tried; true where nobody knows yet. */
  boolean isLeft() {
    return !isBegun() || tried < chosen;
  }

  /** Takes a line; false where it says nothing about mutants. */
  boolean read(Journal.Line line) {
    switch (line.kind) {
      case MUTANTS:
        chosen = MutantRecord.Chosen.read(line.content).count;
        return true;
      case TRYING:
        trying = MutantRecord.Trying.read(line.content).mutant != null;
        return true;
      case MUTANT:
        tried(MutantRecord.read(line.content));
        return true;
      default:
        return false;
    }
  }

  private void tried(MutantRecord record) {
    trying = false;
    tried++;
    killed += record.fate == Sensitivity.Fate.NOTICED ? 1 : 0;
    messagesOnly += record.fate == Sensitivity.Fate.MESSAGES_ONLY ? 1 : 0;
    if (record.fate == Sensitivity.Fate.SURVIVED && survivors.size() < MOST_LISTED) {
      Map<String, Object> survivor = new LinkedHashMap<String, Object>();
      survivor.put("mutant", record.mutant);
      survivor.put("ran", record.ran);
      survivors.add(survivor);
    }
  }

  /** The worker is gone: a mutant that it was trying ended it, which no input did before. */
  void died() {
    // These very inputs ran on the unchanged version and ended nobody: the mutant did it.
    if (trying) {
      trying = false;
      tried++;
      killed++;
    }
  }

  /** As the result has it; null where no worker got as far. */
  Map<String, Object> record() {
    if (!isBegun()) {
      return null;
    }
    Map<String, Object> record = new LinkedHashMap<String, Object>();
    record.put("mutants", tried - messagesOnly);
    record.put("killed", killed);
    record.put("messages_only", messagesOnly);
    record.put("unmeasured", chosen - tried);
    record.put("survivors", survivors);
    return record;
  }
}
