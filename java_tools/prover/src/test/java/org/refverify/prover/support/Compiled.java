package org.refverify.prover.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;
import org.refverify.prover.Prover;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.pairing.PairHints;
import org.refverify.prover.verdict.Proof;
import org.refverify.prover.world.CompiledVersion;

/** Compiles texts with ECJ for the running JDK, and proves. */
public final class Compiled {
  private static final Map<String, byte[]> JDK = new ConcurrentHashMap<>();
  private static final int OLDEST = 11;

  private Compiled() {}

  /** One file A.java on each side. */
  public static Proof prove(String before, String after) {
    return prove(Map.of("A.java", before), Map.of("A.java", after), 17);
  }

  /** Files by path on each side. */
  public static Proof prove(Map<String, String> before, Map<String, String> after, int java) {
    return new Prover()
        .prove(of(before, java), of(after, java), PairHints.NONE, ProofBudget.DEFAULT);
  }

  /** Whether the running JDK has everything that the files use. */
  public static boolean compiles(Map<String, String> files, int java) {
    try {
      return of(files, java) != null;
    } catch (IllegalArgumentException missing) {
      return false;
    }
  }

  /**
   * One version; nothing is missing.
   *
   * @throws IllegalArgumentException if there are compile errors
   */
  public static CompiledVersion of(Map<String, String> files, int java) {
    try {
      Path folder = Files.createTempDirectory("compiled");
      try {
        return new CompiledVersion(
            compile(folder, files, Math.max(java, OLDEST)), Compiled::jdk, others(files));
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, byte[]> compile(Path folder, Map<String, String> files, int java)
      throws IOException {
    String level = String.valueOf(java);
    Path out = Files.createDirectory(folder.resolve("out"));
    List<String> args =
        new ArrayList<>(
            List.of("-source", level, "-target", level, "-proceedOnError", "-nowarn", "-g"));
    // Otherwise ECJ omits a read whose value is not used.
    args.add("-preserveAllLocals");
    args.addAll(List.of("--system", System.getProperty("java.home"), "-proc:none"));
    args.addAll(List.of("-encoding", "UTF-8", "-cp", out.toString(), "-d", out.toString()));
    for (Map.Entry<String, String> file : files.entrySet()) {
      if (file.getKey().endsWith(".java")) {
        Path path = folder.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue());
        args.add(path.toString());
      }
    }
    StringWriter problems = new StringWriter();
    boolean good =
        BatchCompiler.compile(
            args.toArray(String[]::new),
            new PrintWriter(problems),
            new PrintWriter(problems),
            null);
    if (!good) {
      throw new IllegalArgumentException(problems.toString());
    }
    return classes(out);
  }

  private static Map<String, String> others(Map<String, String> files) {
    Map<String, String> others = new TreeMap<>(files);
    others.keySet().removeIf(path -> path.endsWith(".java"));
    return others;
  }

  static Map<String, byte[]> classes(Path out) throws IOException {
    Map<String, byte[]> found = new TreeMap<>();
    try (Stream<Path> all = Files.walk(out)) {
      for (Path path :
          (Iterable<Path>) all.filter(p -> p.toString().endsWith(".class"))::iterator) {
        String name = out.relativize(path).toString().replace('\\', '/');
        found.put(name.substring(0, name.length() - ".class".length()), Files.readAllBytes(path));
      }
    }
    return found;
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(path);
      }
    }
  }

  static byte[] jdk(String name) {
    byte[] known = JDK.computeIfAbsent(name, Compiled::read);
    return known.length == 0 ? null : known;
  }

  private static byte[] read(String name) {
    try (InputStream in =
        ClassLoader.getPlatformClassLoader().getResourceAsStream(name + ".class")) {
      return in == null ? new byte[0] : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
