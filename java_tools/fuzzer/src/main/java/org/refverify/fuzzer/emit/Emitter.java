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
 * Prints inputs as Java that does not depend on this engine. First it compiles a probe and runs it
 * on each version in a separate JVM; the probe prints everything that can be observed. The test
 * then asserts those observations of the old version that differ in the new one.
 */
public final class Emitter {
  /** The JUnit version of a test. */
  public enum Flavour {
    /** {@code org.junit.Test}. */
    JUNIT4,
    /** {@code org.junit.jupiter.api.Test}. */
    JUNIT5
  }

  private static final String MARK = "observed\t";
  private final VersionPair versions;

  /** An emitter that knows what both versions can name and compare. */
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
   * Source of a class in the entry's package whose {@code main} makes the call and prints
   * everything that can be observed, for {@link #observed(String)}.
   */
  public String probe(String className, Entry entry, Input input) {
    return new ProbeSource(versions, entry, body(entry, input), MARK).write(className);
  }

  /** The output of a probe, by the name of the observable; empty if it did not end. */
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
   * Source of a test in the entry's package that passes if the entry behaves as in the old version;
   * null if the observations do not differ.
   *
   * @param old the output of the probe on the old version
   * @param fresh its output on the new one; empty if it did not end there
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
