package org.refverify.fuzzer.recipe;

/** A class object, loaded by the version's own loader. */
@SuppressWarnings("JavaLangClash")
public final class ClassValue implements Recipe {
  /** Binary name, as {@link Class#getName()} gives it. */
  public final String className;

  /** Takes a binary name. */
  public ClassValue(String className) {
    this.className = className;
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.classValue(this);
  }
}
