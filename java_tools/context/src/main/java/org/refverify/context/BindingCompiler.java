package org.refverify.context;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jdt.internal.compiler.CompilationResult;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.problem.AbortCompilation;
import org.refverify.prover.compile.DeclaringCompiler;
import org.refverify.prover.compile.SourceUnit;
import org.refverify.prover.compile.TreeEnvironment;

/** Binds the names in the bodies of the files that a caller requests; no code is generated. */
final class BindingCompiler extends DeclaringCompiler {
  private static final int MOST_PROBLEMS = 1000;

  private final Map<String, CompilationUnitDeclaration> declared = new HashMap<>();

  BindingCompiler(TreeEnvironment environment, int release) {
    super(environment, release);
  }

  @Override
  protected CompilationUnitDeclaration parseDeclarations(SourceUnit unit) {
    CompilationUnitDeclaration parsed =
        parser.dietParse(unit, new CompilationResult(unit, 0, 1, MOST_PROBLEMS));
    declared.put(unit.path(), parsed);
    return parsed;
  }

  /**
   * A file with its names bound as far as possible; null if it is not a compilation unit.
   *
   * @throws AbortCompilation the compiler gave up
   */
  CompilationUnitDeclaration resolved(SourceUnit unit) {
    try {
      declare(List.of(unit));
      CompilationUnitDeclaration parsed = declared.get(unit.path());
      lookupEnvironment.unitBeingCompleted = parsed;
      parser.getMethodBodies(parsed);
      if (parsed.scope == null) {
        return null;
      }
      parsed.scope.faultInTypes();
      parsed.scope.verifyMethods(lookupEnvironment.methodVerifier());
      parsed.resolve();
      return parsed;
    } finally {
      lookupEnvironment.unitBeingCompleted = null;
    }
  }
}
