package org.refverify.prover.compare;

import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.TypePath;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.ClassNode;

/** The classes that a class file names outside annotations. */
public final class NamesUsed {
  private NamesUsed() {}

  public static Set<String> by(ClassNode node) {
    Set<String> found = new TreeSet<>();
    Remapper collector =
        new Remapper(Opcodes.ASM9) {
          @Override
          public String map(String internalName) {
            found.add(internalName);
            return internalName;
          }
        };
    node.accept(new WithoutAnnotations(new ClassRemapper(new ClassNode(), collector)));
    return found;
  }

  /** Passes on everything except annotations. */
  private static final class WithoutAnnotations extends ClassVisitor {
    WithoutAnnotations(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
      return null;
    }

    @Override
    public AnnotationVisitor visitTypeAnnotation(
        int typeRef, TypePath path, String descriptor, boolean visible) {
      return null;
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      return new FieldVisitor(
          Opcodes.ASM9, super.visitField(access, name, descriptor, signature, value)) {
        @Override
        public AnnotationVisitor visitAnnotation(String type, boolean visible) {
          return null;
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(
            int typeRef, TypePath path, String type, boolean visible) {
          return null;
        }
      };
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return new MethodVisitor(Opcodes.ASM9, next) {
        @Override
        public AnnotationVisitor visitAnnotation(String type, boolean visible) {
          return null;
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(
            int typeRef, TypePath path, String type, boolean visible) {
          return null;
        }

        @Override
        public AnnotationVisitor visitParameterAnnotation(
            int parameter, String type, boolean visible) {
          return null;
        }
      };
    }
  }
}
