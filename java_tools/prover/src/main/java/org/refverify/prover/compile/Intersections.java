package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.jdt.internal.compiler.ASTVisitor;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.IntersectionCastTypeReference;
import org.eclipse.jdt.internal.compiler.ast.TypeParameter;
import org.eclipse.jdt.internal.compiler.ast.TypeReference;
import org.eclipse.jdt.internal.compiler.lookup.BlockScope;
import org.eclipse.jdt.internal.compiler.lookup.ClassScope;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeIds;

/**
 * Checks casts to several types at once and variables with several bounds. The language treats them
 * as a subclass of all these types, which must be able to have the methods of each. javac checks
 * this, but the Eclipse compiler does not. So each possible conflict counts as a message of the
 * compiler: both versions must have the same ones.
 */
final class Intersections extends ASTVisitor {
  private final List<String> found = new ArrayList<>();

  private Intersections() {}

  /** One message for each method of one type that conflicts with a method of another. */
  static List<String> in(CompilationUnitDeclaration unit) {
    Intersections all = new Intersections();
    unit.traverse(all, unit.scope, false);
    return all.found;
  }

  @Override
  public boolean visit(IntersectionCastTypeReference cast, BlockScope scope) {
    add(Arrays.asList(cast.typeReferences));
    return true;
  }

  @Override
  public boolean visit(IntersectionCastTypeReference cast, ClassScope scope) {
    add(Arrays.asList(cast.typeReferences));
    return true;
  }

  @Override
  public boolean visit(TypeParameter variable, BlockScope scope) {
    variable(variable);
    return true;
  }

  @Override
  public boolean visit(TypeParameter variable, ClassScope scope) {
    variable(variable);
    return true;
  }

  private void variable(TypeParameter variable) {
    if (variable.bounds != null) {
      List<TypeReference> all = new ArrayList<>(List.of(variable.type));
      all.addAll(Arrays.asList(variable.bounds));
      add(all);
    }
  }

  private void add(List<TypeReference> types) {
    Map<String, Set<String>> methods = new TreeMap<>();
    Map<String, Set<TypeReference>> havers = new TreeMap<>();
    for (TypeReference each : types) {
      for (MethodBinding method : methods(each.resolvedType)) {
        String key = new String(method.selector) + "/" + method.parameters.length;
        methods.computeIfAbsent(key, name -> new TreeSet<>()).add(text(method));
        havers.computeIfAbsent(key, name -> new LinkedHashSet<>()).add(each);
      }
    }
    methods.forEach(
        (key, all) -> {
          if (havers.get(key).size() > 1) {
            found.add("Methods that meet in " + types + ": " + all);
          }
        });
  }

  private static String text(MethodBinding method) {
    return String.join(
        " ",
        String.valueOf(method.modifiers & 0xffff),
        new String(method.returnType.readableName()),
        new String(method.declaringClass.readableName()),
        new String(method.readableName()),
        exceptions(method));
  }

  private static String exceptions(MethodBinding method) {
    return Arrays.stream(method.thrownExceptions)
        .map(each -> new String(each.readableName()))
        .collect(Collectors.joining(", "));
  }

  /** The methods of a type and its supertypes, except those of every object. */
  private static Set<MethodBinding> methods(TypeBinding type) {
    Set<MethodBinding> all = new LinkedHashSet<>();
    Set<TypeBinding> seen = new LinkedHashSet<>();
    add(type == null ? null : type.erasure(), seen, all);
    return all;
  }

  private static void add(TypeBinding type, Set<TypeBinding> seen, Set<MethodBinding> all) {
    boolean asked = type instanceof ReferenceBinding && type.id != TypeIds.T_JavaLangObject;
    if (!asked || !seen.add(type)) {
      return;
    }
    ReferenceBinding declared = (ReferenceBinding) type;
    Arrays.stream(declared.methods()).filter(method -> method.selector[0] != '<').forEach(all::add);
    add(erasure(declared.superclass()), seen, all);
    for (ReferenceBinding each : declared.superInterfaces()) {
      add(erasure(each), seen, all);
    }
  }

  private static TypeBinding erasure(TypeBinding type) {
    return type == null ? null : type.erasure();
  }
}
