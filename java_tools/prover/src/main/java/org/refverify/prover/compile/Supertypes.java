package org.refverify.prover.compile;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.eclipse.jdt.core.compiler.CharOperation;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeReference;

/** The supertypes of a file's types that the compiler could not find. */
final class Supertypes {
  private final Set<String> missing = new TreeSet<>();
  private final Predicate<TypeDeclaration> asked;

  private Supertypes(Predicate<TypeDeclaration> asked) {
    this.asked = asked;
  }

  static Set<String> missing(CompilationUnitDeclaration unit) {
    return missing(unit, type -> true);
  }

  /** The missing supertypes of one type, by its internal name. */
  static Set<String> missing(CompilationUnitDeclaration unit, String internalName) {
    char[] name = internalName.toCharArray();
    return missing(
        unit,
        type ->
            type.binding != null && CharOperation.equals(name, type.binding.constantPoolName()));
  }

  private static Set<String> missing(
      CompilationUnitDeclaration unit, Predicate<TypeDeclaration> asked) {
    Supertypes found = new Supertypes(asked);
    found.addAll(unit.types);
    return found.missing;
  }

  private void addAll(TypeDeclaration[] types) {
    if (types == null) {
      return;
    }
    for (TypeDeclaration type : types) {
      if (asked.test(type)) {
        addAbove(type);
      }
      addAll(type.memberTypes);
    }
  }

  private void addAbove(TypeDeclaration type) {
    add(type.superclass);
    for (TypeReference each :
        type.superInterfaces == null ? new TypeReference[0] : type.superInterfaces) {
      add(each);
    }
  }

  private void add(TypeReference type) {
    if (type != null && (type.resolvedType == null || !type.resolvedType.isValidBinding())) {
      missing.add(type.toString());
    }
  }
}
