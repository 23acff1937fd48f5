package org.refverify.prover.support;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.Prover;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.pairing.PairHints;
import org.refverify.prover.verdict.MethodId;
import org.refverify.prover.verdict.MethodResult;
import org.refverify.prover.verdict.MethodStatus;
import org.refverify.prover.verdict.Outcome;
import org.refverify.prover.verdict.Proof;
import org.refverify.prover.world.CompiledVersion;

/**
 * Changes the byte code of proved changes, one instruction at a time, and prints each mutant that
 * is still proved. Arguments: the greatest number of mutants per method, and a seed.
 */
public final class MutantsMain {
  /** Additional stack slots that a mutant may need. */
  private static final int ROOM = 2;

  private final int most;
  private final Random random;
  private final Consumer<String> alive;
  private int made;
  private int found;

  private MutantsMain(int most, long seed, Consumer<String> alive) {
    this.most = most;
    this.random = new Random(seed);
    this.alive = alive;
  }

  public static void main(String[] args) {
    int most = args.length > 0 ? Integer.parseInt(args[0]) : Integer.MAX_VALUE;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : 7;
    MutantsMain main = new MutantsMain(most, seed, System.out::println);
    main.mutateAll("");
    System.out.println("mutants " + main.made + ", alive " + main.found);
  }

  /** Every mutant of the proved pairs of a group that is still proved. */
  public static List<String> alive(String group) {
    List<String> alive = new ArrayList<>();
    new MutantsMain(Integer.MAX_VALUE, 7, alive::add).mutateAll(group);
    return alive.stream().sorted().toList();
  }

  private void mutateAll(String group) {
    for (ProofPair pair : ProofPair.whole().toList()) {
      if (!pair.expect().equals("never") && pair.group().startsWith(group)) {
        mutate(pair);
      }
    }
  }

  private void mutate(ProofPair pair) {
    boolean compiles =
        Compiled.compiles(pair.before(), pair.java())
            && Compiled.compiles(pair.after(), pair.java());
    if (!compiles) {
      return;
    }
    CompiledVersion before = Compiled.of(pair.before(), pair.java());
    CompiledVersion after = Compiled.of(pair.after(), pair.java());
    Proof proof = new Prover().prove(before, after, PairHints.NONE, ProofBudget.DEFAULT);
    if (!isProved(proof)) {
      return;
    }
    mutate(pair, before, after, true, changed(proof, true));
    mutate(pair, before, after, false, changed(proof, false));
  }

  private static Set<MethodId> changed(Proof proof, boolean old) {
    Set<MethodId> changed = new TreeSet<>();
    for (MethodResult result : proof.methods()) {
      if (result.status() == MethodStatus.PROVED) {
        changed.add(old ? result.before() : result.after());
        changed.addAll(old ? result.steppedBefore() : result.steppedAfter());
      }
    }
    return changed;
  }

  private void mutate(
      ProofPair pair,
      CompiledVersion before,
      CompiledVersion after,
      boolean old,
      Set<MethodId> changed) {
    for (byte[] file : (old ? before : after).classes().values()) {
      ClassNode node = read(file);
      for (int i = 0; i < node.methods.size(); i++) {
        MethodNode method = node.methods.get(i);
        boolean lambda = method.name.startsWith("lambda$");
        if (lambda || changed.contains(new MethodId(node.name, method.name, method.desc))) {
          mutate(pair, before, after, old, node, i);
        }
      }
    }
  }

  private void mutate(
      ProofPair pair,
      CompiledVersion before,
      CompiledVersion after,
      boolean old,
      ClassNode node,
      int index) {
    CompiledVersion version = old ? before : after;
    List<Mutants.Mutant> mutants = new ArrayList<>(Mutants.of(node.methods.get(index)));
    Collections.shuffle(mutants, random);
    for (Mutants.Mutant mutant : mutants.subList(0, Math.min(most, mutants.size()))) {
      CompiledVersion changed = mutated(version, node.name, index, mutant);
      made++;
      Prover prover = new Prover();
      Proof proof =
          old
              ? prover.prove(changed, after, PairHints.NONE, ProofBudget.DEFAULT)
              : prover.prove(before, changed, PairHints.NONE, ProofBudget.DEFAULT);
      if (isProved(proof)) {
        String side = old ? "before" : "after";
        String method = node.name + "." + node.methods.get(index).name;
        found++;
        alive.accept(pair + ": " + side + ": " + method + ": " + mutant.what());
      }
    }
  }

  private static CompiledVersion mutated(
      CompiledVersion version, String name, int index, Mutants.Mutant mutant) {
    ClassNode copy = read(version.classes().get(name));
    MethodNode method = copy.methods.get(index);
    mutant.change().accept(method);
    method.maxStack += ROOM;
    ClassWriter writer = new ClassWriter(0);
    copy.accept(writer);
    Map<String, byte[]> classes = new TreeMap<>(version.classes());
    classes.put(name, writer.toByteArray());
    return new CompiledVersion(classes, version.world(), version.otherFiles());
  }

  private static ClassNode read(byte[] file) {
    ClassNode node = new ClassNode();
    new ClassReader(file).accept(node, ClassReader.SKIP_FRAMES);
    return node;
  }

  private static boolean isProved(Proof proof) {
    return proof.outcome() == Outcome.PROVED || proof.outcome() == Outcome.PROVED_CLOSED_WORLD;
  }
}
