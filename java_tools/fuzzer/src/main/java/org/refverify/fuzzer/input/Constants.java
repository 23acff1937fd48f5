package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Numbers, strings and classes that byte code mentions. */
final class Constants {
  private static final int MOST = 2000;
  private final Set<Long> integers = new LinkedHashSet<Long>();
  private final Set<Double> doubles = new LinkedHashSet<Double>();
  private final Set<String> strings = new LinkedHashSet<String>();
  private final Set<String> classes = new LinkedHashSet<String>();
  private final Set<String> arrays = new LinkedHashSet<String>();
  private final Set<Long> lengths = new LinkedHashSet<Long>();
  private final List<Long> elements = new ArrayList<Long>();

  /**
   * Adds the constants of a class.
   *
   * @param bytes its class file
   * @param methods name and descriptor of the methods to read; null for all of them
   */
  void add(byte[] bytes, final Collection<String> methods) {
    ClassVisitor visitor =
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public FieldVisitor visitField(
              int access, String name, String descriptor, String signature, Object value) {
            if (methods == null) {
              constant(value);
            }
            return null;
          }

          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            boolean wanted = methods == null || methods.contains(name + descriptor);
            return wanted || name.startsWith("lambda$") ? new Code() : null;
          }
        };
    new ClassReader(bytes).accept(visitor, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
  }

  /** Adds the constants of another set. */
  void addAll(Constants other) {
    integers.addAll(other.integers);
    doubles.addAll(other.doubles);
    strings.addAll(other.strings);
    classes.addAll(other.classes);
  }

  /** Adds one constant, as {@link MethodVisitor#visitLdcInsn} or a field gives it. */
  void constant(Object value) {
    if (value instanceof Integer || value instanceof Long) {
      integers.add(((Number) value).longValue());
    } else if (value instanceof Number) {
      doubles.add(((Number) value).doubleValue());
    } else if (value instanceof String && ((String) value).length() <= MOST) {
      strings.add((String) value);
    } else if (value instanceof Type && ((Type) value).getSort() == Type.OBJECT) {
      classes.add(((Type) value).getClassName());
    }
  }

  long[] integers() {
    return array(integers);
  }

  /** The values with which lengths are compared. */
  long[] lengths() {
    return array(lengths);
  }

  /** The values with which anything else is compared, in the order of the code. */
  long[] elements() {
    return array(elements);
  }

  private static long[] array(Collection<Long> values) {
    long[] all = new long[values.size()];
    int next = 0;
    for (long value : values) {
      all[next++] = value;
    }
    return all;
  }

  double[] doubles() {
    double[] all = new double[doubles.size()];
    int next = 0;
    for (double value : doubles) {
      all[next++] = value;
    }
    return all;
  }

  List<String> strings() {
    return Collections.unmodifiableList(new ArrayList<String>(strings));
  }

  List<String> arrays() {
    return Collections.unmodifiableList(new ArrayList<String>(arrays));
  }

  List<String> classes() {
    return Collections.unmodifiableList(new ArrayList<String>(classes));
  }

  private final class Code extends MethodVisitor {
    Code() {
      super(Opcodes.ASM9, new Comparisons(lengths, elements));
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      super.visitIntInsn(opcode, operand);
      if (opcode != Opcodes.NEWARRAY) {
        integers.add((long) operand);
      }
    }

    @Override
    public void visitInsn(int opcode) {
      super.visitInsn(opcode);
      if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
        integers.add((long) opcode - Opcodes.ICONST_0);
      } else if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
        doubles.add((double) opcode - Opcodes.FCONST_0);
      } else if (opcode == Opcodes.DCONST_1) {
        doubles.add(1.0);
      }
    }

    @Override
    public void visitLdcInsn(Object value) {
      super.visitLdcInsn(value);
      constant(value);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
      for (long label = min; label <= max && label - min < 300; label++) {
        integers.add(label);
      }
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
      for (int key : keys) {
        if (Math.abs((long) key) < 1L << 17) {
          integers.add((long) key);
        }
      }
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      super.visitTypeInsn(opcode, type);
      if (opcode == Opcodes.INSTANCEOF || opcode == Opcodes.CHECKCAST) {
        if (type.charAt(0) == '[') {
          arrays.add(type);
        } else {
          classes.add(type.replace('/', '.'));
        }
      }
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      for (Object argument : arguments) {
        if (argument instanceof String) {
          for (String part : ((String) argument).split("[\u0001\u0002]")) {
            strings.add(part);
          }
        }
      }
    }
  }
}
