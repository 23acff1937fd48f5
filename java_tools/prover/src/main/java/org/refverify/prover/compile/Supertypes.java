package org.refverify.prover.compile;

import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeReference;

/** The supertypes of a file's types that the compiler could not find. */
final class Supertypes {
  private final Set<String> missing = new TreeSet<>();

  private Supertypes() {}

  static Set<String> missing(CompilationUnitDeclaration unit) {
    Supertypes found = new Supertypes();
    found.addAll(unit.types);
    return found.missing;
  }

  private void addAll(TypeDeclaration[] types) {
    if (types == null) {
      return;
    }
    for (TypeDeclaration type : types) {
      add(type.superclass);
      for (TypeReference each :
          type.superInterfaces == null ? new TypeReference[0] : type.superInterfaces) {
        add(each);
      }
      addAll(type.memberTypes);
    }
  }

  private void add(TypeReference type) {
    if (type != null && (type.resolvedType == null || !type.resolvedType.isValidBinding())) {
      missing.add(type.toString());
    }
  }
}
