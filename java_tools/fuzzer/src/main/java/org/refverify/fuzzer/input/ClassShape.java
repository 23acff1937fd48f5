package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The declarations of a class file, without its code. */
final class ClassShape {
  /** A method or constructor. */
  static final class Method {
    final int access;
    final String name;
    final String descriptor;
    final List<JavaType> parameters;
    final JavaType result;
    final Map<String, JavaType> bounds;

    Method(int access, String name, String descriptor, String signature) {
      this.access = access;
      this.name = name;
      this.descriptor = descriptor;
      List<JavaType> erased = JavaType.parameters(descriptor);
      Signatures.Parsed parsed = signature == null ? null : Signatures.parse(signature);
      boolean fits = parsed != null && parsed.parameters.size() == erased.size();
      this.parameters = fits ? parsed.parameters : erased;
      this.bounds = fits ? parsed.bounds : Collections.<String, JavaType>emptyMap();
      this.result =
          fits ? parsed.result : JavaType.erased(descriptor.substring(descriptor.indexOf(')') + 1));
    }

    boolean is(int flag) {
      return (access & flag) != 0;
    }

    boolean isConstructor() {
      return name.equals("<init>");
    }
  }

  /** A field. */
  static final class Field {
    final int access;
    final String name;
    final String descriptor;
    final Object value;

    /** Its generic type; null if it has none. */
    final String signature;

    Field(int access, String name, String descriptor, String signature, Object value) {
      this.signature = signature;
      this.access = access;
      this.name = name;
      this.descriptor = descriptor;
      this.value = value;
    }
  }

  final String name;
  int access;
  String superName;
  List<String> interfaces = new ArrayList<String>();
  final Map<String, JavaType> bounds = new LinkedHashMap<String, JavaType>();
  final List<JavaType> supertypes = new ArrayList<JavaType>();
  final Map<String, Method> methods = new LinkedHashMap<String, Method>();
  final List<Field> fields = new ArrayList<Field>();

  /** Binary name of the class around a member class; null for a top-level one. */
  String outer;

  private ClassShape(String name) {
    this.name = name;
  }

  /** Reads a class file. */
  static ClassShape read(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    ClassShape shape = new ClassShape(reader.getClassName().replace('/', '.'));
    reader.accept(
        new Reading(shape),
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return shape;
  }

  boolean is(int flag) {
    return (access & flag) != 0;
  }

  boolean isInterface() {
    return is(Opcodes.ACC_INTERFACE);
  }

  boolean isAbstract() {
    return is(Opcodes.ACC_ABSTRACT);
  }

  boolean isEnum() {
    return is(Opcodes.ACC_ENUM);
  }

  private static final class Reading extends ClassVisitor {
    private final ClassShape shape;

    Reading(ClassShape shape) {
      super(Opcodes.ASM9);
      this.shape = shape;
    }

    @Override
    public void visit(
        int version, int access, String name, String signature, String superName, String[] faces) {
      shape.access = access;
      shape.superName = superName == null ? null : superName.replace('/', '.');
      for (String face : faces) {
        shape.interfaces.add(face.replace('/', '.'));
      }
      if (signature != null) {
        Signatures.Parsed parsed = Signatures.parse(signature);
        shape.bounds.putAll(parsed.bounds);
        shape.supertypes.addAll(parsed.supertypes);
      }
    }

    @Override
    public void visitInnerClass(String name, String outer, String inner, int access) {
      if (name.replace('/', '.').equals(shape.name)) {
        shape.outer = outer == null ? "" : outer.replace('/', '.');
        shape.access = access | shape.access & Opcodes.ACC_SUPER;
      }
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      shape.fields.add(new Field(access, name, descriptor, signature, value));
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      if ((access & Opcodes.ACC_SYNTHETIC) == 0) {
        shape.methods.put(name + descriptor, new Method(access, name, descriptor, signature));
      }
      return null;
    }
  }
}
