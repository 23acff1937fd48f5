package org.refverify.prover.closure;

import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.refverify.prover.closure.MemberNodes.Node;

/**
 * Finds the members that a new field or method needs although its code does not name them: those
 * that set the field, those that read it, and those that override the method. The compiler does not
 * report their absence.
 */
final class Companions {
  private final ClosureQuestion question;
  private final VersionMembers base;
  private final VersionMembers now;
  private final VersionMembers after;
  private Set<String> differing;

  Companions(
      ClosureQuestion question, VersionMembers base, VersionMembers now, VersionMembers after) {
    this.question = question;
    this.base = base;
    this.now = now;
    this.after = after;
  }

  /**
   * One member of the new version that a part needs.
   *
   * @param how what the part is without the member: {@code unset}, {@code unread} or {@code
   *     overridden}
   * @param key the part's
   */
  record Companion(String how, String key, Declared declared) {}

  /** The companions of one part; empty if the old version has the part. */
  Stream<Companion> of(ClosureQuestion.Part part) {
    Optional<Node> node = after.file(part.after().file()).find(part.after());
    if (node.isEmpty() || base.has(part.now())) {
      return Stream.empty();
    }
    if (node.get().tree() instanceof FieldDeclaration field && field.binding != null) {
      return ofField(field);
    }
    if (node.get().tree() instanceof AbstractMethodDeclaration method && method.binding != null) {
      return ofMethod(method.binding);
    }
    return Stream.empty();
  }

  private Stream<Companion> ofField(FieldDeclaration field) {
    UsedDeclaration use = Bindings.field(field.binding);
    boolean isConstant = field.initialization != null && field.binding.isFinal();
    if (use == null || isConstant) {
      return Stream.empty();
    }
    Stream<Declared> writers =
        field.initialization == null
            ? users(use, MemberNodes::written).flatMap(this::withoutANewCall).distinct()
            : Stream.empty();
    Stream<Declared> readers = users(use, MemberNodes::read).map(Node::declared).filter(now::has);
    return Stream.concat(
        writers.map(each -> new Companion("unset", use.key(), each)),
        readers.map(each -> new Companion("unread", use.key(), each)));
  }

  /** Members of the new version that use a field; empty if some member uses it here already. */
  private Stream<Node> users(
      UsedDeclaration field, BiFunction<MemberNodes, Node, Set<String>> keys) {
    String key = question.renamed(field.key());
    boolean isUsed =
        question.changed().stream()
            .filter(now.version()::has)
            .anyMatch(file -> now.codeOf(file).anyMatch(each -> uses(now, each, key, keys)));
    return isUsed
        ? Stream.empty()
        : changed(field.declared().name())
            .flatMap(after::codeOf)
            .filter(each -> uses(after, each, field.key(), keys));
  }

  /**
   * The member, if the existing uses of the class run it: the member existed before, is a block, or
   * is the first explicit constructor of the class and replaces the default one. In the last case
   * the new version's constructor without parameters belongs to it.
   */
  private Stream<Declared> withoutANewCall(Node node) {
    Declared declared = node.declared();
    boolean isBlock = declared.kind().equals("initializer") && now.hasClassOf(declared);
    if (now.has(declared) || isBlock) {
      return Stream.of(declared);
    }
    boolean isFirst =
        declared.isConstructor()
            && now.hasClassOf(declared)
            && !node.owner().isRecord()
            && !now.hasConstructorIn(declared);
    return isFirst
        ? Stream.concat(
            Stream.of(declared), Stream.of(declared.withoutParameters()).filter(after::has))
        : Stream.empty();
  }

  private static boolean uses(
      VersionMembers version,
      Node node,
      String key,
      BiFunction<MemberNodes, Node, Set<String>> keys) {
    return keys.apply(version.file(node.declared().file()), node).contains(key);
  }

  private Stream<Companion> ofMethod(MethodBinding method) {
    String key = Bindings.method(method) == null ? "" : Bindings.method(method).key();
    boolean isVirtual = !method.isStatic() && !method.isPrivate() && !method.isConstructor();
    if (key.isEmpty() || !isVirtual) {
      return Stream.empty();
    }
    return changed(new String(method.selector))
        .flatMap(after::codeOf)
        .filter(
            each ->
                overrides(each, method)
                    ? !now.has(each.declared()) && now.hasClassOf(each.declared())
                    : holdsNewOverride(each, key))
        .map(each -> new Companion("overridden", key, each.declared()));
  }

  private boolean overrides(Node node, MethodBinding method) {
    return node.tree() instanceof AbstractMethodDeclaration other
        && other.binding != null
        && other.binding.declaringClass != method.declaringClass
        && after.version().types().methodVerifier().doesMethodOverride(other.binding, method);
  }

  /**
   * Whether only the new version has a class, inside the member's code, that overrides the method.
   */
  private boolean holdsNewOverride(Node node, String key) {
    String file = node.declared().file();
    Optional<Node> here = now.file(file).find(node.declared());
    return here.isPresent()
        && after.file(file).overridden(node).contains(key)
        && !now.file(file).overridden(here.get()).contains(question.renamed(key));
  }

  /** Files that differ between the versions and that contain a word in the new version. */
  private Stream<String> changed(String word) {
    if (differing == null) {
      differing = after.version().differing(base.version());
    }
    return after.version().mentioning(Set.of(word), differing).stream();
  }
}
