package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.signature.SignatureReader;
import org.objectweb.asm.signature.SignatureVisitor;

/** Finds the parameters of a generic method whose types are type variables. */
final class TypeVariables extends SignatureVisitor {
  private final List<String> found = new ArrayList<>();
  private boolean isParameter;
  private int dimensions;
  private int depth;

  private TypeVariables() {
    super(Opcodes.ASM9);
  }

  /**
   * The name of each parameter's type variable with its dimensions; empty if the type is not a
   * variable.
   *
   * @param signature the generic signature, or null; it does not contain parameters that the
   *     compiler added
   */
  static List<String> ofParameters(String signature) {
    TypeVariables variables = new TypeVariables();
    if (signature != null) {
      new SignatureReader(signature).accept(variables);
    }
    return variables.found;
  }

  @Override
  public SignatureVisitor visitParameterType() {
    isParameter = true;
    dimensions = 0;
    found.add("");
    return this;
  }

  @Override
  public SignatureVisitor visitReturnType() {
    isParameter = false;
    return this;
  }

  @Override
  public SignatureVisitor visitArrayType() {
    dimensions++;
    return this;
  }

  @Override
  public void visitTypeVariable(String name) {
    if (isParameter && depth == 0) {
      found.set(found.size() - 1, name + "[]".repeat(dimensions));
    }
  }

  @Override
  public void visitClassType(String name) {
    depth++;
  }

  @Override
  public void visitEnd() {
    depth--;
  }
}
