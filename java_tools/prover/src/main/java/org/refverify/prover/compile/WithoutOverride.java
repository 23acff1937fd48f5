package org.refverify.prover.compile;

import java.util.Arrays;
import org.eclipse.jdt.internal.compiler.ASTVisitor;
import org.eclipse.jdt.internal.compiler.ast.Annotation;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.MethodDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.ClassScope;

/**
 * Takes {@code @Override} away: it means nothing at run time, and below a missing supertype it
 * would keep the compiler from translating the method.
 */
final class WithoutOverride extends ASTVisitor {
  private WithoutOverride() {}

  static void in(CompilationUnitDeclaration unit) {
    unit.traverse(new WithoutOverride(), unit.scope, false);
  }

  @Override
  public boolean visit(MethodDeclaration method, ClassScope scope) {
    if (method.annotations != null) {
      method.annotations =
          Arrays.stream(method.annotations)
              .filter(each -> !each.type.toString().equals("Override"))
              .toArray(Annotation[]::new);
    }
    return true;
  }
}
