package org.refverify.prover.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.ToolProvider;
import org.refverify.prover.Prover;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.pairing.PairHints;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.world.CompiledVersion;

/** Proofs of byte code from javac, whose loops have another form than those of ECJ. */
public final class ByJavac {
  private ByJavac() {}

  public static Outcome prove(String before, String after) {
    return new Prover()
        .prove(compile(before), compile(after), PairHints.NONE, ProofBudget.DEFAULT)
        .outcome();
  }

  private static CompiledVersion compile(String text) {
    try {
      Path folder = Files.createTempDirectory("compiled");
      try {
        Path source = Files.writeString(folder.resolve("A.java"), text);
        String[] args = {"-g", "-proc:none", "-d", folder.toString(), source.toString()};
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, args));
        return new CompiledVersion(Compiled.classes(folder), Compiled::jdk, Map.of());
      } finally {
        Compiled.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
