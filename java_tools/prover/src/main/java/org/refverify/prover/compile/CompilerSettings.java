package org.refverify.prover.compile;

import org.eclipse.jdt.internal.compiler.classfmt.ClassFileConstants;
import org.eclipse.jdt.internal.compiler.impl.CompilerOptions;

/** The compiler options for both versions. */
final class CompilerSettings {
  /**
   * The first release with nest mates: without them, moved code would add and remove access
   * methods.
   */
  private static final int OLDEST_TARGET = 11;

  /** The newest language that the compiler reads. */
  static final long NEWEST = CompilerOptions.versionToJdkLevel(CompilerOptions.getLatestVersion());

  private CompilerSettings() {}

  /**
   * The language of a Java platform by its number, with full debug information in the class files.
   */
  static CompilerOptions of(int release) {
    CompilerOptions options = new CompilerOptions();
    int newest = Integer.parseInt(CompilerOptions.getLatestVersion());
    options.sourceLevel = level(Math.min(release, newest));
    options.targetJDK = level(Math.max(OLDEST_TARGET, Math.min(release, newest)));
    options.complianceLevel = options.targetJDK;
    options.produceDebugAttributes =
        ClassFileConstants.ATTR_SOURCE
            | ClassFileConstants.ATTR_LINES
            | ClassFileConstants.ATTR_VARS;
    options.parseLiteralExpressionsAsConstants = true;
    // Otherwise the compiler drops a read whose value is unused, although it may throw, wait or
    // initialise.
    options.preserveAllLocalVariables = true;
    options.processAnnotations = false;
    options.docCommentSupport = false;
    options.maxProblemsPerUnit = 1000;
    return options;
  }

  private static long level(int release) {
    return CompilerOptions.versionToJdkLevel(release <= 8 ? "1." + release : "" + release);
  }
}
