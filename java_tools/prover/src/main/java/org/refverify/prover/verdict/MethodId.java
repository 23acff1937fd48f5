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

  @Override
  public int compareTo(MethodId other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return owner + "." + name + descriptor;
  }
}
