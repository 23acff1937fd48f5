package org.refverify.prover.compile;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.jdt.core.compiler.CharOperation;
import org.eclipse.jdt.internal.compiler.ast.ASTNode;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ImportReference;

/** The imports of one file, and which of them cannot be resolved. */
final class Imports {
  private final TreeEnvironment environment;
  private final List<ImportReference> all;

  Imports(CompilationUnitDeclaration unit, TreeEnvironment environment) {
    this.environment = environment;
    this.all = unit.imports == null ? List.of() : Arrays.asList(unit.imports);
  }

  List<ImportReference> missing() {
    return all.stream().filter(each -> !resolves(each)).toList();
  }

  /** The import of exactly this simple name. */
  Optional<ImportReference> single(String simpleName) {
    return all.stream()
        .filter(each -> !onDemand(each) && last(each).equals(simpleName))
        .findFirst();
  }

  /** Whether an on-demand import from an existing package or type provides the type. */
  boolean bringsOnDemand(String simpleName) {
    return all.stream()
        .filter(each -> onDemand(each) && resolves(each))
        .map(Imports::name)
        .anyMatch(name -> environment.has(name, simpleName) || isType(name));
  }

  /** The on-demand imports that may provide a name, in order. */
  List<String> mayBring(String simpleName) {
    return all.stream()
        .filter(Imports::onDemand)
        .filter(
            each ->
                each.isStatic()
                    || !resolves(each)
                    || isType(name(each))
                    || environment.has(name(each), simpleName))
        .map(Imports::name)
        .sorted()
        .toList();
  }

  boolean resolves(ImportReference each) {
    String name = name(each);
    if (each.isStatic() && !onDemand(each)) {
      return isType(parent(name));
    }
    return isType(name) || onDemand(each) && !each.isStatic() && environment.hasPackage(name);
  }

  /** Whether the name is a type or a member of one. */
  boolean isType(String name) {
    for (String type = name; !type.isEmpty(); type = parent(type)) {
      if (environment.has(parent(type), type.substring(type.lastIndexOf('.') + 1))) {
        return true;
      }
    }
    return false;
  }

  static boolean onDemand(ImportReference each) {
    return (each.bits & ASTNode.OnDemand) != 0;
  }

  /** The whole name without the star. */
  static String name(ImportReference each) {
    return CharOperation.toString(each.tokens);
  }

  static String last(ImportReference each) {
    return new String(each.tokens[each.tokens.length - 1]);
  }

  static String parent(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }
}
