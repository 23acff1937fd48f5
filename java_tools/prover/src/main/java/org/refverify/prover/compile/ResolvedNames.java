package org.refverify.prover.compile;

import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ExplicitConstructorCall;
import org.eclipse.jdt.internal.compiler.lookup.Binding;
import org.refverify.prover.verdict.NameShare;

/** Counts how many names in compiled files resolve to a declaration; {@code a.b.c} counts once. */
final class ResolvedNames extends UseVisitor {
  private final NameCount names = new NameCount();

  private ResolvedNames() {}

  /** The count for some files together. */
  static NameShare in(Iterable<CompilationUnitDeclaration> units) {
    ResolvedNames found = new ResolvedNames();
    units.forEach(unit -> unit.traverse(found, unit.scope, false));
    return new NameShare(found.names.asked(), found.names.unresolved());
  }

  @Override
  protected void use(Binding binding, NameUse use) {
    boolean hasName = !(use.node() instanceof ExplicitConstructorCall);
    if (hasName && use.part() == 0 && NameCount.isNamed(use.node())) {
      names.count(binding);
    }
  }
}
