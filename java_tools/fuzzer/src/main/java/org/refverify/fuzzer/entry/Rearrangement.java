package org.refverify.fuzzer.entry;

import java.util.Arrays;
import java.util.List;

/** Decides how the values of one call become those of another. */
final class Rearrangement {
  private Rearrangement() {}

  /**
   * The position of the old value for each new one; values of a type that occurs more than once
   * keep their order. Null if the types differ.
   */
  static int[] of(List<String> old, List<String> fresh) {
    if (old.size() != fresh.size()) {
      return null;
    }
    int[] positions = new int[fresh.size()];
    boolean[] taken = new boolean[old.size()];
    Arrays.fill(positions, -1);
    for (int i = 0; i < positions.length; i++) {
      for (int j = 0; j < taken.length && positions[i] < 0; j++) {
        if (!taken[j] && old.get(j).equals(fresh.get(i))) {
          positions[i] = j;
          taken[j] = true;
        }
      }
      if (positions[i] < 0) {
        return null;
      }
    }
    return positions;
  }
}
