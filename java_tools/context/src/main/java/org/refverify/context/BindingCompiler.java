package org.refverify.context;

import java.util.HashMap;
import java.util.Map;
import org.eclipse.jdt.internal.compiler.CompilationResult;
import org.eclipse.jdt.internal.compiler.Compiler;
import org.eclipse.jdt.internal.compiler.DefaultErrorHandlingPolicies;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.env.AccessRestriction;
import org.eclipse.jdt.internal.compiler.env.ICompilationUnit;
import org.eclipse.jdt.internal.compiler.impl.CompilerOptions;
import org.eclipse.jdt.internal.compiler.problem.AbortCompilation;
import org.eclipse.jdt.internal.compiler.problem.DefaultProblemFactory;
import org.refverify.prover.compile.SourceUnit;
import org.refverify.prover.compile.TreeEnvironment;

/**
 * The Eclipse compiler up to its bindings. Files that the compiler requests are read as
 * declarations, files that a caller requests get their bodies resolved; no code is generated.
 */
final class BindingCompiler extends Compiler {
  private static final int MOST_PROBLEMS = 1000;

  private final TreeEnvironment environment;
  private final Map<String, CompilationUnitDeclaration> declared = new HashMap<>();

  BindingCompiler(TreeEnvironment environment, CompilerOptions options) {
    super(
        environment,
        DefaultErrorHandlingPolicies.proceedWithAllProblems(),
        options,
        result -> {},
        new DefaultProblemFactory());
    this.environment = environment;
  }

  /** Reads a file that the compiler itself requests. */
  @Override
  public void accept(ICompilationUnit unit, AccessRestriction restriction) {
    CompilationUnitDeclaration parsed = parse((SourceUnit) unit);
    lookupEnvironment.buildTypeBindings(parsed, restriction);
    lookupEnvironment.completeTypeBindings(parsed);
  }

  /**
   * A file with its names bound as far as possible; null if it is not a compilation unit.
   *
   * @throws AbortCompilation the compiler gave up
   */
  CompilationUnitDeclaration resolved(SourceUnit unit) {
    try {
      CompilationUnitDeclaration parsed = declared(unit);
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

  private CompilationUnitDeclaration declared(SourceUnit unit) {
    if (environment.handOut(unit.path())) {
      lookupEnvironment.buildTypeBindings(parse(unit), null);
      lookupEnvironment.completeTypeBindings();
    }
    return declared.get(unit.path());
  }

  private CompilationUnitDeclaration parse(SourceUnit unit) {
    CompilationUnitDeclaration parsed =
        parser.dietParse(unit, new CompilationResult(unit, 0, 1, MOST_PROBLEMS));
    declared.put(unit.path(), parsed);
    return parsed;
  }
}
