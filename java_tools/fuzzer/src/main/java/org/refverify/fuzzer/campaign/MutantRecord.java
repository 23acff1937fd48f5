package org.refverify.fuzzer.campaign;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.refverify.fuzzer.recipe.JsonObject;

/** The result of one mutant. */
final class MutantRecord implements JournalRecord {
  /** A description of the change for people. */
  final String mutant;

  final Sensitivity.Fate fate;

  /** Whether the changed line was executed. */
  final boolean ran;

  MutantRecord(String mutant, Sensitivity.Fate fate, boolean ran) {
    this.mutant = mutant;
    this.fate = fate;
    this.ran = ran;
  }

  static MutantRecord read(JsonObject content) {
    return new MutantRecord(
        content.text("mutant"),
        Sensitivity.Fate.valueOf(content.text("fate")),
        content.truth("ran"));
  }

  @Override
  public Kind kind() {
    return Kind.MUTANT;
  }

  @Override
  public Map<String, Object> content() {
    Map<String, Object> content = new LinkedHashMap<String, Object>();
    content.put("mutant", mutant);
    content.put("fate", fate.name());
    content.put("ran", ran);
    return content;
  }

  /** The number of mutants to try. */
  static final class Chosen implements JournalRecord {
    final int count;

    Chosen(int count) {
      this.count = count;
    }

    static Chosen read(JsonObject content) {
      return new Chosen(Math.toIntExact(content.number("count")));
    }

    @Override
    public Kind kind() {
      return Kind.MUTANTS;
    }

    @Override
    public Map<String, Object> content() {
      return Collections.<String, Object>singletonMap("count", count);
    }
  }

  /** Written before the try, because a mutant may end the process. */
  static final class Trying implements JournalRecord {
    /** Null if the try was abandoned for lack of time. */
    final String mutant;

    Trying(String mutant) {
      this.mutant = mutant;
    }

    static Trying read(JsonObject content) {
      return new Trying(content.textOrNull("mutant"));
    }

    @Override
    public Kind kind() {
      return Kind.TRYING;
    }

    @Override
    public Map<String, Object> content() {
      return Collections.<String, Object>singletonMap("mutant", mutant);
    }
  }
}
