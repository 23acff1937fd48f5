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
 * The place where the analysis process asks for proofs. It keeps what is likely to be needed again:
 * the last class path and the last commits.
 */
public final class ProofDesk {
  private final OpenTrees open = new OpenTrees();
  private final ChangeProver prover;

  /**
   * A desk with a limited budget for a pair of methods.
   *
   * @param states the greatest number of states to explore for one pair
   * @param milliseconds the time limit for one pair
   */
  public ProofDesk(int states, long milliseconds) {
    ProofBudget usual = ProofBudget.DEFAULT;
    this.prover =
        new ChangeProver(new ProofBudget(states, Duration.ofMillis(milliseconds), usual.depth()));
  }

  /** A desk with the usual budget. */
  public ProofDesk() {
    this.prover = new ChangeProver(ProofBudget.DEFAULT);
  }

  /**
   * The files of a commit.
   *
   * @throws IOException there is no repository, or an object is missing or damaged
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

  /** Compares two source trees; returns the JSON of a proof. */
  public String sources(
      SourceChange change, List<String> classPath, String javaHome, Beliefs beliefs) {
    return prover.sources(change, open.libraries(classPath, javaHome), beliefs).toJson();
  }

  /** Drops what is kept of the last source change, because no more questions about it follow. */
  public void forget() {
    prover.forget();
  }

  /**
   * Compares class files; each side is a list of folders, and the first folder that has a class
   * wins. Returns the JSON of a proof.
   *
   * @throws UnreadableClass a file that is needed is not a class file; see {@link #place}
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
   * The path of the file that could not be read, if it is in one of these folders; otherwise, for a
   * library's class, the name of the class.
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
