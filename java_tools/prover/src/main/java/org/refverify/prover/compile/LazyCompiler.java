package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.eclipse.jdt.core.compiler.CategorizedProblem;
import org.eclipse.jdt.internal.compiler.ClassFile;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.MethodDeclaration;
import org.eclipse.jdt.internal.compiler.impl.CompilerOptions;
import org.eclipse.jdt.internal.compiler.problem.AbortCompilation;

/** Generates the code of one file at a time, on request. */
final class LazyCompiler extends DeclaringCompiler {
  private static final String OVERRIDE = "Override";

  private final UnitReader reader;
  private final Map<String, PreparedUnit> units = new TreeMap<>();
  private final Set<String> generated = new HashSet<>();
  private final Map<String, List<CompilerMessage>> messages = new TreeMap<>();

  LazyCompiler(TreeEnvironment environment, MissingTypes missingTypes, CompilerOptions options) {
    super(environment, options);
    this.reader = new UnitReader(parser, environment, missingTypes);
  }

  @Override
  protected CompilationUnitDeclaration parseDeclarations(SourceUnit unit) {
    PreparedUnit prepared = reader.read(unit);
    units.put(unit.path(), prepared);
    return prepared.parsed();
  }

  /** Every file that was read. */
  Collection<PreparedUnit> units() {
    return units.values();
  }

  /** The result of reading a file; null if it was not read. */
  PreparedUnit unit(String path) {
    return units.get(path);
  }

  /** Whether code was generated for a file. */
  boolean isGenerated(String path) {
    return generated.contains(path);
  }

  /**
   * The class files of one declared file, by internal name; a method that does not compile throws
   * an error. Empty if the compiler could not process the file, or if its code was already
   * generated.
   */
  Map<String, byte[]> generate(String path) {
    Map<String, byte[]> classes = new HashMap<>();
    List<CompilerMessage> found = new ArrayList<>();
    if (!units.containsKey(path) || !generated.add(path)) {
      return classes;
    }
    CompilationUnitDeclaration unit = units.get(path).parsed();
    try {
      parser.getMethodBodies(unit);
      List<MethodDeclaration> overriding =
          hasOwnOverride(path) ? List.of() : WithoutOverride.in(unit);
      process(unit, 0);
      MissingBindings missing = new MissingBindings(misread());
      overriding.stream()
          .filter(each -> WithoutOverride.isWrong(each, missing))
          .forEach(each -> found.add(CompilerMessage.overridesNothing(each, unit)));
      Intersections.in(unit).forEach(each -> found.add(CompilerMessage.withoutPlace(each)));
      for (ClassFile file : unit.compilationResult.getClassFiles()) {
        classes.put(new String(file.fileName()), file.getBytes());
      }
      // The data from which class files were written is many times their size.
      unit.compilationResult.compiledTypes.clear();
      SkippedFlow.analyse(unit);
    } catch (AbortCompilation e) {
      lookupEnvironment.unitBeingCompleted = null;
    }
    CategorizedProblem[] errors = unit.compilationResult.getErrors();
    if (errors != null) {
      Arrays.stream(errors).map(CompilerMessage::of).forEach(found::add);
    }
    messages.put(path, found);
    return classes;
  }

  /** Whether {@code @Override} may mean another annotation than that of the language. */
  private boolean hasOwnOverride(String path) {
    PreparedUnit prepared = units.get(path);
    return environment.has(prepared.unit().packageName(), OVERRIDE)
        || new Imports(prepared.parsed(), environment).single(OVERRIDE).isPresent();
  }

  /** Code in some compiled files that depends on missing types. */
  List<MissingUses> missingUses(Collection<String> paths) {
    MissingBindings missing = new MissingBindings(misread());
    List<MissingUses> found = new ArrayList<>();
    for (String path : paths) {
      PreparedUnit unit = units.get(path);
      if (unit != null) {
        lookupEnvironment.unitBeingCompleted = unit.parsed();
        found.add(MissingUses.in(unit, missing));
        lookupEnvironment.unitBeingCompleted = null;
      }
    }
    return found;
  }

  /** The members of a compiled file. */
  UnchangedMembers.Side members(String path) {
    PreparedUnit unit = units.get(path);
    MissingUses uses = new MissingUses(unit, new MissingBindings(misread()));
    lookupEnvironment.unitBeingCompleted = unit.parsed();
    UnchangedMembers.Side side = UnchangedMembers.Side.of(unit, uses);
    lookupEnvironment.unitBeingCompleted = null;
    return side;
  }

  private Set<String> misread() {
    return units.values().stream()
        .filter(PreparedUnit::misread)
        .map(each -> each.unit().path())
        .collect(Collectors.toSet());
  }

  /** All errors in a compiled file. */
  List<CompilerMessage> messages(String path) {
    return messages.getOrDefault(path, List.of());
  }

  /** What could remove the errors of a compiled file. */
  ErrorDoubts doubts(String path, Set<String> declaredBefore) {
    MissingBindings missing = new MissingBindings(misread());
    return new ErrorDoubts(units.get(path), messages(path), missing, declaredBefore);
  }
}
