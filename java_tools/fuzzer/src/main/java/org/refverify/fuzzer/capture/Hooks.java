package org.refverify.fuzzer.capture;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.GeneratorAdapter;

/**
 * Inserts a call of the recorder at the beginning of every entry. A check precedes it that costs
 * almost nothing once enough was recorded.
 */
final class Hooks implements ClassFileTransformer {
  /** The offset of the version in a class file. */
  private static final int MAJOR = 6;

  private static final Type RECORDER = Type.getType(Recorder.class);
  private static final org.objectweb.asm.commons.Method SEEN =
      new org.objectweb.asm.commons.Method("seen", "(ILjava/lang/Object;[Ljava/lang/Object;)V");
  private static final org.objectweb.asm.commons.Method WANTS =
      new org.objectweb.asm.commons.Method("wants", "(I)Z");
  private final Map<String, Map<String, Integer>> byClass =
      new HashMap<String, Map<String, Integer>>();

  Hooks(List<String> entries) {
    for (int i = 0; i < entries.size(); i++) {
      String entry = entries.get(i).trim();
      int hash = entry.indexOf('#');
      if (hash > 0) {
        byClass
            .computeIfAbsent(
                entry.substring(0, hash).replace('.', '/'), n -> new HashMap<String, Integer>())
            .put(entry.substring(hash + 1), i);
      }
    }
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
    Map<String, Integer> methods = name == null ? null : byClass.get(name);
    if (methods == null || !seesRecorder(loader)) {
      return null;
    }
    try {
      return hooked(bytes, methods);
    } catch (RuntimeException unreadable) {
      return null;
    }
  }

  private static boolean seesRecorder(ClassLoader loader) {
    ClassLoader mine = Recorder.class.getClassLoader();
    for (ClassLoader at = loader; at != null; at = at.getParent()) {
      if (at == mine) {
        return true;
      }
    }
    return false;
  }

  static byte[] hooked(byte[] bytes, Map<String, Integer> methods) {
    ClassReader reader = new ClassReader(bytes);
    boolean framed = (reader.readShort(MAJOR) & 0xFFFF) >= Opcodes.V1_6;
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            Integer number = methods.get(name + descriptor);
            boolean code = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
            return number != null && code
                ? new Hook(next, access, name, descriptor, number, framed)
                : next;
          }
        },
        0);
    return writer.toByteArray();
  }

  private static final class Hook extends MethodVisitor {
    private final GeneratorAdapter generator;
    private final boolean hasReceiver;
    private final int number;
    private final boolean framed;

    Hook(
        MethodVisitor next,
        int access,
        String name,
        String descriptor,
        int number,
        boolean framed) {
      super(Opcodes.ASM9, next);
      this.framed = framed;
      this.generator = new GeneratorAdapter(next, access, name, descriptor);
      this.hasReceiver = (access & Opcodes.ACC_STATIC) == 0 && !name.equals("<init>");
      this.number = number;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      Label done = new Label();
      generator.push(number);
      generator.invokeStatic(RECORDER, WANTS);
      super.visitJumpInsn(Opcodes.IFEQ, done);
      generator.push(number);
      if (hasReceiver) {
        generator.loadThis();
      } else {
        generator.visitInsn(Opcodes.ACONST_NULL);
      }
      generator.loadArgArray();
      generator.invokeStatic(RECORDER, SEEN);
      super.visitLabel(done);
      if (framed) {
        super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
      }
      super.visitInsn(Opcodes.NOP);
    }
  }
}
