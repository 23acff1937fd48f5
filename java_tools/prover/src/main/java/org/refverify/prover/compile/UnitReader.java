package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.jdt.internal.compiler.CompilationResult;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ImportReference;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.parser.Parser;
import org.refverify.prover.compile.MissingTypes.Shape;
import org.refverify.prover.compile.Words.Stretch;

/** Parses files so that a missing name affects only the code that uses it. */
final class UnitReader {
  private final Parser parser;
  private final TreeEnvironment environment;
  private final MissingTypes missingTypes;

  UnitReader(Parser parser, TreeEnvironment environment, MissingTypes missingTypes) {
    this.parser = parser;
    this.environment = environment;
    this.missingTypes = missingTypes;
  }

  PreparedUnit read(SourceUnit unit) {
    CompilationUnitDeclaration parsed = declarations(unit);
    Imports imports = new Imports(parsed, environment);
    if (MissingTypes.isPath(unit.path())) {
      return PreparedUnit.whole(unit, parsed);
    }
    SourceUnit readable = unit;
    if (MissingAnnotations.possible(imports, environment, unit)) {
      String text = MissingAnnotations.replaced(whole(unit), imports, environment, unit);
      readable = new SourceUnit(unit.path(), unit.packageName(), text);
      parsed = declarations(readable);
      imports = new Imports(parsed, environment);
    }
    List<ImportReference> missing = imports.missing();
    return missing.isEmpty()
        ? PreparedUnit.whole(readable, parsed)
        : withStandIns(readable, parsed, imports, missing);
  }

  private CompilationUnitDeclaration declarations(SourceUnit unit) {
    return parser.dietParse(unit, new CompilationResult(unit, 0, 1, 1000));
  }

  private CompilationUnitDeclaration whole(SourceUnit unit) {
    return parser.parse(unit, new CompilationResult(unit, 0, 1, 1000));
  }

  private PreparedUnit withStandIns(
      SourceUnit unit,
      CompilationUnitDeclaration parsed,
      Imports imports,
      List<ImportReference> missing) {
    Map<String, Shape> shapes = TypeUses.of(whole(unit));
    Set<String> declared = Words.of(unit.text(), stretches(parsed, true));
    Set<String> all = Words.of(unit.text(), stretches(parsed, false));
    Set<String> inDeclarations = new TreeSet<>();
    Set<String> inBodies = new TreeSet<>();
    Set<String> hidden = new TreeSet<>();
    List<ImportReference> dropped = new ArrayList<>();
    for (ImportReference each : missing) {
      String name = Imports.name(each);
      boolean used = Imports.onDemand(each) || all.contains(Imports.last(each));
      if (!used || each.isStatic() || Imports.onDemand(each)) {
        dropped.add(each);
      } else if (isNested(name)) {
        hidden.add(Imports.last(each));
      } else {
        missingTypes.add(name, shapes.getOrDefault(Imports.last(each), Shape.PLAIN));
      }
      if (used && (each.isStatic() || !Imports.onDemand(each))) {
        (declared.contains(Imports.last(each)) ? inDeclarations : inBodies).add(name);
      }
    }
    dropped.removeIf(each -> brings(each, missing, all, shapes, imports, unit));
    parsed.imports =
        Arrays.stream(parsed.imports)
            .filter(each -> !dropped.contains(each))
            .toArray(ImportReference[]::new);
    missing.stream()
        .filter(each -> each.isStatic() && !Imports.onDemand(each))
        .forEach(each -> hidden.add(Imports.last(each)));
    return new PreparedUnit(
        unit,
        parsed,
        inDeclarations,
        inBodies,
        hidden,
        hidden.stream().anyMatch(declared::contains),
        missing.stream()
            .filter(each -> each.isStatic() && Imports.onDemand(each))
            .map(Imports::name)
            .collect(Collectors.toSet()),
        missing);
  }

  /**
   * Whether the only missing on-demand import remains and provides the names that nothing else
   * provides. With several such imports the right one would be unknown.
   */
  private boolean brings(
      ImportReference each,
      List<ImportReference> missing,
      Set<String> words,
      Map<String, Shape> shapes,
      Imports imports,
      SourceUnit unit) {
    if (each.isStatic() || !Imports.onDemand(each) || isNested(Imports.name(each) + ".X")) {
      return false;
    }
    if (missing.stream().filter(m -> Imports.onDemand(m) && !m.isStatic()).count() > 1) {
      return false;
    }
    MissingAnnotations visible =
        new MissingAnnotations(imports, environment, unit.packageName(), unit.text());
    Set<String> own = TopLevel.of(unit.text()).types();
    List<String> brought =
        words.stream()
            .filter(word -> Character.isUpperCase(word.charAt(0)))
            .filter(word -> !own.contains(word) && imports.single(word).isEmpty())
            .filter(word -> !visible.isVisible(word))
            .toList();
    String prefix = Imports.name(each) + ".";
    brought.forEach(
        word -> missingTypes.addOnDemand(prefix + word, shapes.getOrDefault(word, Shape.PLAIN)));
    return !brought.isEmpty();
  }

  /** Whether the name is a type inside a type, by naming convention; it gets no stand-in. */
  private static boolean isNested(String name) {
    String above = Imports.parent(name);
    String last = above.substring(above.lastIndexOf('.') + 1);
    return !last.isEmpty() && Character.isUpperCase(last.charAt(0));
  }

  private static List<Stretch> stretches(CompilationUnitDeclaration parsed, boolean bodies) {
    List<Stretch> stretches = new ArrayList<>();
    for (ImportReference each : parsed.imports) {
      stretches.add(new Stretch(each.declarationSourceStart, each.declarationSourceEnd));
    }
    if (bodies && parsed.types != null) {
      Arrays.stream(parsed.types).forEach(type -> addBodies(type, stretches));
    }
    return stretches;
  }

  private static void addBodies(TypeDeclaration type, List<Stretch> stretches) {
    if (type.methods != null) {
      for (AbstractMethodDeclaration each : type.methods) {
        stretches.add(new Stretch(each.bodyStart, each.bodyEnd));
      }
    }
    if (type.memberTypes != null) {
      Arrays.stream(type.memberTypes).forEach(member -> addBodies(member, stretches));
    }
  }
}
