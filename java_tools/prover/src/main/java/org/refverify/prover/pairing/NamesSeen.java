package org.refverify.prover.pairing;

import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.world.ClassWorld;

/** Whether a version's own code may look at the name of some class, or make a text of an object. */
final class NamesSeen {
  private static final Set<String> ASK_FOR_NAMES =
      Set.of(
          "getName",
          "getSimpleName",
          "getTypeName",
          "getCanonicalName",
          "getPackage",
          "getPackageName",
          "getResource",
          "getResourceAsStream",
          "toString",
          "toGenericString",
          "forName",
          "descriptorString");

  private static final Set<String> MAKE_TEXTS =
      Set.of(
          "java/lang/String",
          "java/lang/StringBuilder",
          "java/lang/StringBuffer",
          "java/io/PrintStream",
          "java/io/PrintWriter",
          "java/util/Formatter",
          "java/util/Objects");

  private NamesSeen() {}

  static boolean in(ClassWorld world) {
    for (ClassNode node : world.own()) {
      for (MethodNode method : node.methods) {
        for (AbstractInsnNode instruction : method.instructions) {
          boolean seen =
              instruction instanceof MethodInsnNode call && isSeen(call)
                  || instruction instanceof InvokeDynamicInsnNode join && isSeen(join);
          if (seen) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean isSeen(MethodInsnNode call) {
    boolean asked = call.owner.equals("java/lang/Class") && ASK_FOR_NAMES.contains(call.name);
    boolean ofObject = call.owner.equals("java/lang/Object") && call.name.equals("toString");
    boolean text =
        MAKE_TEXTS.contains(call.owner)
            && !call.name.equals("equals")
            && call.desc.contains("Ljava/lang/Object;");
    return asked || ofObject || text;
  }

  private static boolean isSeen(InvokeDynamicInsnNode join) {
    if (!join.bsm.getName().startsWith("makeConcat")) {
      return false;
    }
    for (Type type : Type.getArgumentTypes(join.desc)) {
      boolean plain =
          type.getSort() < Type.ARRAY || type.getDescriptor().equals("Ljava/lang/String;");
      if (!plain) {
        return true;
      }
    }
    return false;
  }
}
