package org.refverify.context;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.LookupEnvironment;
import org.eclipse.jdt.internal.compiler.problem.AbortCompilation;
import org.refverify.prover.compile.CompilerSettings;
import org.refverify.prover.compile.Libraries;
import org.refverify.prover.compile.SourceTree;
import org.refverify.prover.compile.SourceUnit;
import org.refverify.prover.compile.Sources;
import org.refverify.prover.compile.TopLevel;
import org.refverify.prover.compile.TopLevels;
import org.refverify.prover.compile.TreeEnvironment;

/**
 * The files of one source tree with their names bound: each when it is asked for, what these need
 * of others read as declarations. Bindings of two objects of this class have nothing to do with
 * each other. For one thread.
 */
public final class BoundSources {
  private final Sources sources;
  private final BindingCompiler compiler;
  private final Map<String, Optional<BoundFile>> files = new HashMap<>();

  /**
   * Reads nothing yet.
   *
   * @param tree the sources, on which Java's own classes and {@code libraries} follow
   * @param near a path: of several files that declare the same type the nearest one counts
   */
  public BoundSources(SourceTree tree, Libraries libraries, String near) {
    this(new Sources(tree, near, new TopLevels()), libraries);
  }

  BoundSources(Sources sources, Libraries libraries) {
    this.sources = sources;
    this.compiler =
        new BindingCompiler(
            new TreeEnvironment(sources, libraries), CompilerSettings.of(libraries.release()));
  }

  /**
   * A file of the tree with every name bound as far as that goes. Empty where it is not in the
   * tree, where another file declares its types already, or where the compiler gave up.
   */
  public Optional<BoundFile> file(String path) {
    Optional<BoundFile> file = files.get(path);
    if (file == null) {
      file = isReadable(path) ? bind(path) : Optional.empty();
      files.put(path, file);
    }
    return file;
  }

  /** Of a defect of the compiler on hostile code one file is lost, and it is counted as such. */
  private Optional<BoundFile> bind(String path) {
    String text = tree().text(path);
    try {
      CompilationUnitDeclaration parsed =
          compiler.resolved(new SourceUnit(path, sources.top(path).packageName(), text));
      return Optional.ofNullable(parsed).map(unit -> CodeUses.in(unit, path, text));
    } catch (AbortCompilation
        | IndexOutOfBoundsException
        | NullPointerException
        | ClassCastException
        | StackOverflowError e) {
      return Optional.empty();
    }
  }

  private boolean isReadable(String path) {
    if (!tree().paths().contains(path) || path.endsWith("-info.java")) {
      return false;
    }
    TopLevel top = sources.top(path);
    return top.types().stream()
        .allMatch(type -> sources.declaring(top.packageName(), type).equals(Optional.of(path)));
  }

  /** How many files were bound so far. */
  int size() {
    return files.size();
  }

  /** The package of a file, with dots. */
  String packageOf(String path) {
    return sources.top(path).packageName();
  }

  SourceTree tree() {
    return sources.tree();
  }

  /** What the compiler knows. */
  LookupEnvironment environment() {
    return compiler.lookupEnvironment;
  }
}
