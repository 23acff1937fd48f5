package org.refverify.fuzzer.emit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.entry.Renames;
import org.refverify.fuzzer.recipe.Input;

/**
 * Prints inputs as Java that needs nothing of ours. First a probe is compiled and run on each
 * version in a JVM of its own, and prints what can be observed; then the test asserts of that what
 * the old version did and the new one does otherwise.
 */
public final class Emitter {
  /** Which JUnit a test is written for. */
  public enum Flavour {
    /** {@code org.junit.Test}. */
    JUNIT4,
    /** {@code org.junit.jupiter.api.Test}. */
    JUNIT5
  }

  private static final String MARK = "observed\t";
  private final VersionPair versions;

  /** Knows what of both versions can be named and compared. */
  public Emitter(ClassFiles old, ClassFiles fresh, Renames renames) {
    this.versions = new VersionPair(old, fresh, renames);
  }

  /** The call on one line, as an expression or with the statements before it. */
  public String call(Entry entry, Input input) {
    Body body = new Body(versions, entry, input, Collections.<Integer>emptySet());
    List<String> parts = new ArrayList<String>(body.lines);
    parts.add(body.call);
    return String.join(" ", parts);
  }

  /**
   * Source of a class in the entry's package whose {@code main} makes the call and prints what can
   * be observed, for {@link #observed(String)}.
   */
  public String probe(String className, Entry entry, Input input) {
    return new ProbeSource(versions, entry, body(entry, input), MARK).write(className);
  }

  /** What a probe printed, by the name of the observable; empty where it did not end. */
  public static Map<String, String> observed(String output) {
    Map<String, String> observed = new LinkedHashMap<String, String>();
    for (String line : output.split("\r?\n")) {
      if (line.startsWith(MARK)) {
        String[] parts = line.split("\t", 3);
        observed.put(parts[1], parts[2]);
      }
    }
    return observed;
  }

  /**
   * Source of a test in the entry's package that passes where the entry behaves as in the old
   * version; null where what was observed does not differ.
   *
   * @param old what the probe printed on the old version
   * @param fresh what it printed on the new one; empty where it did not end there
   */
  public String test(
      String className,
      Entry entry,
      Input input,
      Flavour flavour,
      Map<String, String> old,
      Map<String, String> fresh) {
    Map<String, String> expected = new LinkedHashMap<String, String>();
    for (Map.Entry<String, String> each : old.entrySet()) {
      if (!each.getValue().equals(fresh.get(each.getKey()))) {
        expected.put(each.getKey(), each.getValue());
      }
    }
    if (expected.isEmpty()) {
      return null;
    }
    Set<Integer> named = new HashSet<Integer>();
    String same = expected.remove(Same.NAME);
    if (expected.isEmpty()) {
      expected.put(Same.NAME, Same.expected(same, fresh.get(Same.NAME)));
      named.add(Same.argument(expected.get(Same.NAME)));
    }
    for (int i = 0; i < input.arguments.size(); i++) {
      if (expected.containsKey("argument " + (i + 1))) {
        named.add(i);
      }
    }
    Body body = new Body(versions, entry, input, named);
    return new TestSource(versions, entry, body, flavour, expected, old, fresh.isEmpty())
        .write(className);
  }

  private Body body(Entry entry, Input input) {
    Set<Integer> named = new HashSet<Integer>();
    Type[] types = Type.getArgumentTypes(entry.old.descriptor);
    for (int i = 0; i < types.length; i++) {
      if (types[i].getSort() >= Type.ARRAY) {
        named.add(i);
      }
    }
    return new Body(versions, entry, input, named);
  }
}
