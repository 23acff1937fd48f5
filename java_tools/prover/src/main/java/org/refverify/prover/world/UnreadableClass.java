package org.refverify.prover.world;

/** A file that should hold a class cannot be read as one. */
public final class UnreadableClass extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final transient byte[] file;
  private final String why;

  UnreadableClass(String name, byte[] file, String why, Throwable cause) {
    super(name + ".class " + why, cause);
    this.name = name;
    this.file = file;
    this.why = why;
  }

  /** The internal name under which the class was looked for. */
  public String name() {
    return name;
  }

  /** What the file holds. */
  public byte[] file() {
    return file;
  }

  /** What is wrong with the file, as the end of a sentence that begins with its name. */
  public String why() {
    return why;
  }
}
