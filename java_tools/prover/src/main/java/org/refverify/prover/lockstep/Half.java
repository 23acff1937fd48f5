package org.refverify.prover.lockstep;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.refverify.prover.symbol.FieldRef;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/** One version in a run: its world, the methods that are stepped into, and its halves of pairs. */
public final class Half {
  private static final String READ = "(Ljava/io/ObjectInputStream;)V";

  private final ClassWorld world;
  private final ClassWorld other;
  private final Set<MethodId> helpers = new HashSet<>();
  private final Map<MethodId, Pair> pairs = new HashMap<>();
  private final Map<String, Boolean> quiet = new HashMap<>();
  private final Map<String, Boolean> threadsOfInitialisers = new HashMap<>();
  private final Map<String, Boolean> threadsOfConstructors = new HashMap<>();
  private final Set<MethodId> stepped = new TreeSet<>();
  private Set<String> made;

  public Half(ClassWorld world, ClassWorld other) {
    this.world = world;
    this.other = other;
  }

  public ClassWorld world() {
    return world;
  }

  /** The other version's world. */
  public ClassWorld other() {
    return other;
  }

  /** Methods that only this version has and that proofs step into. */
  public Set<MethodId> helpers() {
    return helpers;
  }

  /** Methods whose counterpart in the other version is another method. */
  public Map<MethodId, Pair> pairs() {
    return pairs;
  }

  /** Methods into which proofs have stepped since the last clearing. */
  public Set<MethodId> stepped() {
    return stepped;
  }

  /** Whether no code can notice the initialisation of the class itself, without its supertypes. */
  boolean isQuiet(ClassNode node) {
    return quiet.computeIfAbsent(node.name, name -> Initialisers.isQuiet(world, node));
  }

  /**
   * Whether no code can notice the initialisation of a class and of the classes that are
   * initialised before it.
   */
  boolean isUnseen(ClassNode node) {
    return isQuiet(node) && world.initialisedBefore(node).stream().allMatch(this::isQuiet);
  }

  /**
   * The class whose initialisation a call of the method waits for if another thread runs it,
   * provided that the class's code shows that other threads may run meanwhile; null if there is
   * none.
   */
  ClassNode awaitedBy(Method method) {
    boolean awaits =
        method.is(Opcodes.ACC_STATIC) && usesThreadsWhenInitialised(method.owner().name);
    return awaits ? method.owner() : null;
  }

  /** Whether a class's code shows that other threads may run while the class is initialised. */
  boolean usesThreadsWhenInitialised(String type) {
    return threadsOfInitialisers.computeIfAbsent(
        type, name -> ThreadUse.inInitialisation(world, name));
  }

  /**
   * Whether a class's code shows that other threads may run before an object's constructor ends.
   */
  private boolean usesThreadsWhenMade(ClassNode node) {
    return world.inTree(node.name) != null
        && threadsOfConstructors.computeIfAbsent(
            node.name, name -> ThreadUse.inConstruction(world, node));
  }

  /** Whether an initialiser or a constructor creates an object of a class, or a lambda of it. */
  boolean isMadeByInitialisers(String type) {
    if (made == null) {
      made = new HashSet<>();
      for (ClassNode node : world.own()) {
        node.methods.stream()
            .filter(method -> method.name.startsWith("<"))
            .forEach(method -> method.instructions.forEach(this::addMade));
      }
    }
    return made.contains(type);
  }

  private void addMade(AbstractInsnNode instruction) {
    if (instruction.getOpcode() == Opcodes.NEW) {
      made.add(((TypeInsnNode) instruction).desc);
    } else if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      made.add(Type.getReturnType(dynamic.desc).getInternalName());
    }
  }

  ClassWorld.DeclaredField field(FieldInsnNode access) {
    return world.field(access.owner, access.name, access.desc);
  }

  FieldRef fieldRef(FieldInsnNode access) {
    ClassWorld.DeclaredField field = field(access);
    String owner = field == null ? access.owner : field.owner().name;
    return new FieldRef(owner, access.name, access.desc);
  }

  /**
   * Whether a field is volatile. Unknown fields count as volatile, so that each read is an event.
   */
  boolean isVolatile(FieldInsnNode access) {
    ClassWorld.DeclaredField field = field(access);
    return field == null || (field.field().access & Opcodes.ACC_VOLATILE) != 0;
  }

  /**
   * Whether the field is final in both versions. {@code System.out} and the like are excluded
   * because they change anyway.
   */
  boolean isFinal(FieldInsnNode access) {
    ClassWorld.DeclaredField field = field(access);
    return isFinalIn(field)
        && isFinalIn(other.field(access.owner, access.name, access.desc))
        && ((field.field().access & Opcodes.ACC_STATIC) != 0
            || !usesThreadsWhenMade(field.owner()));
  }

  /**
   * Whether a field is final. Deserialisation also sets final fields, even while {@code readObject}
   * of the class runs.
   */
  private static boolean isFinalIn(ClassWorld.DeclaredField field) {
    return field != null
        && (field.field().access & Opcodes.ACC_FINAL) != 0
        && !field.owner().name.equals("java/lang/System")
        && ClassWorld.declared(field.owner(), "readObject", READ) == null;
  }
}
