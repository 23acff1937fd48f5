package org.refverify.coverage;

import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;
import org.objectweb.asm.TypePath;

/**
 * A class file without its annotations. JaCoCo omits code with an annotation whose name says that
 * it is generated, and a candidate chooses its annotations. Probes count instructions, so they do
 * not change.
 */
final class Unannotated extends ClassVisitor {
  private Unannotated(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  static byte[] copyOf(ClassReader file) {
    ClassWriter writer = new ClassWriter(file, 0);
    file.accept(new Unannotated(writer), 0);
    return writer.toByteArray();
  }

  @Override
  public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
    return null;
  }

  @Override
  public AnnotationVisitor visitTypeAnnotation(
      int reference, TypePath path, String descriptor, boolean visible) {
    return null;
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    super.visitField(access, name, descriptor, signature, value);
    return null;
  }

  @Override
  public RecordComponentVisitor visitRecordComponent(
      String name, String descriptor, String signature) {
    super.visitRecordComponent(name, descriptor, signature);
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    return new MethodVisitor(Opcodes.ASM9, next) {
      @Override
      public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
        return null;
      }

      @Override
      public AnnotationVisitor visitTypeAnnotation(
          int reference, TypePath path, String annotation, boolean visible) {
        return null;
      }
    };
  }
}
