package org.refverify.fuzzer.run;

import java.util.Arrays;
import java.util.List;
import org.refverify.fuzzer.entry.MethodName;

/** What is called, and which of an input's values go where. */
public final class Target {
  /** The method or constructor. */
  public final MethodName method;

  private final int[] positions;

  private Target(MethodName method, int[] positions) {
    this.method = method;
    this.positions = positions;
  }

  /** Receiver and arguments are the input's. */
  public static Target of(MethodName method) {
    return new Target(method, null);
  }

  /**
   * The call's values, the receiver first where there is one, are the input's at these positions,
   * counted with its receiver.
   */
  public static Target arranged(MethodName method, int[] positions) {
    return new Target(method, positions.clone());
  }

  /** Whether the input's values go somewhere else. */
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
