package org.refverify.fuzzer.entry;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The possible calls among one version's own methods: calls with all overrides in subclasses,
 * references and lambdas, and static initialisers of used classes. Code that creates an object of a
 * class that cannot be named also leads to the methods of that class. All external code that
 * receives an object may call a method that overrides an external one in one version only.
 */
final class CallGraph {
  private final ClassSet set;
  private final Hierarchy hierarchy;
  private final PlatformOverrides overrides;
  private final Map<MethodName, SortedSet<MethodName>> callers =
      new HashMap<MethodName, SortedSet<MethodName>>();

  CallGraph(ClassSet set, Hierarchy hierarchy, PlatformOverrides overrides) {
    this.set = set;
    this.hierarchy = hierarchy;
    this.overrides = overrides;
    for (String owner : set.names()) {
      for (MethodNode method : set.node(owner).methods) {
        addCalls(new MethodName(owner, method.name, method.desc), method);
      }
    }
  }

  /** The number of calls on the shortest path to the method, for all methods that reach it. */
  SortedMap<MethodName, Integer> distances(MethodName target) {
    SortedMap<MethodName, Integer> distances = new TreeMap<MethodName, Integer>();
    Deque<MethodName> open = new ArrayDeque<MethodName>();
    distances.put(target, 0);
    open.add(target);
    while (!open.isEmpty()) {
      MethodName at = open.remove();
      SortedSet<MethodName> before = callers.get(at);
      if (before != null) {
        for (MethodName caller : before) {
          if (!distances.containsKey(caller)) {
            distances.put(caller, distances.get(at) + 1);
            open.add(caller);
          }
        }
      }
    }
    return distances;
  }

  private void addCalls(MethodName caller, MethodNode method) {
    for (AbstractInsnNode at = method.instructions.getFirst(); at != null; at = at.getNext()) {
      if (at instanceof MethodInsnNode) {
        MethodInsnNode call = (MethodInsnNode) at;
        addCall(caller, call.owner, call.name, call.desc, isVirtual(call.getOpcode()));
      } else if (at instanceof InvokeDynamicInsnNode) {
        addForeign(caller, "", "", ((InvokeDynamicInsnNode) at).desc, false);
        for (Object argument : ((InvokeDynamicInsnNode) at).bsmArgs) {
          if (argument instanceof Handle) {
            Handle handle = (Handle) argument;
            addCall(caller, handle.getOwner(), handle.getName(), handle.getDesc(), true);
          }
        }
      } else if (at instanceof FieldInsnNode) {
        addInitialiser(caller, ((FieldInsnNode) at).owner.replace('/', '.'));
      }
    }
    addInitialiser(caller, caller.owner);
  }

  private static boolean isVirtual(int opcode) {
    return opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
  }

  private void addCall(
      MethodName caller, String internalOwner, String name, String descriptor, boolean virtual) {
    if (internalOwner.startsWith("[")) {
      return;
    }
    String owner = internalOwner.replace('/', '.');
    addForeign(caller, owner, name, descriptor, virtual);
    add(caller, hierarchy.resolve(owner, name, descriptor));
    addInitialiser(caller, owner);
    if (name.equals("<init>")) {
      addMethodsOfUnnameable(caller, owner);
    } else if (virtual && !owner.equals("java.lang.Object")) {
      addOverrides(caller, owner, name, descriptor, hierarchy.below(owner));
    }
  }

  private void addOverrides(
      MethodName caller, String owner, String name, String descriptor, Collection<String> below) {
    for (String subclass : below) {
      if (hierarchy.declared(subclass, name, descriptor) != null) {
        add(caller, new MethodName(subclass, name, descriptor));
      } else if (!set.owns(owner) && hierarchy.isConcrete(subclass)) {
        add(caller, hierarchy.resolve(subclass, name, descriptor));
      }
    }
  }

  private void addForeign(
      MethodName caller, String owner, String name, String descriptor, boolean virtual) {
    for (MethodName method : overrides.behind(set, owner, name, descriptor, virtual)) {
      add(caller, method);
    }
  }

  /**
   * Adds the methods of a class that cannot be named: code that creates such an object gives its
   * methods to other code.
   */
  private void addMethodsOfUnnameable(MethodName caller, String owner) {
    ClassNode node = set.node(owner);
    if (node == null || hierarchy.isAccessible(owner) || owner.equals(caller.owner)) {
      return;
    }
    for (MethodNode method : node.methods) {
      if ((method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0) {
        add(caller, new MethodName(owner, method.name, method.desc));
      }
    }
  }

  private void addInitialiser(MethodName caller, String owner) {
    boolean itself = caller.owner.equals(owner) && caller.name.equals("<clinit>");
    if (set.owns(owner) && !itself) {
      add(caller, new MethodName(owner, "<clinit>", "()V"));
    }
  }

  private void add(MethodName caller, MethodName callee) {
    if (callee == null) {
      return;
    }
    SortedSet<MethodName> known = callers.get(callee);
    if (known == null) {
      known = new TreeSet<MethodName>();
      callers.put(callee, known);
    }
    known.add(caller);
  }
}
