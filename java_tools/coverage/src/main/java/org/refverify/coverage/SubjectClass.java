package org.refverify.coverage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.internal.data.CRC64;
import org.jacoco.core.internal.instr.InstrSupport;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.refverify.common.WithoutAnnotations;

/** One class file of the subject, and what was recorded of it. */
final class SubjectClass {
  private final byte[] bytes;
  private final ClassReader file;
  private final String source;
  private final boolean[] executed;
  private final ClassProbes probes;
  private final Map<Integer, BitSet> testsOfMethod = new TreeMap<>();

  SubjectClass(byte[] bytes) {
    this.bytes = bytes;
    file = InstrSupport.classReaderFor(bytes);
    source = sourceOf(file);
    probes = ClassProbes.of(file);
    executed = new boolean[probes.count()];
  }

  /** The id under which the agent records the class: a checksum of the file. */
  long id() {
    return CRC64.classId(bytes);
  }

  /** Its internal name. */
  String name() {
    return file.getClassName();
  }

  /** Its source as a path from the package's root; the path of the class if it has no source. */
  String source() {
    return source;
  }

  ClassReader file() {
    return file;
  }

  ClassProbes probes() {
    return probes;
  }

  /** Whether any of its code ran. */
  boolean hasRun() {
    for (boolean probe : executed) {
      if (probe) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds what one session recorded.
   *
   * @throws IOException the record has another number of probes or another name, so it is not
   *     genuine
   */
  void add(ExecutionData recorded, int session) throws IOException {
    boolean[] hits = recorded.getProbes();
    if (hits.length != executed.length || !recorded.getName().equals(name())) {
      throw new IOException(recorded.getName() + " is recorded with a shape that it does not have");
    }
    for (int probe = 0; probe < hits.length; probe++) {
      if (hits[probe]) {
        executed[probe] = true;
        testsOfMethod.computeIfAbsent(probes.methodOf(probe), any -> new BitSet()).set(session);
      }
    }
  }

  /** The sessions that executed a method, by its index among the methods with code. */
  BitSet sessionsOf(int method) {
    return testsOfMethod.getOrDefault(method, new BitSet());
  }

  /** Lines and branches as JaCoCo counts them, ignoring annotations; null without code. */
  IClassCoverage coverage() throws IOException {
    byte[] plain = withoutAnnotations();
    ExecutionDataStore store = new ExecutionDataStore();
    if (hasRun()) {
      store.put(new ExecutionData(CRC64.classId(plain), name(), executed.clone()));
    }
    List<IClassCoverage> found = new ArrayList<>();
    new Analyzer(store, found::add).analyzeClass(plain, name());
    return found.isEmpty() ? null : found.get(0);
  }

  /**
   * JaCoCo omits code with an annotation whose name says that it is generated, and a candidate
   * chooses its annotations. Probes count instructions, so they do not change.
   */
  private byte[] withoutAnnotations() {
    ClassWriter writer = new ClassWriter(file, 0);
    file.accept(new WithoutAnnotations(writer), 0);
    return writer.toByteArray();
  }

  private static String sourceOf(ClassReader file) {
    String[] named = {null};
    file.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public void visitSource(String source, String debug) {
            named[0] = source;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
    String type = file.getClassName();
    String folder = type.substring(0, type.lastIndexOf('/') + 1);
    return named[0] == null ? type : folder + named[0];
  }
}
