package org.refverify.fuzzer.mutation;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.fuzzer.entry.ClassSet;

/**
 * Decides whether calling a method twice in a row has another effect than calling it once. Checks
 * and plain setters have none. The code of the method and of its callees decides.
 */
final class SideEffects {
  private static final Pattern QUESTION =
      Pattern.compile(
          "is|has|exists|to[A-Z]|equals|hashCode|length|size|charAt|contains|indexOf|lastIndexOf"
              + "|compare|valueOf|format|name|starts|ends|get[A-Z]|not[A-Z]|test|substring|copyOf");
  private static final int DEPTH = 6;

  /** Methods that create a new object, or that by contract have an effect only once. */
  private static final Set<String> ONCE =
      new HashSet<String>(Arrays.asList("<init>", "close", "flush", "clear", "sort", "fill"));

  private final ClassSet classes;
  private final Set<String> open = new HashSet<String>();

  SideEffects(ClassSet classes) {
    this.classes = classes;
  }

  /** Whether a second call has another effect. Code that cannot be read counts as changing. */
  boolean of(MethodInsnNode call) {
    return of(call, DEPTH);
  }

  private boolean of(MethodInsnNode call, int depth) {
    if (isKnownToCheck(call) || isNamedAsQuestion(call)) {
      return false;
    }
    MethodNode method = declared(call);
    String name = call.owner + "." + call.name + call.desc;
    if (method == null || depth == 0) {
      return true;
    }
    if (!open.add(name)) {
      return false;
    }
    boolean changes = changes(method, depth);
    open.remove(name);
    return changes;
  }

  private static boolean isKnownToCheck(MethodInsnNode call) {
    return ONCE.contains(call.name)
        || call.owner.equals("java/util/Objects")
        || call.owner.equals("java/lang/Math")
        || call.owner.equals("java/lang/String")
        || call.name.equals("getClass") && call.desc.equals("()Ljava/lang/Class;");
  }

  /** Whether a method of the platform is a query by its name and result. */
  private static boolean isNamedAsQuestion(MethodInsnNode call) {
    return call.owner.startsWith("java/")
        && !call.desc.endsWith(")V")
        && QUESTION.matcher(call.name).lookingAt();
  }

  private MethodNode declared(MethodInsnNode call) {
    ClassNode owner = classes.node(call.owner.replace('/', '.'));
    while (owner != null) {
      for (MethodNode method : owner.methods) {
        boolean code = (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
        if (code && method.name.equals(call.name) && method.desc.equals(call.desc)) {
          return method;
        }
      }
      owner = owner.superName == null ? null : classes.node(owner.superName.replace('/', '.'));
    }
    return null;
  }

  /** Whether the method also reads the field that it writes. */
  private static boolean isCounted(MethodNode method, FieldInsnNode written) {
    int opcode = written.getOpcode();
    if (opcode != Opcodes.PUTFIELD && opcode != Opcodes.PUTSTATIC) {
      return false;
    }
    for (AbstractInsnNode at : method.instructions.toArray()) {
      boolean read = at.getOpcode() == Opcodes.GETFIELD || at.getOpcode() == Opcodes.GETSTATIC;
      if (read && ((FieldInsnNode) at).name.equals(written.name)) {
        return true;
      }
    }
    return false;
  }

  private boolean changes(MethodNode method, int depth) {
    for (AbstractInsnNode at : method.instructions.toArray()) {
      int opcode = at.getOpcode();
      if (at instanceof FieldInsnNode && isCounted(method, (FieldInsnNode) at)
          || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE
          || at instanceof MethodInsnNode && of((MethodInsnNode) at, depth - 1)) {
        return true;
      }
    }
    return false;
  }
}
