package org.refverify.fuzzer.mutation;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicVerifier;
import org.refverify.fuzzer.entry.ClassSet;
import org.refverify.fuzzer.entry.MethodName;

/** Writes a class with one edit and recomputed frames. */
final class EditedClass {
  private EditedClass() {}

  /** The mutant; null if the edited class would not verify. */
  static Mutant make(ClassSet classes, Edit edit) {
    String name = edit.owner.name.replace('/', '.');
    ClassNode copy = new ClassNode();
    new ClassReader(classes.bytes(name)).accept(copy, ClassReader.SKIP_FRAMES);
    MethodNode method = copy.methods.get(edit.owner.methods.indexOf(edit.method));
    edit.change.apply(method, method.instructions.get(edit.index));
    if (!verifies(copy.name, method)) {
      return null;
    }
    ClassWriter writer = new FrameWriter(classes);
    try {
      copy.accept(writer);
      MethodName in = new MethodName(name, method.name, method.desc);
      return new Mutant(in, edit.line, edit.kind, description(edit), writer.toByteArray());
    } catch (RuntimeException noFrames) {
      return null;
    }
  }

  private static boolean verifies(String owner, MethodNode method) {
    try {
      method.maxStack += 4;
      new Analyzer<>(new BasicVerifier()).analyze(owner, method);
      return true;
    } catch (AnalyzerException | RuntimeException broken) {
      return false;
    }
  }

  private static String description(Edit edit) {
    String file = edit.owner.sourceFile == null ? edit.owner.name : edit.owner.sourceFile;
    return file + ":" + edit.line + " in " + edit.method.name + ": " + edit.what;
  }
}
