package org.refverify.prover.compile;

import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.jdt.core.compiler.CategorizedProblem;
import org.eclipse.jdt.core.compiler.IProblem;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ImportReference;
import org.eclipse.jdt.internal.compiler.ast.MethodDeclaration;
import org.eclipse.jdt.internal.compiler.util.Util;

/**
 * An error of the compiler in a file.
 *
 * @param id the compiler's number of the kind of error; 0 for an error that the compiler itself
 *     ignores
 * @param text one line for people
 * @param words the arguments of the text: names of members and types, in the compiler's order
 * @param start its offset in the text; negative without a place
 * @param line from 1; 0 if unknown
 */
record CompilerMessage(int id, String text, List<String> words, int start, int line) {
  /** The number of a capture differs in each run. */
  private static final Pattern CAPTURE = Pattern.compile("capture#\\d+");

  static CompilerMessage of(CategorizedProblem problem) {
    return new CompilerMessage(
        problem.getID(),
        CAPTURE.matcher(problem.getMessage()).replaceAll("capture"),
        List.of(problem.getArguments()),
        problem.getSourceStart(),
        Math.max(0, problem.getSourceLineNumber()));
  }

  /** A method with {@code @Override} that overrides nothing. */
  static CompilerMessage overridesNothing(
      MethodDeclaration method, CompilationUnitDeclaration unit) {
    String name = new String(method.selector);
    return new CompilerMessage(
        IProblem.MethodMustOverrideOrImplement,
        "The method " + name + " overrides nothing",
        List.of(name),
        method.sourceStart,
        line(unit, method.sourceStart));
  }

  /** An import of something that nothing here declares; its name is the only word. */
  static CompilerMessage missingImport(ImportReference each, CompilationUnitDeclaration unit) {
    String name = Imports.name(each);
    return new CompilerMessage(
        IProblem.ImportNotFound,
        "The import " + name + " cannot be resolved",
        List.of(name),
        each.sourceStart,
        line(unit, each.sourceStart));
  }

  /**
   * The missing cause: the name of the member or type that the error is about. The same library
   * explains two errors with one cause.
   */
  String cause() {
    return switch (id) {
      case IProblem.UndefinedMethod, IProblem.ParameterMismatch, IProblem.NotVisibleMethod ->
          "method " + word(1);
      case IProblem.MethodMustOverride, IProblem.MethodMustOverrideOrImplement ->
          "method " + word(0);
      case IProblem.UndefinedConstructor -> "constructor " + word(0);
      case IProblem.UndefinedType -> "type " + word(0);
      case IProblem.MissingTypeInMethod, IProblem.MissingTypeInConstructor ->
          "type " + word(words.size() - 1);
      default -> text;
    };
  }

  private String word(int at) {
    return 0 <= at && at < words.size() ? words.get(at) : text;
  }

  /** A problem that this compiler ignores and that others may report. */
  static CompilerMessage withoutPlace(String text) {
    return new CompilerMessage(0, text, List.of(), -1, 0);
  }

  /** The line of a position. */
  static int line(CompilationUnitDeclaration unit, int position) {
    int[] ends = unit.compilationResult.getLineSeparatorPositions();
    return Util.getLineNumber(position, ends, 0, ends.length - 1);
  }
}
