package org.refverify.fuzzer.input;

/** No value can be made of a type that the entry needs; the message names type and reason. */
public final class Unsupported extends Exception {
  private static final long serialVersionUID = 1L;

  /** Takes the sentence that a report prints. */
  public Unsupported(String message) {
    super(message);
  }
}
