package org.refverify.prover.closure;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.FieldBinding;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.refverify.prover.closure.MemberNodes.Node;

/**
 * Finds members that hide a field, or override a method with a body, of a supertype that their
 * class did not have before. Code that means the supertype's member no longer reaches it.
 */
final class Hiding {
  private final VersionMembers base;
  private final VersionMembers now;

  Hiding(VersionMembers base, VersionMembers now) {
    this.base = base;
    this.now = now;
  }

  /** The supertype, with dots; empty if the member hides nothing from a new supertype. */
  Optional<String> of(Node node) {
    Map<String, ReferenceBinding> found = supertypes(node);
    base.file(node.declared().file())
        .find(node.declared())
        .ifPresent(old -> found.keySet().removeAll(supertypes(old).keySet()));
    return found.values().stream()
        .filter(type -> hides(node, type))
        .map(type -> Bindings.text(type.readableName()))
        .findFirst();
  }

  private boolean hides(Node node, ReferenceBinding above) {
    if (node.tree() instanceof FieldDeclaration field && field.name != null) {
      FieldBinding hidden = above.getField(field.name, true);
      return hidden != null && !hidden.isPrivate();
    }
    return node.tree() instanceof AbstractMethodDeclaration method
        && method.binding != null
        && Arrays.stream(above.getMethods(method.selector))
            .filter(each -> !each.isAbstract())
            .anyMatch(
                each ->
                    now.version()
                        .types()
                        .methodVerifier()
                        .doesMethodOverride(method.binding, each));
  }

  /** All supertypes of the class around a member, by name, the nearest first. */
  private static Map<String, ReferenceBinding> supertypes(Node node) {
    Map<String, ReferenceBinding> found = new LinkedHashMap<>();
    Deque<ReferenceBinding> open = new ArrayDeque<>();
    above(node.owner().binding).forEach(open::add);
    while (!open.isEmpty()) {
      ReferenceBinding type = open.pop();
      if (found.putIfAbsent(Bindings.text(type.erasure().readableName()), type) == null) {
        above(type).forEach(open::add);
      }
    }
    return found;
  }

  private static Stream<ReferenceBinding> above(ReferenceBinding type) {
    return type == null
        ? Stream.empty()
        : Stream.concat(Stream.ofNullable(type.superclass()), interfaces(type));
  }

  private static Stream<ReferenceBinding> interfaces(ReferenceBinding type) {
    return type.superInterfaces() == null ? Stream.empty() : Arrays.stream(type.superInterfaces());
  }
}
