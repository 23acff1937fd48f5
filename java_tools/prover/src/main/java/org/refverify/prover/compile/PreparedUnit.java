package org.refverify.prover.compile;

import java.util.List;
import java.util.Set;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ImportReference;

/**
 * A file in the form that the compiler receives.
 *
 * @param unit its text, with annotations of missing types replaced
 * @param parsed its declarations without bodies and without imports that cannot be resolved
 * @param missing names of missing types that declarations use; what depends on them is assumed
 * @param missingInBodies the same, in code only
 * @param hidden simple names from a missing import that have no stand-in and may be taken for
 *     something else
 * @param misread whether declarations use such a name
 * @param open missing types whose static members are all imported
 * @param missingImports the imports that cannot be resolved, whether or not they were removed
 */
record PreparedUnit(
    SourceUnit unit,
    CompilationUnitDeclaration parsed,
    Set<String> missing,
    Set<String> missingInBodies,
    Set<String> hidden,
    boolean misread,
    Set<String> open,
    List<ImportReference> missingImports) {
  /** A file whose imports all resolve. */
  static PreparedUnit whole(SourceUnit unit, CompilationUnitDeclaration parsed) {
    return new PreparedUnit(unit, parsed, Set.of(), Set.of(), Set.of(), false, Set.of(), List.of());
  }

  /** Whether a call may mean a method of a missing type. */
  boolean hidesMethods() {
    return !open.isEmpty();
  }
}
