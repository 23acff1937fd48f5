package org.refverify.references;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Compares the methods of two versions of one class file. */
public final class ChangedMethods {
  private static final List<String> ALL = List.of("");

  private ChangedMethods() {}

  /**
   * The methods of the old version ({@code name(I)V}) that the new one lacks or that do something
   * else. An empty name means all methods: the class is gone, its fields or supertypes differ, or a
   * file cannot be read.
   *
   * @param after null if the class is gone
   */
  public static List<String> between(byte[] before, byte[] after) {
    if (after == null) {
      return ALL;
    }
    try {
      Map<String, byte[]> old = MethodCode.of(before);
      Map<String, byte[]> now = MethodCode.of(after);
      List<String> changed =
          old.keySet().stream()
              .filter(name -> !Arrays.equals(old.get(name), now.get(name)))
              .toList();
      return changed.contains("") ? ALL : changed;
    } catch (RuntimeException e) {
      // ASM has no exception of its own for a file with another format.
      return ALL;
    }
  }
}
