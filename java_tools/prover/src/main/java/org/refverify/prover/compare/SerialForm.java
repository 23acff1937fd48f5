package org.refverify.prover.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.world.ClassWorld;

/** The data from which the platform computes the serial version of a class that declares none. */
final class SerialForm {
  /**
   * Class files older than nest mates have access methods for the private members that nested
   * classes use.
   */
  private static final int OLDEST_NESTS = Opcodes.V11;

  private final ClassWorld world;
  private final ClassNode node;
  private final Remapper inSources;

  private SerialForm(ClassWorld world, ClassNode node) {
    this.world = world;
    this.node = node;
    this.inSources =
        new Remapper(Opcodes.ASM9) {
          @Override
          public String map(String internalName) {
            return world.sourceName(internalName);
          }
        };
  }

  /** Supertypes and members, with type names as in the sources. */
  static List<String> of(ClassWorld world, ClassNode node) {
    SerialForm form = new SerialForm(world, node);
    Collection<String> members = new TreeSet<>();
    node.interfaces.forEach(each -> members.add("implements " + form.inSources.map(each)));
    node.methods.stream().filter(SerialForm::counts).forEach(m -> members.add(form.text(m)));
    node.fields.stream().filter(SerialForm::counts).forEach(f -> members.add(form.text(f)));
    List<String> all = new ArrayList<>(members);
    if (node.version <= OLDEST_NESTS) {
      all.addAll(form.reached());
    }
    return all;
  }

  private static boolean counts(MethodNode method) {
    return method.name.equals("<clinit>") || (method.access & Opcodes.ACC_PRIVATE) == 0;
  }

  private static boolean counts(FieldNode field) {
    int unseen = Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT;
    return (field.access & Opcodes.ACC_PRIVATE) == 0 || (field.access & unseen) == 0;
  }

  private String text(MethodNode method) {
    return method.access + " " + method.name + inSources.mapMethodDesc(method.desc);
  }

  private String text(FieldNode field) {
    return field.access + " " + field.name + inSources.mapDesc(field.desc);
  }

  /**
   * The private members that other classes of the file use, in order. Code for Java 11 may have
   * been compiled for an older version, in which each has an access method that is not private.
   */
  private List<String> reached() {
    List<String> all = new ArrayList<>();
    for (ClassNode other : world.own()) {
      if (other != node) {
        other.methods.forEach(method -> method.instructions.forEach(one -> reach(one, all)));
      }
    }
    return all.stream().distinct().toList();
  }

  private void reach(AbstractInsnNode instruction, List<String> all) {
    if (instruction instanceof FieldInsnNode access && access.owner.equals(node.name)) {
      node.fields.stream()
          .filter(field -> field.name.equals(access.name) && isPrivate(field.access))
          .forEach(field -> all.add("reached " + access.getOpcode() + " " + field.name));
    } else if (instruction instanceof MethodInsnNode call && call.owner.equals(node.name)) {
      MethodNode found = ClassWorld.declared(node, call.name, call.desc);
      if (found != null && isPrivate(found.access)) {
        all.add("reached " + found.name + found.desc);
      }
    }
  }

  private static boolean isPrivate(int access) {
    return (access & Opcodes.ACC_PRIVATE) != 0;
  }
}
