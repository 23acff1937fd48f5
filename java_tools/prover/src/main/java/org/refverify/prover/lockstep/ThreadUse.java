package org.refverify.prover.lockstep;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/**
 * Decides whether code leads to a method of {@link ThreadCalls}, so that code of other threads may
 * run before it ends. The search follows calls, lambdas and initialisers, and every method through
 * which the tree's own code or a library can call an object that the code creates. It rather finds
 * too much than too little, except for code that only a library runs. If the search would take too
 * long, the answer is yes.
 */
final class ThreadUse {
  /** The greatest number of methods to search. */
  private static final int MOST = 300;

  private final ClassWorld world;
  private final Set<Method> reached = new HashSet<>();
  private final Deque<Method> open = new ArrayDeque<>();
  private final Set<String> made = new LinkedHashSet<>();
  private final Set<String> called = new HashSet<>();
  private final Map<String, Boolean> ofThreads = new HashMap<>();
  private final Map<String, List<ClassNode>> families = new HashMap<>();

  private ThreadUse(ClassWorld world) {
    this.world = world;
  }

  /** Whether threads are used while a class and its supertypes are initialised. */
  static boolean inInitialisation(ClassWorld world, String type) {
    ThreadUse search = new ThreadUse(world);
    search.initialise(type);
    return search.leadsToThreads();
  }

  /**
   * Whether threads are used while the constructor of a class runs, for an object of the class or
   * of any subclass.
   */
  static boolean inConstruction(ClassWorld world, ClassNode node) {
    ThreadUse search = new ThreadUse(world);
    search.make(node.name);
    world.own().stream()
        .filter(below -> world.isSubclass(below.name, node.name))
        .forEach(below -> search.make(below.name));
    node.methods.stream()
        .filter(method -> method.name.equals("<init>"))
        .forEach(method -> search.reach(node, method));
    return search.leadsToThreads();
  }

  private boolean leadsToThreads() {
    while (!open.isEmpty()) {
      Method next = open.pop();
      if (reached.size() > MOST
          || next.isUnresolved()
          || Arrays.stream(next.node().instructions.toArray())
              .anyMatch(instruction -> isThreadCall(next.owner(), instruction))) {
        return true;
      }
    }
    return false;
  }

  /** Whether an instruction is such a call; if not, the code that it leads to is searched later. */
  private boolean isThreadCall(ClassNode caller, AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call) {
      boolean isVirtual =
          call.getOpcode() == Opcodes.INVOKEVIRTUAL || call.getOpcode() == Opcodes.INVOKEINTERFACE;
      return isThreadCall(
          Calls.resolve(world, caller, call), call.owner, call.name, call.desc, isVirtual);
    }
    if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      return Arrays.stream(dynamic.bsmArgs)
          .filter(Handle.class::isInstance)
          .anyMatch(handle -> isThreadCall((Handle) handle));
    }
    if (instruction.getOpcode() == Opcodes.NEW) {
      initialise(((TypeInsnNode) instruction).desc);
      make(((TypeInsnNode) instruction).desc);
    }
    boolean isStatic =
        instruction.getOpcode() == Opcodes.GETSTATIC
            || instruction.getOpcode() == Opcodes.PUTSTATIC;
    if (isStatic) {
      FieldInsnNode access = (FieldInsnNode) instruction;
      ClassWorld.DeclaredField field = world.field(access.owner, access.name, access.desc);
      initialise(field == null ? access.owner : field.owner().name);
    }
    return false;
  }

  private boolean isThreadCall(Handle handle) {
    if (handle.getTag() <= Opcodes.H_PUTSTATIC) {
      return false;
    }
    if (handle.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
      initialise(handle.getOwner());
      make(handle.getOwner());
    }
    boolean isVirtual =
        handle.getTag() == Opcodes.H_INVOKEVIRTUAL || handle.getTag() == Opcodes.H_INVOKEINTERFACE;
    return isThreadCall(
        world.resolve(handle.getOwner(), handle.getName(), handle.getDesc()),
        handle.getOwner(),
        handle.getName(),
        handle.getDesc(),
        isVirtual);
  }

  private boolean isThreadCall(
      ClassWorld.DeclaredMethod found,
      String named,
      String name,
      String descriptor,
      boolean isVirtual) {
    String owner = found == null ? named : found.owner().name;
    if (isOfThreads(owner, name)) {
      return true;
    }
    if (found != null) {
      if (found.is(Opcodes.ACC_STATIC)) {
        initialise(owner);
      }
      reach(found.owner(), found.method());
    }
    if (isVirtual && called.add(owner + " " + name + descriptor)) {
      called.add(name + descriptor);
      made.forEach(this::reachCalled);
      reachBelow(owner, name, descriptor);
    }
    return false;
  }

  /** Whether a method uses threads; for a method of the tree, its code is searched instead. */
  private boolean isOfThreads(String owner, String name) {
    return ofThreads.computeIfAbsent(
        owner + " " + name,
        key -> world.inTree(owner) == null && ThreadCalls.has(world, owner, name));
  }

  /**
   * Searches the overrides in subclasses too, because objects of the tree's classes may come from
   * code that was not followed.
   */
  private void reachBelow(String owner, String name, String descriptor) {
    if (world.inTree(owner) == null) {
      return;
    }
    for (ClassNode below : world.own()) {
      MethodNode method = ClassWorld.declared(below, name, descriptor);
      if (method != null && world.isSubtype(below.name, owner)) {
        reach(below, method);
      }
    }
  }

  private void reach(ClassNode owner, MethodNode node) {
    if (world.inTree(owner.name) != owner) {
      return;
    }
    Method method = world.method(owner, node);
    if (reached.add(method)) {
      open.push(method);
    }
  }

  private void initialise(String name) {
    for (ClassNode node : withAbove(name)) {
      MethodNode initialiser = ClassWorld.declared(node, "<clinit>", "()V");
      if (initialiser != null) {
        reach(node, initialiser);
      }
    }
  }

  private List<ClassNode> withAbove(String name) {
    return families.computeIfAbsent(name, this::family);
  }

  private List<ClassNode> family(String name) {
    ClassNode node = world.inTree(name);
    return node == null
        ? List.of()
        : Stream.concat(Stream.of(node), world.above(name).stream()).toList();
  }

  private void make(String name) {
    if (made.add(name)) {
      reachCalled(name);
    }
  }

  /**
   * Searches the methods of an object that may be called: by a name that was called, or by a
   * library.
   */
  private void reachCalled(String name) {
    List<ClassNode> all = withAbove(name);
    for (ClassNode node : all) {
      for (MethodNode method : node.methods) {
        if (called.contains(method.name + method.desc) || isOfLibrary(all, method)) {
          reach(node, method);
        }
      }
    }
  }

  private boolean isOfLibrary(List<ClassNode> all, MethodNode method) {
    return !method.name.startsWith("<")
        && all.stream()
            .filter(node -> world.inTree(node.name) == null)
            .anyMatch(node -> ClassWorld.declared(node, method.name, method.desc) != null);
  }
}
