package org.refverify.coverage;

import java.util.ArrayList;
import java.util.List;
import org.jacoco.core.internal.flow.ClassProbesAdapter;
import org.jacoco.core.internal.flow.ClassProbesVisitor;
import org.jacoco.core.internal.flow.MethodProbesVisitor;
import org.objectweb.asm.ClassReader;

/** The method of each of a class's probes, numbered as by JaCoCo's agent. */
final class ClassProbes {
  /** A method that has byte code. */
  record CodedMethod(String name, String descriptor) {}

  private final List<CodedMethod> methods = new ArrayList<>();
  private final List<Integer> methodOfProbe = new ArrayList<>();

  private ClassProbes() {}

  static ClassProbes of(ClassReader file) {
    ClassProbes found = new ClassProbes();
    file.accept(found.new Numbering(found.new Methods()), 0);
    return found;
  }

  int count() {
    return methodOfProbe.size();
  }

  List<CodedMethod> methods() {
    return methods;
  }

  /** The index in {@link #methods()} of the method that contains a probe. */
  int methodOf(int probe) {
    return methodOfProbe.get(probe);
  }

  private final class Numbering extends ClassProbesAdapter {
    Numbering(ClassProbesVisitor next) {
      super(next, false);
    }

    @Override
    public int nextId() {
      methodOfProbe.add(methods.size() - 1);
      return super.nextId();
    }
  }

  private final class Methods extends ClassProbesVisitor {
    @Override
    public MethodProbesVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      methods.add(new CodedMethod(name, descriptor));
      return null;
    }

    @Override
    public void visitTotalProbeCount(int count) {
      // Counted already.
    }
  }
}
