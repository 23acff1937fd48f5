package org.refverify.prover.verdict;

/**
 * A method of one version.
 *
 * @param owner internal name of the class
 * @param name as in byte code: {@code <init>} is a constructor
 * @param descriptor as in byte code
 */
public record MethodId(String owner, String name, String descriptor)
    implements Comparable<MethodId> {

  /** Compares the texts of both. */
  @Override
  public int compareTo(MethodId other) {
    int length = Math.min(length(), other.length());
    for (int at = 0; at < length; at++) {
      int difference = charAt(at) - other.charAt(at);
      if (difference != 0) {
        return difference;
      }
    }
    return length() - other.length();
  }

  private int length() {
    return owner.length() + 1 + name.length() + descriptor.length();
  }

  /**
   * One character of the text. The text is not built, because sorted maps compare thousands of
   * methods.
   */
  private char charAt(int at) {
    if (at < owner.length()) {
      return owner.charAt(at);
    }
    int behind = at - owner.length() - 1;
    if (behind < 0) {
      return '.';
    }
    return behind < name.length() ? name.charAt(behind) : descriptor.charAt(behind - name.length());
  }

  @Override
  public String toString() {
    return owner + "." + name + descriptor;
  }
}
