package org.refverify.context;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.MethodVerifier;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.eclipse.jdt.internal.compiler.lookup.SourceTypeBinding;

/** The supertypes and subtypes of a type of the tree. */
final class TypeHierarchy {
  private final ReadFiles files;
  private final SourceTypeBinding type;
  private final List<ReferenceBinding> above;
  private final List<ReferenceBinding> below;

  TypeHierarchy(ReadFiles files, SourceTypeBinding type) {
    this.files = files;
    this.type = type;
    this.above = allAbove();
    this.below = allBelow();
  }

  /** All supertypes, the nearest first. */
  List<ReferenceBinding> above() {
    return above;
  }

  /** All subtypes that the tree declares, the nearest first. */
  List<ReferenceBinding> below() {
    return below;
  }

  /** The methods of supertypes that a method of the type overrides or implements. */
  List<MethodBinding> overridden(MethodBinding method) {
    return above.stream()
        .flatMap(each -> named(each, method))
        .filter(each -> overrides(method, each))
        .toList();
  }

  /** The methods of subtypes that override or implement a method of the type. */
  List<MethodBinding> overriding(MethodBinding method) {
    return below.stream()
        .flatMap(each -> named(each, method))
        .filter(each -> overrides(each, method))
        .toList();
  }

  private static Stream<MethodBinding> named(ReferenceBinding type, MethodBinding method) {
    return Arrays.stream(type.getMethods(method.selector)).map(MethodBinding::original);
  }

  private boolean overrides(MethodBinding one, MethodBinding other) {
    if (Stream.of(one, other).anyMatch(m -> m.isStatic() || m.isPrivate() || m.isConstructor())) {
      return false;
    }
    MethodVerifier verifier = files.sources().environment().methodVerifier();
    return verifier.doesMethodOverride(one, other);
  }

  private List<ReferenceBinding> allAbove() {
    Set<ReferenceBinding> found = new LinkedHashSet<>();
    Deque<ReferenceBinding> open = new ArrayDeque<>(List.of(type));
    while (!open.isEmpty()) {
      directlyAbove(open.remove()).filter(found::add).forEach(open::add);
    }
    return new ArrayList<>(found);
  }

  private static Stream<ReferenceBinding> directlyAbove(ReferenceBinding type) {
    ReferenceBinding[] interfaces = type.superInterfaces();
    return Stream.concat(
            Stream.ofNullable(type.superclass()),
            interfaces == null ? Stream.empty() : Arrays.stream(interfaces))
        .map(TypeNames::declared);
  }

  private List<ReferenceBinding> allBelow() {
    Set<ReferenceBinding> found = new LinkedHashSet<>();
    Deque<SourceTypeBinding> open = new ArrayDeque<>(List.of(type));
    while (!open.isEmpty()) {
      SourceTypeBinding each = open.remove();
      directlyBelow(each).filter(found::add).forEach(open::add);
    }
    return new ArrayList<>(found);
  }

  private Stream<SourceTypeBinding> directlyBelow(SourceTypeBinding parent) {
    if (parent.isFinal() && !parent.isEnum() || parent.isAnonymousType()) {
      return Stream.empty();
    }
    String own = new String(parent.getFileName());
    List<BoundFile> candidates =
        parent.isLocalType()
            ? files.file(own).stream().toList()
            : files.above(new String(parent.sourceName()), own);
    return candidates.stream()
        .flatMap(file -> file.types().stream())
        .map(declared -> declared.binding)
        .filter(each -> each != null && directlyAbove(each).anyMatch(up -> up == parent));
  }
}
