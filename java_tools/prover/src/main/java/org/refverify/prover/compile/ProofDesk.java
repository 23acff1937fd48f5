package org.refverify.prover.compile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.refverify.prover.lockstep.ProofBudget;
import org.refverify.prover.world.UnreadableClass;

/**
 * Where the analysis process asks for proofs. What is likely to be asked for again is kept: the
 * last class path, and the last commits.
 */
public final class ProofDesk {
  private final OpenTrees open = new OpenTrees();
  private final ChangeProver prover;

  /**
   * A desk with the usual budget for a pair of methods.
   *
   * @param states at most looked at for one pair
   * @param milliseconds at most spent on one pair
   */
  public ProofDesk(int states, long milliseconds) {
    ProofBudget usual = ProofBudget.DEFAULT;
    this.prover =
        new ChangeProver(new ProofBudget(states, Duration.ofMillis(milliseconds), usual.depth()));
  }

  /** The usual budget. */
  public ProofDesk() {
    this.prover = new ChangeProver(ProofBudget.DEFAULT);
  }

  /**
   * The files of a commit.
   *
   * @throws IOException no repository, or an object is missing or damaged
   */
  public SourceTree commit(String gitDirectory, String name) throws IOException {
    return open.commit(gitDirectory, name);
  }

  /** The files below a folder. */
  public SourceTree folder(String path) {
    return new FolderTree(Path.of(path));
  }

  /** A tree with changes on top. */
  public SourceTree changed(
      SourceTree base, Map<String, String> texts, Collection<String> removed) {
    return new ChangedTree(base, texts, Set.copyOf(removed));
  }

  /** Compares two source trees; the answer is the JSON of a proof. */
  public String sources(
      SourceChange change, List<String> classPath, String javaHome, Beliefs beliefs) {
    return prover.sources(change, open.libraries(classPath, javaHome), beliefs).toJson();
  }

  /** Keeps nothing of the last change of sources: no more is asked of it. */
  public void forget() {
    prover.forget();
  }

  /**
   * Compares class files, each side in folders of which the first that has a class decides; the
   * answer is the JSON of a proof.
   *
   * @throws UnreadableClass one that had to be looked at is none; see {@link #place}
   */
  public String classes(
      List<String> before,
      List<String> after,
      Map<String, String> otherBefore,
      Map<String, String> otherAfter,
      List<String> classPath,
      String javaHome,
      Beliefs beliefs) {
    Libraries around = open.libraries(classPath, javaHome);
    return prover
        .classes(
            classFiles(before, around, otherBefore), classFiles(after, around, otherAfter), beliefs)
        .toJson();
  }

  /**
   * The file that could not be read, where it stands in one of these folders; else, as it is in a
   * library, the name of its class.
   */
  public static String place(UnreadableClass met, List<String> folders) throws IOException {
    for (String folder : folders) {
      Path file = Path.of(folder, met.name() + ".class");
      if (Files.isRegularFile(file) && Arrays.equals(Files.readAllBytes(file), met.file())) {
        return file.toString();
      }
    }
    return met.name() + ".class";
  }

  private static BuiltClasses classFiles(
      List<String> folders, Libraries around, Map<String, String> otherFiles) {
    return BuiltClasses.below(folders.stream().map(Path::of).toList(), around, otherFiles);
  }
}
