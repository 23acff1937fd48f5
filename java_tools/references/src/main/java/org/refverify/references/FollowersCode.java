package org.refverify.references;

import java.util.Arrays;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The code of a test that may follow a method, without the names of the main code's methods that it
 * calls.
 *
 * <p>{@link TestBindings} compares these names. In a class file a constant is only a value without
 * a name, so only this class detects an import of another constant.
 */
final class FollowersCode {
  private static final String ANY = "any";

  private FollowersCode() {}

  /**
   * Whether two versions of a class differ only in such names; false if one version lacks the
   * class.
   */
  static boolean isSame(String name, ProjectClasses before, ProjectClasses after) {
    return Arrays.equals(withoutCalls(name, before), withoutCalls(name, after));
  }

  private static byte[] withoutCalls(String name, ProjectClasses version) {
    Map<String, byte[]> classes = version.test();
    if (!classes.containsKey(name)) {
      return new byte[0];
    }
    ClassNode node = new ClassNode();
    int code = ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;
    new ClassReader(classes.get(name)).accept(node, code);
    // A class file also lists every nested class that the code names, including that of a called
    // method.
    node.innerClasses.removeIf(each -> version.isMain(each.name));
    // It distinguishes method references by their names.
    node.methods.removeIf(UseReader::isDeserializer);
    for (MethodNode method : node.methods) {
      for (AbstractInsnNode each : method.instructions) {
        forget(each, version);
      }
    }
    ClassWriter written = new ClassWriter(0);
    node.accept(written);
    return written.toByteArray();
  }

  private static void forget(AbstractInsnNode instruction, ProjectClasses version) {
    if (instruction instanceof MethodInsnNode call
        && isOfMain(new Member(call.owner, call.name, call.desc), version)) {
      call.owner = ANY;
      call.name = ANY;
      call.itf = false;
    } else if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      if (version.isMain(Type.getReturnType(dynamic.desc).getInternalName())) {
        // A lambda implements the only method of its interface, whatever the name of that method
        // is.
        dynamic.name = ANY;
      }
      for (int i = 0; i < dynamic.bsmArgs.length; i++) {
        if (dynamic.bsmArgs[i] instanceof Handle handle
            && isOfMain(
                new Member(handle.getOwner(), handle.getName(), handle.getDesc()), version)) {
          dynamic.bsmArgs[i] = new Handle(handle.getTag(), ANY, ANY, handle.getDesc(), false);
        }
      }
    }
  }

  /** Whether a method is declared in main code; a test's own class may inherit such methods. */
  private static boolean isOfMain(Member method, ProjectClasses version) {
    return version.isMain(version.declared(method).owner());
  }
}
