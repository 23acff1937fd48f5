package org.refverify.prover.compile;

import org.eclipse.jdt.internal.compiler.ast.AllocationExpression;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldReference;
import org.eclipse.jdt.internal.compiler.ast.MessageSend;
import org.eclipse.jdt.internal.compiler.ast.QualifiedAllocationExpression;
import org.eclipse.jdt.internal.compiler.ast.QualifiedNameReference;
import org.eclipse.jdt.internal.compiler.ast.ReferenceExpression;
import org.eclipse.jdt.internal.compiler.ast.SingleNameReference;
import org.eclipse.jdt.internal.compiler.lookup.BlockScope;
import org.refverify.prover.verdict.NameShare;

/** Counts how many names in compiled files resolve to a declaration. */
final class ResolvedNames extends NameCount {
  private ResolvedNames() {}

  /** The count for some files together. */
  static NameShare in(Iterable<CompilationUnitDeclaration> units) {
    ResolvedNames names = new ResolvedNames();
    units.forEach(unit -> unit.traverse(names, unit.scope, false));
    return new NameShare(names.asked(), names.unresolved());
  }

  @Override
  public boolean visit(MessageSend call, BlockScope scope) {
    count(call.binding);
    return true;
  }

  @Override
  public boolean visit(AllocationExpression creation, BlockScope scope) {
    count(creation.binding);
    return true;
  }

  @Override
  public boolean visit(QualifiedAllocationExpression creation, BlockScope scope) {
    if (creation.anonymousType == null) {
      count(creation.binding);
    }
    return true;
  }

  @Override
  public boolean visit(ReferenceExpression reference, BlockScope scope) {
    if (!reference.isArrayConstructorReference()) {
      count(reference.binding);
    }
    return true;
  }

  @Override
  public boolean visit(SingleNameReference name, BlockScope scope) {
    count(name.binding);
    return true;
  }

  @Override
  public boolean visit(FieldReference reference, BlockScope scope) {
    count(reference.binding);
    return true;
  }

  @Override
  public boolean visit(QualifiedNameReference name, BlockScope scope) {
    count(name.binding);
    return true;
  }
}
