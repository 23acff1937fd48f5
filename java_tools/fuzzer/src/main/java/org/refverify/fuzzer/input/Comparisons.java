package org.refverify.fuzzer.input;

import java.util.Collection;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Reads from byte code the constants with which lengths and elements are compared, in the order of
 * the code.
 */
final class Comparisons extends MethodVisitor {
  private enum Seen {
    LENGTH,
    ELEMENT,
    CONSTANT,
    CONSTANT_AFTER_LENGTH,
    OTHER
  }

  private static final String IS_LENGTH = " length size ";
  private static final String IS_ELEMENT = " charAt get byteValue intValue ";
  private final Collection<Long> lengths;
  private final Collection<Long> elements;
  private Seen last = Seen.OTHER;
  private long constant;

  Comparisons(Collection<Long> lengths, Collection<Long> elements) {
    super(Opcodes.ASM9);
    this.lengths = lengths;
    this.elements = elements;
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      number(opcode - Opcodes.ICONST_0);
    } else if (opcode == Opcodes.ARRAYLENGTH) {
      last = Seen.LENGTH;
    } else {
      boolean element =
          opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD || opcode == Opcodes.IAND;
      last = element ? Seen.ELEMENT : Seen.OTHER;
    }
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    number(operand);
  }

  @Override
  public void visitLdcInsn(Object value) {
    if (value instanceof Integer) {
      number((Integer) value);
    } else {
      last = Seen.OTHER;
    }
  }

  private void number(long value) {
    constant = value;
    last = last == Seen.LENGTH ? Seen.CONSTANT_AFTER_LENGTH : Seen.CONSTANT;
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    String word = " " + name + " ";
    last =
        IS_LENGTH.contains(word)
            ? Seen.LENGTH
            : IS_ELEMENT.contains(word) ? Seen.ELEMENT : Seen.OTHER;
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    boolean compares = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ICMPLE;
    if (compares && last == Seen.CONSTANT_AFTER_LENGTH) {
      lengths.add(constant);
    } else if (compares && last == Seen.CONSTANT) {
      elements.add(constant);
    } else if ((opcode == Opcodes.IFEQ || opcode == Opcodes.IFNE) && last == Seen.ELEMENT) {
      elements.add(0L);
    }
    last = Seen.OTHER;
  }

  @Override
  public void visitVarInsn(int opcode, int index) {
    last = Seen.OTHER;
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    last = Seen.OTHER;
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    last = Seen.OTHER;
  }

  @Override
  public void visitIincInsn(int index, int increment) {
    last = Seen.OTHER;
  }
}
