package org.refverify.prover.support;

import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Proof;

/** Prints the proof of each pair, for work on the prover. */
final class PairsMain {
  private PairsMain() {}

  public static void main(String[] args) {
    long start = System.nanoTime();
    for (ProofPair pair : ProofPair.whole().toList()) {
      if (args.length > 0 && !pair.toString().contains(args[0])) {
        continue;
      }
      try {
        Proof proof = Compiled.prove(pair.before(), pair.after(), pair.java());
        boolean proved = proof.outcome() == Outcome.PROVED;
        boolean closed = pair.closedWorld() && proof.outcome() == Outcome.PROVED_CLOSED_WORLD;
        String mark = "ok";
        if (pair.expect().equals("never")
            && (proved
                || proof.outcome() == Outcome.PROVED_ASSUMING_NAMES
                || !pair.closedWorld() && proof.outcome() == Outcome.PROVED_CLOSED_WORLD)) {
          mark = "WRONG";
        } else if (pair.expect().equals("provable") && !proved && !closed) {
          mark = "MISSED";
        }
        System.out.println(mark + "\t" + pair + "\t" + proof.outcome().word());
        if (!mark.equals("ok") || args.length > 1) {
          proof.residue().forEach(r -> System.out.println("    " + r));
          proof.conditions().forEach(r -> System.out.println("    " + r));
          proof.methods().stream()
              .filter(m -> m.difference() != null)
              .forEach(m -> System.out.println("    " + m.difference()));
        }
      } catch (RuntimeException | Error e) {
        System.out.println("CRASH\t" + pair + "\t" + e);
        StackTraceElement[] t = e.getStackTrace();
        for (int i = 0; i < Math.min(6, t.length); i++) {
          System.out.println("      " + t[i]);
        }
      }
    }
    System.out.println("seconds " + (System.nanoTime() - start) / 1_000_000_000.0);
  }
}
