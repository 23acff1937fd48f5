package org.refverify.fuzzer.campaign;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results of the mutants, from the journals of one or more workers. */
final class Measured {
  private static final int MOST_LISTED = 100;

  private int chosen = -1;
  private int tried;
  private int killed;
  private int messagesOnly;
  private boolean trying;
  private final List<Object> survivors = new ArrayList<Object>();

  /** Whether a worker got as far as choosing mutants. */
  boolean isBegun() {
    return chosen >= 0;
  }

  /** The number of mutants that were tried; the next worker continues after them. */
  int tried() {
    return tried;
  }

  /** Whether there may be mutants that were not tried; true if no mutants were chosen yet. */
  boolean isLeft() {
    return !isBegun() || tried < chosen;
  }

  /** Reads a line; false if it is not about mutants. */
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

  /**
   * Records the worker's death. If it was trying a mutant, the mutant caused this, because the
   * inputs did not before.
   */
  void died() {
    // These inputs ran on the unchanged version without a death, so the mutant caused it.
    if (trying) {
      trying = false;
      tried++;
      killed++;
    }
  }

  /** The record for the result; null if no worker chose mutants. */
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
