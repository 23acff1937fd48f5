package org.refverify.common;

import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;
import org.objectweb.asm.TypePath;

/**
 * Passes on a class file except all its annotations. The default values of an annotation type stay.
 */
public final class WithoutAnnotations extends ClassVisitor {
  public WithoutAnnotations(ClassVisitor next) {
    super(Opcodes.ASM9, next);
  }

  @Override
  public AnnotationVisitor visitAnnotation(String type, boolean visible) {
    return null;
  }

  @Override
  public AnnotationVisitor visitTypeAnnotation(
      int reference, TypePath path, String type, boolean visible) {
    return null;
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    FieldVisitor next = super.visitField(access, name, descriptor, signature, value);
    return new FieldVisitor(Opcodes.ASM9, next) {
      @Override
      public AnnotationVisitor visitAnnotation(String type, boolean visible) {
        return null;
      }

      @Override
      public AnnotationVisitor visitTypeAnnotation(
          int reference, TypePath path, String type, boolean visible) {
        return null;
      }
    };
  }

  @Override
  public RecordComponentVisitor visitRecordComponent(
      String name, String descriptor, String signature) {
    RecordComponentVisitor next = super.visitRecordComponent(name, descriptor, signature);
    return new RecordComponentVisitor(Opcodes.ASM9, next) {
      @Override
      public AnnotationVisitor visitAnnotation(String type, boolean visible) {
        return null;
      }

      @Override
      public AnnotationVisitor visitTypeAnnotation(
          int reference, TypePath path, String type, boolean visible) {
        return null;
      }
    };
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new Method(super.visitMethod(access, name, descriptor, signature, exceptions));
  }

  private static final class Method extends MethodVisitor {
    Method(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public AnnotationVisitor visitAnnotation(String type, boolean visible) {
      return null;
    }

    @Override
    public AnnotationVisitor visitTypeAnnotation(
        int reference, TypePath path, String type, boolean visible) {
      return null;
    }

    @Override
    public AnnotationVisitor visitParameterAnnotation(int parameter, String type, boolean visible) {
      return null;
    }

    @Override
    public AnnotationVisitor visitInsnAnnotation(
        int reference, TypePath path, String type, boolean visible) {
      return null;
    }

    @Override
    public AnnotationVisitor visitTryCatchAnnotation(
        int reference, TypePath path, String type, boolean visible) {
      return null;
    }

    @Override
    public AnnotationVisitor visitLocalVariableAnnotation(
        int reference,
        TypePath path,
        Label[] start,
        Label[] end,
        int[] index,
        String type,
        boolean visible) {
      return null;
    }
  }
}
