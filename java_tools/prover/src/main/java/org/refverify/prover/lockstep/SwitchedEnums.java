package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.verdict.Reason;
import org.refverify.prover.world.ClassWorld;

/**
 * Switches over enums whose initialisation other code can notice. The language does not say when a
 * switch initialises its enum: the Eclipse compiler does it before the selector; javac 17
 * initialises all enums that one top-level class switches over at the first of its switches; newer
 * versions initialise none. So such a switch is compared only with itself, and a top-level class
 * must keep its set of such enums.
 */
public final class SwitchedEnums {
  /**
   * The start of the name of a method that ECJ generates in each class that switches over an enum;
   * all of them do the same.
   */
  private static final String TABLE = "$SWITCH_TABLE$";

  private static final String SWITCHES = "java/lang/runtime/SwitchBootstraps";

  private SwitchedEnums() {}

  /**
   * Whether a method, or the field that it fills, is the compiler's table of an enum's constants.
   */
  public static boolean isTable(String name, int access) {
    return name.startsWith(TABLE) && (access & Opcodes.ACC_SYNTHETIC) != 0;
  }

  /** Throws a refusal if code of a class cannot be followed into a switch over an enum. */
  static void demandUnseen(ClassWorld world, ClassNode node) {
    Set<String> seen = seen(world, node);
    if (!seen.isEmpty()) {
      String name = seen.iterator().next();
      throw new Refusal(
          Reason.STATIC_INITIALISER,
          "compilers initialise " + name + ", over which the class switches, at other moments");
    }
  }

  /**
   * The enums of the tree, by name, over which a top-level class and its nested classes switch and
   * whose initialisation other code can notice.
   */
  public static Set<String> seen(ClassWorld world, ClassNode node) {
    Set<String> names = new TreeSet<>();
    for (ClassNode each : together(world, node)) {
      for (MethodNode method : each.methods) {
        boolean isTable = isTable(method.name, method.access);
        for (AbstractInsnNode instruction : method.instructions) {
          if (isTable && instruction instanceof MethodInsnNode call && call.name.equals("values")) {
            names.add(call.owner);
          } else if (instruction instanceof InvokeDynamicInsnNode dynamic && isSwitch(dynamic)) {
            names.add(Type.getArgumentTypes(dynamic.desc)[0].getInternalName());
          }
        }
      }
    }
    names.removeIf(name -> !isSeen(world, world.inTree(name)));
    return names;
  }

  /** Whether an instruction selects among the constants of an enum, or among patterns. */
  static boolean isSwitch(InvokeDynamicInsnNode dynamic) {
    return dynamic.bsm.getOwner().equals(SWITCHES);
  }

  private static boolean isSeen(ClassWorld world, ClassNode node) {
    return node != null
        && (node.access & Opcodes.ACC_ENUM) != 0
        && !Initialisers.isTrivial(world, node);
  }

  private static List<ClassNode> together(ClassWorld world, ClassNode node) {
    ClassNode host = node.nestHostClass == null ? node : world.inTree(node.nestHostClass);
    List<ClassNode> all = new ArrayList<>(List.of(host == null ? node : host));
    if (host != null && host.nestMembers != null) {
      host.nestMembers.stream().map(world::inTree).filter(each -> each != null).forEach(all::add);
    }
    return all;
  }
}
