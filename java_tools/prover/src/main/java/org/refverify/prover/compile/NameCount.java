package org.refverify.prover.compile;

import org.eclipse.jdt.internal.compiler.ASTVisitor;
import org.eclipse.jdt.internal.compiler.ast.ArrayQualifiedTypeReference;
import org.eclipse.jdt.internal.compiler.ast.ArrayTypeReference;
import org.eclipse.jdt.internal.compiler.ast.ParameterizedQualifiedTypeReference;
import org.eclipse.jdt.internal.compiler.ast.ParameterizedSingleTypeReference;
import org.eclipse.jdt.internal.compiler.ast.QualifiedTypeReference;
import org.eclipse.jdt.internal.compiler.ast.SingleTypeReference;
import org.eclipse.jdt.internal.compiler.ast.TypeReference;
import org.eclipse.jdt.internal.compiler.lookup.Binding;
import org.eclipse.jdt.internal.compiler.lookup.BlockScope;
import org.eclipse.jdt.internal.compiler.lookup.ClassScope;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;

/**
 * Counts names and those that do not resolve: to nothing, or only to the empty stand-in of a
 * missing type. Counts type names on its own.
 */
public abstract class NameCount extends ASTVisitor {
  private int asked;
  private int unresolved;

  public final int asked() {
    return asked;
  }

  public final int unresolved() {
    return unresolved;
  }

  /** Counts a name; returns whether it resolves. */
  protected final boolean count(Binding binding) {
    asked++;
    boolean leads = binding != null && binding.isValidBinding();
    if (leads && binding instanceof TypeBinding type) {
      leads = type.leafComponentType().isValidBinding() && !isInPlace(type.leafComponentType());
    }
    unresolved += leads ? 0 : 1;
    return leads;
  }

  private static boolean isInPlace(TypeBinding type) {
    char[] file = type instanceof ReferenceBinding declared ? declared.getFileName() : null;
    return file != null && MissingTypes.isPath(new String(file));
  }

  private boolean count(TypeReference type) {
    count(type.resolvedType);
    return true;
  }

  @Override
  public boolean visit(SingleTypeReference type, BlockScope scope) {
    return count(type);
  }

  @Override
  public boolean visit(SingleTypeReference type, ClassScope scope) {
    return count(type);
  }

  @Override
  public boolean visit(QualifiedTypeReference type, BlockScope scope) {
    return count(type);
  }

  @Override
  public boolean visit(QualifiedTypeReference type, ClassScope scope) {
    return count(type);
  }

  @Override
  public boolean visit(ArrayTypeReference type, BlockScope scope) {
    return count(type);
  }

  @Override
  public boolean visit(ArrayTypeReference type, ClassScope scope) {
    return count(type);
  }

  @Override
  public boolean visit(ArrayQualifiedTypeReference type, BlockScope scope) {
    return count(type);
  }

  @Override
  public boolean visit(ArrayQualifiedTypeReference type, ClassScope scope) {
    return count(type);
  }

  @Override
  public boolean visit(ParameterizedSingleTypeReference type, BlockScope scope) {
    return count(type);
  }

  @Override
  public boolean visit(ParameterizedSingleTypeReference type, ClassScope scope) {
    return count(type);
  }

  @Override
  public boolean visit(ParameterizedQualifiedTypeReference type, BlockScope scope) {
    return count(type);
  }

  @Override
  public boolean visit(ParameterizedQualifiedTypeReference type, ClassScope scope) {
    return count(type);
  }
}
