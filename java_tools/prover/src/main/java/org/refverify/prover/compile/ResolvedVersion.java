package org.refverify.prover.compile;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.jdt.core.compiler.CategorizedProblem;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.LookupEnvironment;

/**
 * One version of a source tree for callers who need the compiler's bindings of names: files are
 * resolved on request, all others are read as declarations.
 */
public final class ResolvedVersion {
  private final Sources sources;
  private final LazyCompiler compiler;

  /**
   * A version that has read nothing yet.
   *
   * @param near a folder; if several source roots declare a type, the root nearest to it wins
   */
  public ResolvedVersion(SourceTree tree, String near, Libraries libraries, TopLevels topLevels) {
    MissingTypes missingTypes = new MissingTypes();
    this.sources = new Sources(tree, near, topLevels);
    this.compiler =
        new LazyCompiler(
            new TreeEnvironment(sources, libraries, missingTypes),
            missingTypes,
            CompilerSettings.of(libraries.release()));
  }

  /** Resolves files with the bodies of their methods; ignores files that the tree does not have. */
  public void resolve(Collection<String> paths) {
    List<String> wanted = paths.stream().sorted().filter(this::has).toList();
    compiler.declare(wanted.stream().map(this::unit).toList());
    wanted.stream().filter(path -> !compiler.isGenerated(path)).forEach(compiler::generate);
  }

  /** Whether the tree has a file. */
  public boolean has(String path) {
    return sources.tree().paths().contains(path);
  }

  /** The syntax tree of a resolved file; null for other files. */
  public CompilationUnitDeclaration parsed(String path) {
    return compiler.isGenerated(path) ? compiler.unit(path).parsed() : null;
  }

  /** The files that both versions have with different contents. */
  public Set<String> differing(ResolvedVersion other) {
    return SourceChange.between(other.sources.tree(), sources.tree()).files().stream()
        .filter(path -> has(path) && other.has(path))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The text in which the tree's positions are offsets; null for a file that was not read. */
  public String text(String path) {
    PreparedUnit unit = compiler.unit(path);
    return unit == null ? null : unit.unit().text();
  }

  /** The errors in a resolved file. */
  public List<CategorizedProblem> errors(String path) {
    CompilationUnitDeclaration unit = parsed(path);
    CategorizedProblem[] found = unit == null ? null : unit.compilationResult.getErrors();
    return found == null ? List.of() : Arrays.asList(found);
  }

  /** The files of the tree whose code contains one of the words. */
  public Set<String> mentioning(Set<String> names) {
    return mentioning(names, sources.tree().paths());
  }

  /** The same among some of the files. */
  public Set<String> mentioning(Set<String> names, Set<String> among) {
    Set<String> found = new TreeSet<>();
    if (!names.isEmpty()) {
      for (String path : among) {
        if (Words.inSource(names, sources.tree().text(path))) {
          found.add(path);
        }
      }
    }
    return found;
  }

  /** The compiler's knowledge of types. */
  public LookupEnvironment types() {
    return compiler.lookupEnvironment;
  }

  private SourceUnit unit(String path) {
    return new SourceUnit(path, sources.top(path).packageName(), sources.tree().text(path));
  }
}
