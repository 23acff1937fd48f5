package org.refverify.fuzzer.entry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A method's instructions as comparable words: local variables numbered in order of appearance, no
 * debug information, names converted to those of the new version, and compiler-generated methods
 * (lambda bodies, accessors) inlined where they are used.
 */
final class Code {
  /** The instructions, without the targets of jumps. */
  final List<String> words = new ArrayList<String>();

  /** Source line of each instruction; 0 without debug information. */
  final List<Integer> lines = new ArrayList<Integer>();

  /** Targets of jumps and ranges of handlers. */
  final StringBuilder flow = new StringBuilder();

  private final ClassNode owner;
  private final Renames renames;
  private final Set<String> written = new HashSet<String>();

  /** Reads a method; the renames lead from this version to the new one. */
  Code(ClassNode owner, MethodNode method, Renames renames) {
    this.owner = owner;
    this.renames = renames;
    int flags = Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_ABSTRACT;
    flow.append(method.access & flags);
    write(method);
  }

  /** Whether two methods have equal instructions. */
  boolean sameAs(Code other) {
    return words.equals(other.words) && flow.toString().contentEquals(other.flow);
  }

  /** Whether the compiler generated this method for the code of another one. */
  static boolean isInlined(MethodNode method) {
    return (method.access & Opcodes.ACC_SYNTHETIC) != 0
        && (method.name.startsWith("lambda$") || method.name.startsWith("access$"));
  }

  private void write(MethodNode method) {
    Map<LabelNode, Integer> positions = positions(method);
    Map<Integer, Integer> slots = new HashMap<Integer, Integer>();
    int parameters = Type.getArgumentsAndReturnSizes(method.desc) >> 2;
    int line = 0;
    for (AbstractInsnNode at = method.instructions.getFirst(); at != null; at = at.getNext()) {
      if (at instanceof LineNumberNode) {
        line = ((LineNumberNode) at).line;
      }
      if (at.getOpcode() >= 0) {
        lines.add(line);
        words.add(word(at, slots, parameters));
        addFlow(at, positions);
        inline(at);
      }
    }
    for (TryCatchBlockNode block : method.tryCatchBlocks) {
      flow.append(" try ").append(positions.get(block.start)).append('-');
      flow.append(positions.get(block.end)).append('>').append(positions.get(block.handler));
      flow.append(block.type == null ? "" : renames.internalName(block.type));
    }
  }

  private static Map<LabelNode, Integer> positions(MethodNode method) {
    Map<LabelNode, Integer> positions = new IdentityHashMap<LabelNode, Integer>();
    int position = 0;
    for (AbstractInsnNode at = method.instructions.getFirst(); at != null; at = at.getNext()) {
      if (at instanceof LabelNode) {
        positions.put((LabelNode) at, position);
      } else if (at.getOpcode() >= 0) {
        position++;
      }
    }
    return positions;
  }

  private void addFlow(AbstractInsnNode at, Map<LabelNode, Integer> positions) {
    if (at instanceof JumpInsnNode) {
      flow.append(' ').append(positions.get(((JumpInsnNode) at).label));
    } else if (at instanceof TableSwitchInsnNode) {
      TableSwitchInsnNode table = (TableSwitchInsnNode) at;
      addTargets(table.labels, table.dflt, positions);
    } else if (at instanceof LookupSwitchInsnNode) {
      LookupSwitchInsnNode lookup = (LookupSwitchInsnNode) at;
      addTargets(lookup.labels, lookup.dflt, positions);
    }
  }

  private void addTargets(
      List<LabelNode> labels, LabelNode otherwise, Map<LabelNode, Integer> positions) {
    for (LabelNode label : labels) {
      flow.append(' ').append(positions.get(label));
    }
    flow.append(" else ").append(positions.get(otherwise));
  }

  private String word(AbstractInsnNode at, Map<Integer, Integer> slots, int parameters) {
    String code = String.valueOf(at.getOpcode());
    if (at instanceof VarInsnNode) {
      return code + " " + slot(((VarInsnNode) at).var, slots, parameters);
    }
    if (at instanceof IincInsnNode) {
      IincInsnNode increment = (IincInsnNode) at;
      return code + " " + slot(increment.var, slots, parameters) + " " + increment.incr;
    }
    if (at instanceof IntInsnNode) {
      return code + " " + ((IntInsnNode) at).operand;
    }
    if (at instanceof TypeInsnNode) {
      return code + " " + type(((TypeInsnNode) at).desc);
    }
    if (at instanceof MultiANewArrayInsnNode) {
      MultiANewArrayInsnNode array = (MultiANewArrayInsnNode) at;
      return code + " " + renames.descriptor(array.desc) + " " + array.dims;
    }
    if (at instanceof LdcInsnNode) {
      return code + " " + constant(((LdcInsnNode) at).cst);
    }
    return member(at, code);
  }

  private String member(AbstractInsnNode at, String code) {
    if (at instanceof FieldInsnNode) {
      FieldInsnNode field = (FieldInsnNode) at;
      return code + " " + type(field.owner) + "." + field.name + renames.descriptor(field.desc);
    }
    if (at instanceof MethodInsnNode) {
      MethodInsnNode call = (MethodInsnNode) at;
      return code + " " + method(call.owner, call.name, call.desc);
    }
    if (at instanceof InvokeDynamicInsnNode) {
      InvokeDynamicInsnNode dynamic = (InvokeDynamicInsnNode) at;
      StringBuilder text = new StringBuilder(code + " " + dynamic.name);
      text.append(renames.descriptor(dynamic.desc)).append(handle(dynamic.bsm));
      for (Object argument : dynamic.bsmArgs) {
        text.append(' ').append(constant(argument));
      }
      return text.toString();
    }
    if (at instanceof TableSwitchInsnNode) {
      TableSwitchInsnNode table = (TableSwitchInsnNode) at;
      return code + " " + table.min + ".." + table.max;
    }
    return at instanceof LookupSwitchInsnNode
        ? code + " " + ((LookupSwitchInsnNode) at).keys
        : code;
  }

  private static String slot(int slot, Map<Integer, Integer> slots, int parameters) {
    if (slot < parameters) {
      return "p" + slot;
    }
    if (!slots.containsKey(slot)) {
      slots.put(slot, slots.size());
    }
    return "v" + slots.get(slot);
  }

  private String type(String internalNameOrArray) {
    return internalNameOrArray.startsWith("[")
        ? renames.descriptor(internalNameOrArray)
        : renames.internalName(internalNameOrArray);
  }

  private String method(String ownerName, String name, String descriptor) {
    if (ownerName.equals(owner.name) && isInlinedName(name)) {
      return "inlined";
    }
    if (ownerName.startsWith("[")) {
      return type(ownerName) + "#" + name + renames.descriptor(descriptor);
    }
    return renames.method(new MethodName(ownerName.replace('/', '.'), name, descriptor)).toString();
  }

  private static boolean isInlinedName(String name) {
    return name.startsWith("lambda$") || name.startsWith("access$");
  }

  private String constant(Object value) {
    if (value instanceof Type) {
      return "type " + renames.descriptor(((Type) value).getDescriptor());
    }
    if (value instanceof Handle) {
      return handle((Handle) value);
    }
    if (value instanceof ConstantDynamic) {
      ConstantDynamic dynamic = (ConstantDynamic) value;
      return "dynamic " + dynamic.getName() + renames.descriptor(dynamic.getDescriptor());
    }
    return value.getClass().getSimpleName() + " " + value;
  }

  private String handle(Handle handle) {
    return handle.getTag() + method(handle.getOwner(), handle.getName(), handle.getDesc());
  }

  /** Inlines a lambda's body or an accessor where it is used. */
  private void inline(AbstractInsnNode at) {
    if (at instanceof InvokeDynamicInsnNode) {
      for (Object argument : ((InvokeDynamicInsnNode) at).bsmArgs) {
        if (argument instanceof Handle) {
          Handle handle = (Handle) argument;
          inline(handle.getOwner(), handle.getName(), handle.getDesc());
        }
      }
    } else if (at instanceof MethodInsnNode) {
      MethodInsnNode call = (MethodInsnNode) at;
      inline(call.owner, call.name, call.desc);
    }
  }

  private void inline(String ownerName, String name, String descriptor) {
    if (!ownerName.equals(owner.name) || !isInlinedName(name) || !written.add(name + descriptor)) {
      return;
    }
    for (MethodNode method : owner.methods) {
      if (method.name.equals(name) && method.desc.equals(descriptor) && isInlined(method)) {
        flow.append(" (");
        write(method);
        flow.append(')');
      }
    }
  }
}
