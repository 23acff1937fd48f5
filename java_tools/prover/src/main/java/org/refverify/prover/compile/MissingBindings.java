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
 * Which types of the compiler may be another type in truth: a missing one, and every one that leads
 * to a missing one by its arguments, bounds, supertypes or enclosing types. What the language
 * decides about a type, it decides by these.
 */
final class MissingBindings {
  private final Set<String> misread;
  private final Map<TypeBinding, Boolean> known = new IdentityHashMap<>();

  /**
   * @param misread files in which a type's name may have been taken for another type's
   */
  MissingBindings(Set<String> misread) {
    this.misread = Set.copyOf(misread);
  }

  /** Whether a type, or something that it is declared by, is missing. */
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
    // Nothing that was passed leads to a missing type: each of them is known to be whole.
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

  /** Whether the compiler forgot a field or method of a class, because of a type in it. */
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
      // The declaration and what it was made with; substitution could go on for ever.
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

  /**
   * Whether a type of a method's declaration is missing, or one of the call that it was made for.
   */
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
   * Whether a method of that name, in a class or above it, has a parameter of a missing type: it
   * could be the one that is meant.
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
