package org.refverify.fuzzer.entry;

/** A method by owner, name and descriptor. */
public final class MethodName implements Comparable<MethodName> {
  /** Binary name of the declaring class ({@code pkg.Outer$Inner}). */
  public final String owner;

  /** Name; {@code <init>} for a constructor. */
  public final String name;

  /** JVM descriptor. */
  public final String descriptor;

  /** Takes the three parts. */
  public MethodName(String owner, String name, String descriptor) {
    this.owner = owner;
    this.name = name;
    this.descriptor = descriptor;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof MethodName)) {
      return false;
    }
    MethodName that = (MethodName) other;
    return name.equals(that.name) && owner.equals(that.owner) && descriptor.equals(that.descriptor);
  }

  @Override
  public int hashCode() {
    return (owner.hashCode() * 31 + name.hashCode()) * 31 + descriptor.hashCode();
  }

  @Override
  public int compareTo(MethodName other) {
    return toString().compareTo(other.toString());
  }

  /** {@code pkg.Class#name(I)V}. */
  @Override
  public String toString() {
    return owner + "#" + name + descriptor;
  }
}
