package org.refverify.prover.compile;

import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.IntersectionCastTypeReference;
import org.eclipse.jdt.internal.compiler.ast.QualifiedAllocationExpression;
import org.eclipse.jdt.internal.compiler.ast.ReferenceExpression;
import org.eclipse.jdt.internal.compiler.ast.UnionTypeReference;
import org.eclipse.jdt.internal.compiler.ast.Wildcard;
import org.eclipse.jdt.internal.compiler.lookup.Binding;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;

/**
 * Counts names and those that do not resolve: to nothing, or only to the empty stand-in of a
 * missing type.
 */
public final class NameCount {
  private int asked;
  private int unresolved;

  public int asked() {
    return asked;
  }

  public int unresolved() {
    return unresolved;
  }

  /** Counts a name; returns whether it resolves. */
  public boolean count(Binding binding) {
    asked++;
    boolean leads = binding != null && binding.isValidBinding();
    if (leads && binding instanceof TypeBinding type) {
      leads = type.leafComponentType().isValidBinding() && !isInPlace(type.leafComponentType());
    }
    unresolved += leads ? 0 : 1;
    return leads;
  }

  /**
   * Whether a node contains a name of its own. A type that consists of others does not, nor does
   * the creation of an anonymous class or of an array.
   */
  public static boolean isNamed(ASTNode node) {
    if (node instanceof QualifiedAllocationExpression creation) {
      return creation.anonymousType == null;
    }
    if (node instanceof ReferenceExpression reference) {
      return !reference.isArrayConstructorReference();
    }
    return !(node instanceof Wildcard
        || node instanceof UnionTypeReference
        || node instanceof IntersectionCastTypeReference);
  }

  private static boolean isInPlace(TypeBinding type) {
    char[] file = type instanceof ReferenceBinding declared ? declared.getFileName() : null;
    return file != null && MissingTypes.isPath(new String(file));
  }
}
