package org.refverify.prover.compile;

import org.eclipse.jdt.internal.compiler.classfmt.ClassFileConstants;
import org.eclipse.jdt.internal.compiler.impl.CompilerOptions;

/** How both versions are compiled. */
public final class CompilerSettings {
  /** Nest mates: without them, moved code would bring and take away access methods. */
  private static final int OLDEST_TARGET = 11;

  /** The newest language that the compiler reads. */
  static final long NEWEST = CompilerOptions.versionToJdkLevel(CompilerOptions.getLatestVersion());

  private CompilerSettings() {}

  /** The language of a Java platform by its number, everything in the class files for debuggers. */
  public static CompilerOptions of(int release) {
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
    // Otherwise a read whose value is not used is dropped, though it may throw, wait or initialise.
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
