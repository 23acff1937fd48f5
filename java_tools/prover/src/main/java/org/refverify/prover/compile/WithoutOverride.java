package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.jdt.internal.compiler.ASTVisitor;
import org.eclipse.jdt.internal.compiler.ast.Annotation;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.MethodDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.ClassScope;
import org.eclipse.jdt.internal.compiler.lookup.ExtraCompilerModifiers;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;

/**
 * Removes {@code @Override}: it means nothing at run time, and below a missing supertype it would
 * keep the compiler from translating the method. If no supertype is missing, the compiler's check
 * is made afterwards.
 */
final class WithoutOverride extends ASTVisitor {
  private final List<MethodDeclaration> found = new ArrayList<>();

  private WithoutOverride() {}

  /**
   * Removes the annotation before anything of a file is resolved; returns the methods that had it.
   */
  static List<MethodDeclaration> in(CompilationUnitDeclaration unit) {
    WithoutOverride visitor = new WithoutOverride();
    unit.traverse(visitor, unit.scope, false);
    return visitor.found;
  }

  /** Whether a resolved method overrides nothing, whatever a missing type declares. */
  static boolean isWrong(MethodDeclaration method, MissingBindings missing) {
    MethodBinding binding = method.binding;
    if (binding == null || !binding.isValidBinding() || missing.reaches(binding)) {
      return false;
    }
    int above = ExtraCompilerModifiers.AccOverriding | ExtraCompilerModifiers.AccImplementing;
    boolean overrides = !binding.isStatic() && (binding.modifiers & above) != 0;
    return !overrides && !isAccessor(binding);
  }

  private static boolean isAccessor(MethodBinding method) {
    return method.declaringClass.isRecord()
        && method.parameters.length == 0
        && method.declaringClass.getRecordComponent(method.selector) != null;
  }

  @Override
  public boolean visit(MethodDeclaration method, ClassScope scope) {
    if (method.annotations != null) {
      int before = method.annotations.length;
      method.annotations =
          Arrays.stream(method.annotations)
              .filter(each -> !each.type.toString().equals("Override"))
              .toArray(Annotation[]::new);
      if (method.annotations.length < before) {
        found.add(method);
      }
    }
    return true;
  }
}
