package org.refverify.prover.compile;

import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.MethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;

/** The names of the fields and methods that the types of a file declare. */
final class MemberNames {
  private final Set<String> names = new TreeSet<>();

  private MemberNames() {}

  static Set<String> of(CompilationUnitDeclaration unit) {
    MemberNames members = new MemberNames();
    members.addAll(unit.types);
    return members.names;
  }

  private void addAll(TypeDeclaration[] types) {
    if (types == null) {
      return;
    }
    for (TypeDeclaration type : types) {
      for (AbstractMethodDeclaration each :
          type.methods == null ? new AbstractMethodDeclaration[0] : type.methods) {
        if (each instanceof MethodDeclaration) {
          names.add(new String(each.selector));
        }
      }
      for (FieldDeclaration each : type.fields == null ? new FieldDeclaration[0] : type.fields) {
        if (each.name != null && each.name.length > 0) {
          names.add(new String(each.name));
        }
      }
      addAll(type.memberTypes);
    }
  }
}
