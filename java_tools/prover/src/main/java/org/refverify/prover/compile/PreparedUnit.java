package org.refverify.prover.compile;

import java.util.List;
import java.util.Set;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ImportReference;

/**
 * A file as the compiler gets it.
 *
 * @param unit its text, annotations of missing types replaced
 * @param parsed its declarations without bodies, imports that lead nowhere taken out
 * @param missing names of missing types that declarations use: what depends on them is assumed
 * @param missingInBodies the same, in code only
 * @param hidden simple names that a missing import brings for which nothing stands in: they may be
 *     taken for something else
 * @param misread whether declarations use such a name
 * @param open missing types all of whose static members are imported
 * @param missingImports the imports that lead nowhere, whether they were taken out or not
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
  /** A file all of whose imports lead somewhere. */
  static PreparedUnit whole(SourceUnit unit, CompilationUnitDeclaration parsed) {
    return new PreparedUnit(unit, parsed, Set.of(), Set.of(), Set.of(), false, Set.of(), List.of());
  }

  /** Whether a call may mean a method of a missing type. */
  boolean hidesMethods() {
    return !open.isEmpty();
  }
}
