package org.refverify.fuzzer.run;

import java.util.Arrays;
import java.util.List;
import org.refverify.fuzzer.entry.MethodName;

/** The called method, and the places of an input's values in the call. */
public final class Target {
  /** The method or constructor. */
  public final MethodName method;

  private final int[] positions;

  private Target(MethodName method, int[] positions) {
    this.method = method;
    this.positions = positions;
  }

  /** A target that takes receiver and arguments from the input unchanged. */
  public static Target of(MethodName method) {
    return new Target(method, null);
  }

  /**
   * A target that takes the call's values, the receiver first if there is one, from these positions
   * of the input, counted with its receiver.
   */
  public static Target arranged(MethodName method, int[] positions) {
    return new Target(method, positions.clone());
  }

  /** Whether the input's values are rearranged. */
  boolean isArranged() {
    return positions != null;
  }

  /** The values in the order of the call. */
  Object[] arrange(List<Object> values) {
    Object[] arranged = new Object[positions.length];
    Arrays.setAll(arranged, i -> values.get(positions[i]));
    return arranged;
  }
}
