package org.refverify.prover.verdict;

import java.util.Map;
import org.refverify.common.JsonWriter;

/**
 * An error of the prover's compiler.
 *
 * @param side which version has it
 * @param message the compiler's text
 * @param file the path of the source file in its tree
 * @param line in the new version, or in the old one if only that has the error; 0 if unknown
 * @param certain whether only the new version has it and no absent class, annotation processor or
 *     other Java version could remove it
 * @param doubt what could remove the error; empty if the error is certain or not new
 */
public record CompileError(
    In side, String message, String file, int line, boolean certain, String doubt) {

  /** The versions that have an error. Equal messages count as one error, on whatever line. */
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

  /** An error that only the new version has; certain if there is no doubt. */
  public static CompileError brought(String message, String file, int line, String doubt) {
    return new CompileError(In.NEW, message, file, line, doubt.isEmpty(), doubt);
  }

  /** An error that the old version has, alone or together with the new one. */
  public static CompileError known(In side, String message, String file, int line) {
    return new CompileError(side, message, file, line, false, "");
  }

  /** Whether only the new version has the error. */
  public boolean isNew() {
    return side == In.NEW;
  }

  Map<String, Object> toMap() {
    return JsonWriter.object(
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
