package org.refverify.prover.compile;

import java.util.HashMap;
import java.util.Map;
import org.eclipse.jdt.internal.compiler.ASTVisitor;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ConstructorDeclaration;
import org.eclipse.jdt.internal.compiler.ast.MethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ParameterizedSingleTypeReference;
import org.eclipse.jdt.internal.compiler.ast.TryStatement;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeReference;
import org.eclipse.jdt.internal.compiler.ast.UnionTypeReference;
import org.eclipse.jdt.internal.compiler.lookup.BlockScope;
import org.eclipse.jdt.internal.compiler.lookup.ClassScope;
import org.eclipse.jdt.internal.compiler.lookup.CompilationUnitScope;
import org.refverify.prover.compile.MissingTypes.Shape;

/**
 * How one file uses the types that it names, by simple name; this determines the form of a
 * stand-in.
 */
final class TypeUses extends ASTVisitor {
  private final Map<String, Shape> shapes = new HashMap<>();

  static Map<String, Shape> of(CompilationUnitDeclaration parsed) {
    TypeUses uses = new TypeUses();
    parsed.traverse(uses, parsed.scope, false);
    return uses.shapes;
  }

  private void add(TypeReference type, Shape shape) {
    if (type instanceof UnionTypeReference union) {
      addAll(union.typeReferences, shape);
    } else if (type != null) {
      shapes.merge(new String(type.getTypeName()[0]), shape, Shape::and);
    }
  }

  private void addAll(TypeReference[] types, Shape shape) {
    for (TypeReference each : types == null ? new TypeReference[0] : types) {
      add(each, shape);
    }
  }

  private boolean supertypes(TypeDeclaration type) {
    addAll(type.superInterfaces, new Shape(true, false, 0));
    return true;
  }

  @Override
  public boolean visit(TypeDeclaration type, CompilationUnitScope scope) {
    return supertypes(type);
  }

  @Override
  public boolean visit(TypeDeclaration type, ClassScope scope) {
    return supertypes(type);
  }

  @Override
  public boolean visit(TypeDeclaration type, BlockScope scope) {
    return supertypes(type);
  }

  @Override
  public boolean visit(MethodDeclaration method, ClassScope scope) {
    addAll(method.thrownExceptions, new Shape(false, true, 0));
    return true;
  }

  @Override
  public boolean visit(ConstructorDeclaration constructor, ClassScope scope) {
    addAll(constructor.thrownExceptions, new Shape(false, true, 0));
    return true;
  }

  @Override
  public boolean visit(TryStatement statement, BlockScope scope) {
    if (statement.catchArguments != null) {
      for (var each : statement.catchArguments) {
        add(each.type, new Shape(false, true, 0));
      }
    }
    return true;
  }

  @Override
  public boolean visit(ParameterizedSingleTypeReference type, ClassScope scope) {
    add(type, new Shape(false, false, type.typeArguments.length));
    return true;
  }

  @Override
  public boolean visit(ParameterizedSingleTypeReference type, BlockScope scope) {
    add(type, new Shape(false, false, type.typeArguments.length));
    return true;
  }
}
