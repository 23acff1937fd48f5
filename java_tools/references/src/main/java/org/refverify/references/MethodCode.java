package org.refverify.references;

import java.util.LinkedHashMap;
import java.util.Map;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What the methods of a class file do, without what only debuggers read. Each method is written as
 * the only member of a class file, so that equal methods have equal bytes: the order of constants,
 * the numbers of bootstrap methods, lines, names of local variables and stack maps do not count.
 */
final class MethodCode extends ClassVisitor {
  /** The access flags that a class file contains; ASM adds others. */
  private static final int OF_THE_FILE = 0xFFFF;

  private final ClassWriter head = new ClassWriter(0);
  private final Map<String, ClassWriter> methods = new LinkedHashMap<>();
  private int version;

  private MethodCode() {
    super(Opcodes.ASM9);
  }

  /**
   * The bytes of each method ({@code name(I)V}) in the order of the file. The bytes of the class
   * without its methods and attributes have the empty name.
   *
   * @throws RuntimeException the file cannot be read, or has an unknown attribute
   */
  static Map<String, byte[]> of(byte[] file) {
    MethodCode code = new MethodCode();
    new ClassReader(file).accept(code, ClassReader.SKIP_FRAMES);
    Map<String, byte[]> found = new LinkedHashMap<>();
    found.put("", code.head.toByteArray());
    code.methods.forEach((name, writer) -> found.put(name, writer.toByteArray()));
    return found;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    this.version = version;
    head.visit(version, access & OF_THE_FILE, name, null, parent, interfaces);
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    FieldVisitor next = head.visitField(access, name, descriptor, signature, value);
    return new FieldVisitor(Opcodes.ASM9, next) {
      @Override
      public void visitAttribute(Attribute attribute) {
        refuse(attribute);
      }
    };
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    ClassWriter alone = new ClassWriter(0);
    alone.visit(version, Opcodes.ACC_PUBLIC, "", null, null, null);
    methods.put(name + descriptor, alone);
    return new Code(alone.visitMethod(access, name, descriptor, signature, exceptions));
  }

  @Override
  public void visitAttribute(Attribute attribute) {
    refuse(attribute);
  }

  private static void refuse(Attribute attribute) {
    throw new IllegalArgumentException("unknown attribute " + attribute.type);
  }

  private static final class Code extends MethodVisitor {
    Code(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitLineNumber(int line, Label start) {
      // Only debuggers read it.
    }

    @Override
    public void visitLocalVariable(
        String name, String descriptor, String signature, Label start, Label end, int index) {
      // Only debuggers read it.
    }

    @Override
    public void visitAttribute(Attribute attribute) {
      refuse(attribute);
    }
  }
}
