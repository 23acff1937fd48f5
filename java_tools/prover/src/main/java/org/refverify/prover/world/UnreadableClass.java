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

  /** The internal name that was looked up. */
  public String name() {
    return name;
  }

  /** The content of the file. */
  public byte[] file() {
    return file;
  }

  /** What is wrong with the file: the end of a sentence that begins with the file's name. */
  public String why() {
    return why;
  }
}
