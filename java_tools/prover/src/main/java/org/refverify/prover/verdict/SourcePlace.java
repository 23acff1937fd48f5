package org.refverify.prover.verdict;

import java.util.Map;
import org.refverify.common.JsonWriter;

/**
 * A place in a version's source.
 *
 * @param className internal name of the class, such as {@code a/b/C$D}
 * @param method name and descriptor
 * @param file simple name of the source file; empty if the class file does not contain it
 * @param line from 1; 0 if unknown
 */
public record SourcePlace(String className, String method, String file, int line) {

  /** The path of the source file below its source root; empty if unknown. */
  public String path() {
    int slash = className.lastIndexOf('/');
    return file.isEmpty() ? "" : className.substring(0, slash + 1) + file;
  }

  Map<String, Object> toMap() {
    return JsonWriter.object("class", className, "method", method, "path", path(), "line", line);
  }
}
