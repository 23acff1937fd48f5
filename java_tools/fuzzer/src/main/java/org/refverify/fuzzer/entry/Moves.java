package org.refverify.fuzzer.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/**
 * Finds methods that moved: through the given renames, or because only one new method matches a
 * removed one.
 */
final class Moves {
  private Moves() {}

  /** Old to new; only pairs whose calls can use the same values. */
  static SortedMap<MethodName, MethodName> of(ClassSet old, ClassSet fresh, Difference difference) {
    SortedMap<MethodName, MethodName> moves = new TreeMap<MethodName, MethodName>();
    for (Map.Entry<MethodName, MethodName> rename : difference.renames.methods.entrySet()) {
      if (fits(old, rename.getKey(), fresh, rename.getValue(), difference.renames)
          && !isSameCall(rename.getKey(), rename.getValue(), difference.renames)) {
        moves.put(rename.getKey(), rename.getValue());
      }
    }
    for (MethodName gone : difference.old) {
      if (!moves.containsKey(gone) && isGone(gone, fresh, difference)) {
        List<MethodName> fitting = new ArrayList<MethodName>();
        for (MethodName made : difference.fresh) {
          boolean added = !old.owns(made.owner) || node(old, made) == null;
          if (added
              && made.name.equals(gone.name)
              && fits(old, gone, fresh, made, difference.renames)) {
            fitting.add(made);
          }
        }
        if (fitting.size() == 1) {
          moves.put(gone, fitting.get(0));
        }
      }
    }
    return moves;
  }

  private static boolean isGone(MethodName method, ClassSet fresh, Difference difference) {
    return node(fresh, difference.renames.method(method)) == null;
  }

  private static boolean isSameCall(MethodName before, MethodName after, Renames renames) {
    return renames.className(before.owner).equals(after.owner)
        && renames.descriptor(before.descriptor).equals(after.descriptor);
  }

  /**
   * Whether the values of one call, including the receiver, are those of the other in another
   * order.
   */
  private static boolean fits(
      ClassSet old, MethodName before, ClassSet fresh, MethodName after, Renames renames) {
    MethodNode was = node(old, before);
    MethodNode is = node(fresh, after);
    return was != null
        && is != null
        && !before.name.startsWith("<")
        && !after.name.startsWith("<")
        && Type.getReturnType(renames.descriptor(before.descriptor))
            .equals(Type.getReturnType(after.descriptor))
        && Rearrangement.of(
                values(before, isStatic(was), renames), values(after, isStatic(is), Renames.NONE))
            != null;
  }

  /** Descriptors of a call's values, the receiver first. */
  static List<String> values(MethodName method, boolean isStatic, Renames renames) {
    List<String> values = new ArrayList<String>();
    if (!isStatic) {
      values.add("L" + renames.className(method.owner).replace('.', '/') + ";");
    }
    for (Type type : Type.getArgumentTypes(renames.descriptor(method.descriptor))) {
      values.add(type.getDescriptor());
    }
    return values;
  }

  static boolean isStatic(MethodNode method) {
    return (method.access & Opcodes.ACC_STATIC) != 0;
  }

  static MethodNode node(ClassSet set, MethodName name) {
    if (set.owns(name.owner)) {
      for (MethodNode method : set.node(name.owner).methods) {
        if (method.name.equals(name.name) && method.desc.equals(name.descriptor)) {
          return method;
        }
      }
    }
    return null;
  }
}
