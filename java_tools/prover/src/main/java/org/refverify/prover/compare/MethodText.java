package org.refverify.prover.compare;

import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.refverify.prover.lockstep.Calls;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.world.ClassWorld;
import org.refverify.prover.world.Method;

/**
 * A method's code as text without line numbers: members by their declaring class, bodies of lambdas
 * inline. Two methods with equal texts do the same if the methods that they call do.
 */
final class MethodText {
  private static final int DEPTH = 6;

  private final ClassWorld world;
  private final Set<MethodId> moved;
  private final StringBuilder text = new StringBuilder();
  private boolean certain = true;

  private MethodText(ClassWorld world, Set<MethodId> moved) {
    this.world = world;
    this.moved = moved;
  }

  /**
   * The text; null if equal texts would not be enough because the code names a moved, added or
   * removed method, or a computed constant.
   */
  static String of(ClassWorld world, Method method, Set<MethodId> moved) {
    MethodText text = new MethodText(world, moved);
    text.add(method, 0);
    return text.certain ? text.text.toString() : null;
  }

  private void add(Method method, int depth) {
    certain &= depth < DEPTH && !method.isUnresolved();
    if (!certain) {
      return;
    }
    text.append(method.node().desc).append('{');
    for (int i = 0; i < method.length(); i++) {
      instruction(method, method.at(i), depth);
    }
    for (Method.Handler handler : method.handlers()) {
      text.append("try ").append(place(method, handler.from())).append(' ');
      text.append(place(method, handler.to())).append(' ');
      text.append(place(method, handler.target())).append(' ').append(handler.type()).append('\n');
    }
    text.append('}');
  }

  /** Number of real instructions before an index. */
  private static int place(Method method, int index) {
    int count = 0;
    for (int i = 0; i < index; i++) {
      count += method.at(i).getOpcode() >= 0 ? 1 : 0;
    }
    return count;
  }

  private static int place(Method method, LabelNode label) {
    return place(method, method.index(label));
  }

  private void instruction(Method method, AbstractInsnNode instruction, int depth) {
    if (instruction instanceof LabelNode
        || instruction instanceof LineNumberNode
        || instruction instanceof FrameNode) {
      return;
    }
    text.append(instruction.getOpcode()).append(' ');
    if (instruction instanceof VarInsnNode load) {
      text.append(load.var);
    } else if (instruction instanceof IntInsnNode constant) {
      text.append(constant.operand);
    } else if (instruction instanceof TypeInsnNode type) {
      text.append(type.desc);
    } else if (instruction instanceof IincInsnNode step) {
      text.append(step.var).append(' ').append(step.incr);
    } else if (instruction instanceof MultiANewArrayInsnNode array) {
      text.append(array.desc).append(' ').append(array.dims);
    } else if (instruction instanceof FieldInsnNode access) {
      field(access);
    } else if (instruction instanceof MethodInsnNode call) {
      call(method, call);
    } else if (instruction instanceof LdcInsnNode constant) {
      constant(constant.cst, depth);
    } else if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      dynamic(dynamic, depth);
    } else if (instruction instanceof InsnNode) {
      text.append('-');
    } else {
      branch(method, instruction);
    }
    text.append('\n');
  }

  private void branch(Method method, AbstractInsnNode instruction) {
    if (instruction instanceof JumpInsnNode jump) {
      text.append(place(method, jump.label));
    } else if (instruction instanceof TableSwitchInsnNode table) {
      text.append(table.min).append(' ').append(place(method, table.dflt));
      table.labels.forEach(label -> text.append(' ').append(place(method, label)));
    } else if (instruction instanceof LookupSwitchInsnNode lookup) {
      text.append(lookup.keys).append(' ').append(place(method, lookup.dflt));
      lookup.labels.forEach(label -> text.append(' ').append(place(method, label)));
    } else {
      certain = false;
    }
  }

  private void field(FieldInsnNode access) {
    ClassWorld.DeclaredField field = world.field(access.owner, access.name, access.desc);
    // The named class is kept too, because naming it may initialise it.
    text.append(access.owner).append(' ');
    text.append(field == null ? "?" : field.owner().name).append('.');
    text.append(access.name).append(access.desc);
  }

  private void call(Method method, MethodInsnNode call) {
    ClassWorld.DeclaredMethod found = Calls.resolve(world, method.owner(), call);
    Method code = world.code(found);
    certain &= found == null || !moved.contains(found.id());
    certain &= code == null || !code.isLambdaBody();
    text.append(call.itf).append(' ').append(call.owner).append(' ');
    text.append(found == null ? "?" : found.owner().name).append('.');
    text.append(call.name).append(call.desc);
  }

  private void constant(Object constant, int depth) {
    if (constant instanceof Handle handle) {
      handle(handle, depth);
    } else {
      certain &= !(constant instanceof ConstantDynamic);
      text.append(ConstantText.of(constant));
    }
  }

  private void handle(Handle handle, int depth) {
    ClassWorld.DeclaredMethod found =
        world.resolve(handle.getOwner(), handle.getName(), handle.getDesc());
    Method code = world.code(found);
    text.append(handle.getTag()).append(' ');
    if (code != null && code.isLambdaBody()) {
      add(code, depth + 1);
      return;
    }
    certain &= found == null || !moved.contains(found.id());
    text.append(found == null ? "?" : found.owner().name).append(' ').append(handle);
  }

  private void dynamic(InvokeDynamicInsnNode dynamic, int depth) {
    text.append(dynamic.name).append(dynamic.desc).append(dynamic.bsm);
    for (Object argument : dynamic.bsmArgs) {
      text.append(' ');
      constant(argument, depth);
    }
  }
}
