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
 * <p>{@link TestBindings} compares these names. A constant is in no class file a name but its
 * value, so that an import that brings another one is seen here alone.
 */
final class FollowersCode {
  private static final String ANY = "any";

  private FollowersCode() {}

  /** Whether two versions of a class differ in such names at most; not where one has none. */
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
    // Every nested class that the code names is listed again, that of a called method, too.
    node.innerClasses.removeIf(each -> version.isMain(each.name));
    // It tells method references apart by their words.
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
        // A lambda stands for the one method of its interface, whatever that is called.
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

  /** A test's own class, too, is called by methods that it has from main code. */
  private static boolean isOfMain(Member method, ProjectClasses version) {
    return version.isMain(version.declared(method).owner());
  }
}
