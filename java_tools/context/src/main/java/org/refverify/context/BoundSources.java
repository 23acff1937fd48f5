package org.refverify.context;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.LookupEnvironment;
import org.eclipse.jdt.internal.compiler.problem.AbortCompilation;
import org.refverify.prover.compile.Libraries;
import org.refverify.prover.compile.SourceTree;
import org.refverify.prover.compile.SourceUnit;
import org.refverify.prover.compile.Sources;
import org.refverify.prover.compile.TopLevel;
import org.refverify.prover.compile.TopLevels;
import org.refverify.prover.compile.TreeEnvironment;

/**
 * The files of one source tree with their names bound: each on request; other files that they need
 * are read as declarations. Bindings of two objects of this class are unrelated. Not thread-safe.
 */
public final class BoundSources {
  private final Sources sources;
  private final BindingCompiler compiler;
  private final Map<String, Optional<BoundFile>> files = new HashMap<>();

  /**
   * Reads nothing yet.
   *
   * @param tree the sources, followed by Java's own classes and {@code libraries}
   * @param near a path: if several files declare the same type, the nearest one wins
   */
  public BoundSources(SourceTree tree, Libraries libraries, String near) {
    this(new Sources(tree, near, new TopLevels()), libraries);
  }

  BoundSources(Sources sources, Libraries libraries) {
    this.sources = sources;
    this.compiler =
        new BindingCompiler(new TreeEnvironment(sources, libraries), libraries.release());
  }

  /**
   * A file of the tree with its names bound as far as possible. Empty if it is not in the tree, if
   * another file already declares its types, or if the compiler gave up.
   */
  public Optional<BoundFile> file(String path) {
    Optional<BoundFile> file = files.get(path);
    if (file == null) {
      file = isReadable(path) ? bind(path) : Optional.empty();
      files.put(path, file);
    }
    return file;
  }

  /**
   * Binds a file. If the compiler fails on hostile code, only this file is lost, and it is counted.
   */
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

  /** The number of files bound so far. */
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

  /** The compiler's knowledge of types. */
  LookupEnvironment environment() {
    return compiler.lookupEnvironment;
  }
}
