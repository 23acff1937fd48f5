package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.eclipse.jdt.internal.compiler.Compiler;
import org.eclipse.jdt.internal.compiler.DefaultErrorHandlingPolicies;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.env.AccessRestriction;
import org.eclipse.jdt.internal.compiler.env.ICompilationUnit;
import org.eclipse.jdt.internal.compiler.impl.CompilerOptions;
import org.eclipse.jdt.internal.compiler.problem.DefaultProblemFactory;

/**
 * The Eclipse compiler over one tree. It reads a file as declarations when it needs the file or
 * when a caller asks for it; subclasses decide what to do with the bodies.
 */
public abstract class DeclaringCompiler extends Compiler {
  protected final TreeEnvironment environment;

  /**
   * Reads nothing yet.
   *
   * @param environment the tree and its libraries
   * @param release the Java platform by its number
   */
  protected DeclaringCompiler(TreeEnvironment environment, int release) {
    this(environment, CompilerSettings.of(release));
  }

  DeclaringCompiler(TreeEnvironment environment, CompilerOptions options) {
    super(
        environment,
        DefaultErrorHandlingPolicies.proceedWithAllProblems(),
        options,
        result -> {},
        new DefaultProblemFactory());
    this.environment = environment;
  }

  /** Parses a file without the bodies of its methods. Called once for each file. */
  protected abstract CompilationUnitDeclaration parseDeclarations(SourceUnit unit);

  /** Reads a file that the compiler itself requests. */
  @Override
  public final void accept(ICompilationUnit unit, AccessRestriction restriction) {
    CompilationUnitDeclaration parsed = parseDeclarations((SourceUnit) unit);
    lookupEnvironment.buildTypeBindings(parsed, restriction);
    lookupEnvironment.completeTypeBindings(parsed);
  }

  /** Reads files together so that they may name each other; skips files that were already read. */
  public final void declare(Collection<SourceUnit> wanted) {
    List<CompilationUnitDeclaration> all = new ArrayList<>();
    for (SourceUnit unit : wanted) {
      if (environment.handOut(unit.path())) {
        all.add(parseDeclarations(unit));
      }
    }
    all.forEach(parsed -> lookupEnvironment.buildTypeBindings(parsed, null));
    lookupEnvironment.completeTypeBindings();
  }
}
