package org.refverify.prover.compile;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.refverify.prover.world.Method;

/** Marks the code of methods as unknown: no proof steps into it, and it shows no behaviour. */
final class SettledCode {
  private SettledCode() {}

  /** The name of a method without its descriptor. */
  static String key(String id) {
    int end = id.indexOf('(');
    return end < 0 ? id : id.substring(0, end);
  }

  /**
   * The class files with marks; the names in the code remain visible.
   *
   * @param methods class, name and descriptor of each
   */
  static Map<String, byte[]> closed(Map<String, byte[]> classes, Collection<String> methods) {
    Map<String, byte[]> marked = new TreeMap<>(classes);
    methods.stream()
        .map(id -> id.substring(0, key(id).lastIndexOf('.')))
        .distinct()
        .forEach(name -> marked.computeIfPresent(name, (key, file) -> mark(key, file, methods)));
    return marked;
  }

  private static byte[] mark(String name, byte[] file, Collection<String> methods) {
    ClassReader reader = new ClassReader(file);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String method, String descriptor, String signature, String[] thrown) {
            MethodVisitor next = super.visitMethod(access, method, descriptor, signature, thrown);
            return methods.contains(name + "." + method + descriptor) ? marking(next) : next;
          }
        },
        0);
    return writer.toByteArray();
  }

  private static MethodVisitor marking(MethodVisitor next) {
    return new MethodVisitor(Opcodes.ASM9, next) {
      @Override
      public void visitCode() {
        super.visitCode();
        visitLdcInsn(Method.PROBLEM);
        visitInsn(Opcodes.POP);
      }

      @Override
      public void visitMaxs(int stack, int locals) {
        super.visitMaxs(Math.max(1, stack), locals);
      }
    };
  }
}
