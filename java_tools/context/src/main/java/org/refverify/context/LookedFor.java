package org.refverify.context;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.Argument;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;

/**
 * A method as a source names it.
 *
 * @param path its file
 * @param className binary name with dots; nested classes follow a dollar sign
 * @param name {@code <init>} for a constructor
 * @param parameterTypes erased, as written; a type variable may have its own name or its bound's
 * @param line one of its lines, to choose between several methods; 0 if unknown
 */
public record LookedFor(
    String path, String className, String name, List<String> parameterTypes, int line) {
  /** Copies the parameter types. */
  public LookedFor {
    parameterTypes = List.copyOf(parameterTypes);
  }

  /** Its declaration: in the named class if one fits, otherwise around the line. */
  Optional<AbstractMethodDeclaration> in(BoundFile file) {
    List<AbstractMethodDeclaration> fitting = file.methods().stream().filter(this::fits).toList();
    List<AbstractMethodDeclaration> own =
        fitting.stream()
            .filter(each -> TypeNames.of(each.binding.declaringClass).equals(className))
            .toList();
    return (own.isEmpty() ? fitting.stream().filter(each -> holds(file, each)) : own.stream())
        .min(Comparator.comparing(each -> !holds(file, each)));
  }

  private boolean holds(BoundFile file, AbstractMethodDeclaration method) {
    return file.line(method.declarationSourceStart) <= line
        && line <= file.line(method.declarationSourceEnd);
  }

  private boolean fits(AbstractMethodDeclaration method) {
    if (method.binding == null || method.binding.returnType == null) {
      return false;
    }
    Argument[] arguments = method.arguments == null ? new Argument[0] : method.arguments;
    TypeBinding[] types = method.binding.parameters;
    if (!new String(method.binding.selector).equals(name)
        || arguments.length != parameterTypes.size()
        || types.length != arguments.length) {
      return false;
    }
    for (int at = 0; at < types.length; at++) {
      String wanted = simple(parameterTypes.get(at));
      if (!wanted.equals(simple(TypeNames.of(types[at]))) && !wanted.equals(variable(types[at]))) {
        return false;
      }
    }
    return true;
  }

  private static String variable(TypeBinding type) {
    return new String(type.leafComponentType().sourceName()) + "[]".repeat(type.dimensions());
  }

  private static String simple(String type) {
    String plain = type.replace(" ", "").replace("...", "[]");
    return plain.substring(Math.max(plain.lastIndexOf('.'), plain.lastIndexOf('$')) + 1);
  }

  @Override
  public String toString() {
    return className + "#" + name + "(" + String.join(", ", parameterTypes) + ")";
  }

  /** The names of several methods, without duplicates. */
  static List<String> names(List<LookedFor> all) {
    return all.stream().map(LookedFor::toString).distinct().toList();
  }
}
