package org.refverify.fuzzer.mutation;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.refverify.fuzzer.entry.ClassSet;

/** Computes frames with common superclasses from class files; nothing is loaded. */
final class FrameWriter extends ClassWriter {
  private static final String OBJECT = "java/lang/Object";

  private final ClassSet classes;

  FrameWriter(ClassSet classes) {
    super(COMPUTE_FRAMES);
    this.classes = classes;
  }

  @Override
  protected String getCommonSuperClass(String one, String other) {
    List<String> above = chain(one);
    for (String candidate : chain(other)) {
      if (above.contains(candidate)) {
        return candidate;
      }
    }
    return OBJECT;
  }

  /** The class and its superclasses; an interface or an unknown class counts as Object. */
  private List<String> chain(String internalName) {
    List<String> chain = new ArrayList<String>();
    String at = internalName;
    while (at != null && !at.equals(OBJECT)) {
      byte[] bytes = classes.classFile(at.replace('/', '.'));
      if (bytes == null) {
        break;
      }
      ClassReader reader = new ClassReader(bytes);
      if ((reader.getAccess() & Opcodes.ACC_INTERFACE) != 0) {
        break;
      }
      chain.add(at);
      at = reader.getSuperName();
    }
    chain.add(OBJECT);
    return chain;
  }
}
