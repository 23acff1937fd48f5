package org.refverify.prover.verdict;

import java.util.Map;

/**
 * An error of the prover's compiler.
 *
 * @param side which version has it
 * @param message the compiler's words
 * @param file the path of the source file in its tree
 * @param line in the new version, or in the old one where that alone has the error; 0 if unknown
 * @param certain whether only the new version has it and no class that is absent here, no
 *     annotation processor and no other Java could take it away
 * @param doubt what could; empty if the error is certain or not new
 */
public record CompileError(
    In side, String message, String file, int line, boolean certain, String doubt) {

  /** The versions that have an error: one message counts as one error, whatever its line. */
  public enum In {
    NEW("new"),
    OLD("old"),
    BOTH("both");

    private final String word;

    In(String word) {
      this.word = word;
    }

    /** The word for reports and JSON. */
    public String word() {
      return word;
    }
  }

  /** An error that the new version brings; certain where nothing casts doubt on it. */
  public static CompileError brought(String message, String file, int line, String doubt) {
    return new CompileError(In.NEW, message, file, line, doubt.isEmpty(), doubt);
  }

  /** An error that the old version has, too, or alone. */
  public static CompileError known(In side, String message, String file, int line) {
    return new CompileError(side, message, file, line, false, "");
  }

  /** Whether the new version alone has it. */
  public boolean isNew() {
    return side == In.NEW;
  }

  Map<String, Object> toMap() {
    return ProofJson.object(
        "side",
        side.word(),
        "message",
        message,
        "file",
        file,
        "line",
        line,
        "certain",
        certain,
        "doubt",
        doubt);
  }
}
