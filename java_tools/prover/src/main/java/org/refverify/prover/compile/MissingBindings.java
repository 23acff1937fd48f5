package org.refverify.prover.compile;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.ArrayBinding;
import org.eclipse.jdt.internal.compiler.lookup.IntersectionTypeBinding18;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.ParameterizedTypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.eclipse.jdt.internal.compiler.lookup.SourceTypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.TagBits;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeVariableBinding;
import org.eclipse.jdt.internal.compiler.lookup.WildcardBinding;

/**
 * Finds the types of the compiler that may really be another type: a missing one, and every type
 * that leads to a missing one through its arguments, bounds, supertypes or enclosing types. These
 * are what the language uses in its decisions about a type.
 */
final class MissingBindings {
  private final Set<String> misread;
  private final Map<TypeBinding, Boolean> known = new IdentityHashMap<>();

  /**
   * @param misread files in which the name of one type may have been taken for another
   */
  MissingBindings(Set<String> misread) {
    this.misread = Set.copyOf(misread);
  }

  /** Whether a type, or a part of its declaration, is missing. */
  boolean reaches(TypeBinding type) {
    if (type == null) {
      return false;
    }
    Boolean answer = known.get(type);
    if (answer == null) {
      answer = search(type);
    }
    return answer;
  }

  private boolean search(TypeBinding start) {
    Set<TypeBinding> seen = java.util.Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<TypeBinding> open = new ArrayDeque<>();
    add(open, start);
    while (!open.isEmpty()) {
      TypeBinding next = open.pop();
      if (Boolean.TRUE.equals(known.get(next)) || isMissing(next)) {
        known.put(start, true);
        return true;
      }
      if (seen.add(next) && !known.containsKey(next)) {
        addParts(open, next);
      }
    }
    // Nothing that was visited leads to a missing type, so each of these types is complete.
    seen.forEach(each -> known.put(each, false));
    return false;
  }

  private boolean isMissing(TypeBinding type) {
    long unsure = TagBits.HasMissingType | TagBits.HierarchyHasProblems;
    boolean named = type.isValidBinding() && (type.tagBits & unsure) == 0;
    return !named
        || type instanceof ReferenceBinding each && isMisread(each)
        || type instanceof SourceTypeBinding source && hasDropped(source);
  }

  /** Whether the compiler dropped a field or method of a class because of a type in it. */
  private static boolean hasDropped(SourceTypeBinding type) {
    TypeDeclaration declared = type.scope == null ? null : type.scope.referenceContext;
    return declared != null && !ForgottenMembers.of(declared).isEmpty();
  }

  private boolean isMisread(ReferenceBinding type) {
    char[] file = type.getFileName();
    String path = file == null ? "" : new String(file);
    return MissingTypes.isPath(path) || misread.contains(path);
  }

  private static void addParts(Deque<TypeBinding> open, TypeBinding type) {
    if (type instanceof ArrayBinding array) {
      add(open, array.leafComponentType);
    } else if (type instanceof ParameterizedTypeBinding made) {
      // Adds the declaration and the type's own arguments; substitution might never end.
      add(open, made.genericType());
      add(open, made.enclosingType());
      add(open, made.arguments);
    } else if (type instanceof WildcardBinding wildcard) {
      add(open, wildcard.bound);
      add(open, wildcard.otherBounds);
      add(open, wildcard.genericType);
    } else if (type instanceof IntersectionTypeBinding18 both) {
      add(open, both.intersectingTypes);
    } else if (type instanceof TypeVariableBinding variable) {
      add(open, variable.firstBound);
      add(open, variable.superclass());
      add(open, variable.superInterfaces());
    } else if (type instanceof ReferenceBinding declared) {
      add(open, declared.superclass());
      add(open, declared.superInterfaces());
      add(open, declared.enclosingType());
      add(open, declared.typeVariables());
    }
  }

  private static void add(Deque<TypeBinding> open, TypeBinding... types) {
    if (types != null) {
      Arrays.stream(types).filter(each -> each != null).forEach(open::push);
    }
  }

  // ------------------------------------------------------------------ methods

  /** Whether a type of a method's declaration, or of its instantiation for a call, is missing. */
  boolean reaches(MethodBinding method) {
    return method != null
        && (reachesOwn(method) || method.original() != method && reachesOwn(method.original()));
  }

  private boolean reachesOwn(MethodBinding method) {
    return !method.isValidBinding()
        || reaches(method.declaringClass)
        || reaches(method.returnType)
        || any(method.parameters)
        || any(method.thrownExceptions)
        || any(method.typeVariables());
  }

  private boolean any(TypeBinding... types) {
    return types != null && Arrays.stream(types).anyMatch(this::reaches);
  }

  /**
   * Whether a method of that name, in a class or a supertype, has a parameter of a missing type and
   * so could be the intended one.
   */
  boolean mayMeanAnother(TypeBinding receiver, char[] selector) {
    Set<ReferenceBinding> seen = new HashSet<>();
    Deque<TypeBinding> open = new ArrayDeque<>();
    add(open, receiver);
    while (!open.isEmpty()) {
      TypeBinding next = open.pop();
      if (next instanceof ReferenceBinding type && seen.add(type)) {
        for (MethodBinding method : type.getMethods(selector)) {
          if (any(method.parameters)) {
            return true;
          }
        }
        add(open, type.superclass());
        add(open, type.superInterfaces());
      }
    }
    return false;
  }
}
