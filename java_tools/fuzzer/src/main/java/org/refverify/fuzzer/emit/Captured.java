package org.refverify.fuzzer.emit;

import java.util.Arrays;
import java.util.List;

/** Statements that record the text on standard output and standard error. */
final class Captured {
  private Captured() {}

  static List<String> lines(String indent) {
    return Arrays.asList(
        indent + "java.io.ByteArrayOutputStream output = new java.io.ByteArrayOutputStream();",
        indent + "java.io.ByteArrayOutputStream errors = new java.io.ByteArrayOutputStream();",
        indent + "System.setOut(new java.io.PrintStream(output, true));",
        indent + "System.setErr(new java.io.PrintStream(errors, true));");
  }
}
