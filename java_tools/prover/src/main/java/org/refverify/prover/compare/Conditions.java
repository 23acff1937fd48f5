package org.refverify.prover.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.lockstep.Half;
import org.refverify.prover.lockstep.Initialisers;
import org.refverify.prover.lockstep.Pair;
import org.refverify.prover.lockstep.Stepping;
import org.refverify.prover.lockstep.SwitchedEnums;
import org.refverify.prover.pairing.AnnotationTexts;
import org.refverify.prover.pairing.LocalClassNames;
import org.refverify.prover.pairing.TestClasses;
import org.refverify.prover.verdict.Condition;
import org.refverify.prover.verdict.Condition.Kind;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/** The side conditions: ways to notice a change even if all compared code behaves the same. */
final class Conditions {
  private final Half before;
  private final Half after;
  private final Set<String> byName;
  private final Set<String> byAnnotation;
  private final ParameterNames parameterNames;
  private final List<Condition> failed = new ArrayList<>();
  private final Set<String> assumptions = new TreeSet<>();

  /**
   * Conditions on two versions.
   *
   * @param byName members that code of either version finds by name
   */
  Conditions(Half before, Half after, Set<String> byName) {
    this.before = before;
    this.after = after;
    this.byName = byName;
    this.byAnnotation = AnnotationTexts.names(before.world(), after.world());
    this.parameterNames = new ParameterNames(before.world(), after.world());
  }

  List<Condition> failed() {
    return failed;
  }

  Set<String> assumptions() {
    return assumptions;
  }

  private void fail(Kind kind, Object where, String why) {
    failed.add(new Condition(kind, where.toString(), why));
  }

  /** Checks a method that only one version has, with or without a partner. */
  void onlyOneVersion(boolean old, Method method) {
    Half half = old ? before : after;
    String what = old ? "removed" : "added";
    if (!ComparedMembers.isPlain(method)) {
      if (!method.node().name.equals("<clinit>")) {
        fail(Kind.BRIDGE, method, what + " by the compiler");
      }
      return;
    }
    if (ComparedMembers.isPlatform(method.id())) {
      fail(Kind.PLATFORM_MEMBER, method, what + "; the platform finds it by name");
    }
    if (isAnnotated(method)) {
      fail(Kind.FOUND_BY_ANNOTATION, method, what + " with annotations that are read at run time");
    }
    if (byAnnotation.contains(method.node().name)) {
      fail(Kind.FOUND_BY_ANNOTATION, method, what + "; a text of an annotation names it");
    }
    if (byName.contains(method.node().name)) {
      fail(Kind.PLATFORM_MEMBER, method, what + "; code of the tree finds it by its name");
    }
    if (isTest(half, method)) {
      fail(Kind.PLATFORM_MEMBER, method, what + "; a test runner finds it by its name");
    }
    if (ComparedMembers.isDispatched(method) && Beans.isManaged(half.world(), method.owner())) {
      fail(Kind.PLATFORM_MEMBER, method, what + "; a managed bean shows it");
    }
    if (Beans.isProperty(half.world(), method)) {
      fail(Kind.PLATFORM_MEMBER, method, what + "; code of the tree shows properties of beans");
    }
    if (hasNoArguments(method) && !ComparedMembers.isPrivate(method)) {
      fail(Kind.PLATFORM_MEMBER, method, what + "; services and streams need it");
    }
    if (old && ClassWorld.hasNative(method.owner())) {
      fail(Kind.PLATFORM_MEMBER, method, "removed; native code of its class may call it");
    }
    if (isAbstract(method) && isInterface(method.owner())) {
      fail(Kind.OVERRIDES, method, what + "; a lambda of its interface need not name it");
    }
    inheritedInstead(old, method, what);
    if (isInterface(method.owner())
        && ComparedMembers.isDispatched(method)
        && Proxies.in(half.world())) {
      fail(Kind.OVERRIDDEN, method, what + "; a proxy takes its calls");
    }
    if (ComparedMembers.isDispatched(method)) {
      dispatch(half, method, what);
      openWorld(old, method);
    } else if (!method.isConstructor()) {
      standsBefore(half.world(), method, what);
    }
  }

  /**
   * Checks calls on a subclass that mean an interface's method. The JVM searches the superclasses
   * first, finds the private or static method there, and rejects it.
   */
  private void standsBefore(ClassWorld world, Method method, String what) {
    for (ClassNode other : world.own()) {
      if (other != method.owner() && inheritsToo(world, other, method.owner(), method.node())) {
        fail(Kind.OVERRIDES, method, what + " and stands before the one of " + other.name);
        return;
      }
    }
  }

  private static boolean isAbstract(Method method) {
    return method.is(Opcodes.ACC_ABSTRACT);
  }

  private static boolean isInterface(ClassNode node) {
    return (node.access & Opcodes.ACC_INTERFACE) != 0;
  }

  /**
   * Checks a call from other code that still links but now means an inherited method; that method
   * must be the partner.
   */
  private void inheritedInstead(boolean old, Method method, String what) {
    Half half = old ? before : after;
    ClassWorld there = old ? after.world() : before.world();
    ClassWorld.DeclaredMethod found =
        there.resolve(method.owner().name, method.node().name, method.node().desc);
    if (found == null || ComparedMembers.isPrivate(method) || method.isConstructor()) {
      return;
    }
    Pair pair = half.pairs().get(method.id());
    Method partner = pair == null ? null : old ? pair.after() : pair.before();
    if (partner == null || !partner.id().equals(found.id())) {
      fail(Kind.OVERRIDES, method, what + "; the same call now means one of " + found.owner().name);
    }
  }

  /** Checks a method of both versions, or a pair, whose parameters have other names. */
  void parameterNames(Method old, Method now) {
    String seen = parameterNames.seenBy(old, now);
    if (!seen.isEmpty()) {
      String names = ParameterNames.difference(old.node(), now.node());
      fail(Kind.PARAMETER_NAME, now, "parameters were " + names + "; " + seen);
    }
  }

  /** Checks a method of both versions whose flags differ. */
  void flags(Method old, Method now) {
    int changed = old.node().access ^ now.node().access;
    if (changed != 0 && ComparedMembers.isPlatform(old.id())) {
      fail(
          Kind.PLATFORM_MEMBER,
          old,
          "other modifiers; the platform finds it by name and modifiers");
    }
    int asked = ComparedMembers.visibility(changed) | changed & Opcodes.ACC_STATIC;
    if (asked != 0 && byName.contains(old.node().name)) {
      fail(Kind.PLATFORM_MEMBER, old, "other modifiers; code of the tree finds it by its name");
    }
    if ((asked | changed & Opcodes.ACC_FINAL) != 0 && (isAnnotated(old) || isAnnotated(now))) {
      fail(
          Kind.FOUND_BY_ANNOTATION,
          old,
          "other modifiers; who finds it by an annotation asks them");
    }
    if (asked != 0 && (isTest(before, old) || isTest(after, now))) {
      fail(
          Kind.PLATFORM_MEMBER,
          old,
          "other modifiers; a test runner finds it by name and modifiers");
    }
    if (hasNoArguments(old) && ComparedMembers.visibility(changed) != 0) {
      fail(Kind.PLATFORM_MEMBER, old, "other visibility; services and streams need it");
    }
    if ((changed & now.node().access & Opcodes.ACC_FINAL) != 0) {
      becomesFinal(now);
    }
    if ((changed & Opcodes.ACC_STATIC) != 0 && ClassWorld.hasNative(old.owner())) {
      fail(
          Kind.PLATFORM_MEMBER, old, "static in one version; native code of its class may call it");
    }
    boolean redispatched = reach(old) != reach(now) || (changed & Opcodes.ACC_STATIC) != 0;
    if (redispatched) {
      if (ComparedMembers.isDispatched(old)) {
        openWorld(true, old);
      } else {
        openWorld(false, now);
      }
      for (Method method : List.of(old, now)) {
        if (ComparedMembers.isDispatched(method)) {
          dispatch(method == old ? before : after, method, "visible to others than before,");
        }
      }
    }
  }

  private void becomesFinal(Method now) {
    after
        .world()
        .overriderBelow(now.owner(), now.node())
        .filter(below -> ComparedMembers.isDispatched(now))
        .ifPresent(below -> fail(Kind.OVERRIDDEN, now, "final, and overridden in " + below.name));
  }

  private static boolean isAnnotated(Method method) {
    return !new Annotations(Set.of()).of(method.node()).isEmpty();
  }

  private static boolean isTest(Half half, Method method) {
    return TestClasses.isFoundByName(half.world(), method.owner(), method.node());
  }

  private static boolean hasNoArguments(Method method) {
    return method.isConstructor() && method.node().desc.equals("()V");
  }

  /** Where a method can be overridden: 0 nowhere, 1 in its package, 2 anywhere. */
  private static int reach(Method method) {
    if (!ComparedMembers.isDispatched(method)) {
      return 0;
    }
    return method.is(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED) ? 2 : 1;
  }

  private void dispatch(Half half, Method method, String what) {
    ClassWorld world = half.world();
    ClassNode owner = method.owner();
    MethodNode node = method.node();
    for (ClassNode above : world.above(owner.name)) {
      if (isInherited(above, node)) {
        fail(Kind.OVERRIDES, method, what + " and overrides one of " + above.name);
        return;
      }
    }
    List<String> missing = world.missingAbove(owner.name);
    if (!missing.isEmpty()) {
      fail(Kind.HIERARCHY_UNKNOWN, method, missing.get(0) + " is missing");
    }
    List<String> below = Stepping.otherTargets(half, method);
    if (!below.isEmpty()) {
      fail(Kind.OVERRIDDEN, method, what + " and overridden in " + below.get(0));
    }
    for (ClassNode other : world.own()) {
      if (meets(world, other, owner, node)) {
        fail(Kind.OVERRIDES, method, what + " and could meet the one of " + other.name);
        return;
      }
    }
  }

  private static boolean isInherited(ClassNode above, MethodNode node) {
    MethodNode found = ClassWorld.declared(above, node.name, node.desc);
    return found != null && (found.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == 0;
  }

  /**
   * Whether a subclass of the owner may inherit the same signature from another type too: from an
   * interface of the tree (such a class need not name the method, so it may not have been scanned),
   * or from any supertype of a scanned class.
   */
  private boolean meets(ClassWorld world, ClassNode other, ClassNode owner, MethodNode node) {
    boolean closed = (owner.access & Opcodes.ACC_FINAL) != 0;
    if (other == owner || closed) {
      return false;
    }
    if ((isInterface(other) || isInterface(owner))
        && isInherited(other, node)
        && !world.isSubtype(other.name, owner.name)
        && existsInBoth(other)) {
      return true;
    }
    return inheritsToo(world, other, owner, node);
  }

  /** Whether a subclass of the owner also inherits a method of the signature from another type. */
  private boolean inheritsToo(ClassWorld world, ClassNode other, ClassNode owner, MethodNode node) {
    return world.isSubtype(other.name, owner.name)
        && existsInBoth(other)
        && world.above(other.name).stream()
            .filter(above -> above != owner && !world.isSubtype(owner.name, above.name))
            .filter(above -> !world.isSubtype(above.name, owner.name))
            .anyMatch(above -> isInherited(above, node));
  }

  private boolean existsInBoth(ClassNode node) {
    return before.world().find(node.name) != null && after.world().find(node.name) != null;
  }

  private void openWorld(boolean old, Method method) {
    if (!isOverridableOutside(method)) {
      return;
    }
    if (old) {
      fail(Kind.OPEN_WORLD, method, "removed; a class outside the tree could override it");
    } else {
      assumptions.add(Assumptions.ofNewMethod(method.id()));
    }
  }

  private static boolean isOverridableOutside(Method method) {
    ClassNode owner = method.owner();
    boolean visible =
        method.is(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)
            && (owner.access & Opcodes.ACC_PUBLIC) != 0
            && !LocalClassNames.isNumbered(owner);
    if (!visible || !Stepping.isOverridable(method)) {
      return false;
    }
    return (owner.access & Opcodes.ACC_INTERFACE) != 0
        || owner.methods.stream()
            .filter(one -> one.name.equals("<init>"))
            .anyMatch(one -> (one.access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0);
  }

  /**
   * Whether a pair is acceptable apart from its proof: if the methods belong to different classes,
   * or only one is static, neither may be synchronized.
   */
  static boolean allows(Pair pair) {
    Method old = pair.before();
    Method now = pair.after();
    boolean sameClass = old.owner().name.equals(now.owner().name);
    boolean locks = old.is(Opcodes.ACC_SYNCHRONIZED) || now.is(Opcodes.ACC_SYNCHRONIZED);
    boolean sameKind = old.is(Opcodes.ACC_STATIC) == now.is(Opcodes.ACC_STATIC);
    return !locks || sameClass && sameKind;
  }

  /**
   * Checks whether other objects than before now initialise an interface whose initialiser has an
   * effect. Objects of implementing classes, and lambdas, initialise it only if it has methods with
   * code.
   */
  void initialisation(ClassNode old, ClassNode now) {
    boolean seen =
        !Initialisers.isTrivial(before.world(), old) || !Initialisers.isTrivial(after.world(), now);
    if (isInterface(old)
        && ClassWorld.hasObjectsCode(old) != ClassWorld.hasObjectsCode(now)
        && seen) {
      fail(
          Kind.STATIC_INITIALISER,
          old.name,
          "with or without a method that has code, its objects initialise it or do not");
    }
  }

  /**
   * Checks whether a top-level class switches over other enums whose initialisation other code can
   * notice.
   */
  void switches(ClassNode old, ClassNode now) {
    if (!SwitchedEnums.seen(before.world(), old).equals(SwitchedEnums.seen(after.world(), now))) {
      fail(
          Kind.STATIC_INITIALISER,
          old.name,
          "switches over another enum, which compilers initialise at other moments");
    }
  }

  /** Checks whether one version could fail to read a stream that the other version wrote. */
  void serialForm(ClassNode old, ClassNode now) {
    boolean serializable = before.world().isSubtype(old.name, "java/io/Serializable");
    boolean declared = old.fields.stream().anyMatch(f -> f.name.equals("serialVersionUID"));
    boolean isEnum = (old.access & Opcodes.ACC_ENUM) != 0;
    boolean isRecord = "java/lang/Record".equals(old.superName);
    if (serializable
        && !declared
        && !isEnum
        && !isRecord
        && !SerialForm.of(before.world(), old).equals(SerialForm.of(after.world(), now))) {
      fail(Kind.SERIAL_FORM, old.name, "its default serialVersionUID changes");
    }
  }
}
