package org.refverify.context;

import java.util.Optional;
import org.eclipse.jdt.core.compiler.CharOperation;
import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.ImportReference;
import org.eclipse.jdt.internal.compiler.lookup.CompilationUnitScope;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.MissingTypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.eclipse.jdt.internal.compiler.lookup.SourceTypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.TagBits;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;

/**
 * Names of types and descriptors of methods as the JVM writes them.
 *
 * <p>A missing type has the name in the import that provides it; without such an import its name
 * stays as written.
 */
final class TypeNames {
  private TypeNames() {}

  /** The erased type: {@code pkg.Outer$Inner}, {@code int}, {@code java.lang.String[]}. */
  static String of(TypeBinding type) {
    return of(type, null);
  }

  static String of(TypeBinding type, CompilationUnitScope scope) {
    TypeBinding leaf = type.erasure().leafComponentType().erasure();
    return name(leaf, scope) + "[]".repeat(type.dimensions());
  }

  private static String name(TypeBinding leaf, CompilationUnitScope scope) {
    if (leaf.isBaseType()) {
      return new String(leaf.sourceName());
    }
    String name = new String(leaf.constantPoolName()).replace('/', '.');
    return leaf instanceof MissingTypeBinding ? imported(name, scope) : name;
  }

  private static String imported(String name, CompilationUnitScope scope) {
    ImportReference[] imports =
        scope == null || scope.referenceContext.imports == null
            ? new ImportReference[0]
            : scope.referenceContext.imports;
    for (ImportReference each : imports) {
      boolean onDemand = (each.bits & ASTNode.OnDemand) != 0;
      char[][] tokens = each.tokens;
      if (!onDemand && name.equals(new String(tokens[tokens.length - 1]))) {
        return CharOperation.toString(tokens);
      }
    }
    return name;
  }

  /**
   * The descriptor of a method as it was declared, with hidden parameters of constructors; empty if
   * the compiler does not know the return type.
   */
  static String descriptor(MethodBinding method) {
    if (method.original().returnType == null) {
      return "";
    }
    String plain = new String(method.original().signature());
    if ((method.tagBits & TagBits.HasMissingType) == 0) {
      return plain;
    }
    return withImports(method.original(), plain);
  }

  private static String withImports(MethodBinding method, String plain) {
    if (!(method.declaringClass instanceof SourceTypeBinding owner) || owner.scope == null) {
      return plain;
    }
    CompilationUnitScope scope = owner.scope.compilationUnitScope();
    StringBuilder out = new StringBuilder("(");
    for (TypeBinding each : method.parameters) {
      out.append(descriptor(each, scope));
    }
    return out.append(')').append(descriptor(method.returnType, scope)).toString();
  }

  private static String descriptor(TypeBinding type, CompilationUnitScope scope) {
    TypeBinding leaf = type.erasure().leafComponentType().erasure();
    String one =
        leaf.isBaseType()
            ? new String(leaf.signature())
            : "L" + name(leaf, scope).replace('.', '/') + ";";
    return "[".repeat(type.dimensions()) + one;
  }

  /** The file of the tree that declares a type, or the element type of an array. */
  static Optional<String> file(TypeBinding type) {
    TypeBinding leaf = type.erasure().leafComponentType().erasure();
    return leaf instanceof SourceTypeBinding source && source.getFileName() != null
        ? Optional.of(new String(source.getFileName()))
        : Optional.empty();
  }

  /** The declaration of a class or interface, without type arguments. */
  static ReferenceBinding declared(ReferenceBinding type) {
    return (ReferenceBinding) type.erasure();
  }
}
