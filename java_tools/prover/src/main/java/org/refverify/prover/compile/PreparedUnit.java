package org.refverify.prover.compile;

import java.util.Set;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;

/**
 * A file as the compiler gets it.
 *
 * @param unit its text, annotations of missing types replaced
 * @param parsed its declarations without bodies, imports that lead nowhere taken out
 * @param missing names of missing types that declarations use: what depends on them is assumed
 * @param missingInBodies the same, in code only
 */
record PreparedUnit(
    SourceUnit unit,
    CompilationUnitDeclaration parsed,
    Set<String> missing,
    Set<String> missingInBodies) {}
