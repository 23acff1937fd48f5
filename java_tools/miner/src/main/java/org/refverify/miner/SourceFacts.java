package org.refverify.miner;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.core.compiler.IProblem;
import org.eclipse.jdt.core.dom.AST;
import org.eclipse.jdt.core.dom.ASTParser;
import org.eclipse.jdt.core.dom.CompilationUnit;
import org.eclipse.jdt.core.dom.ImportDeclaration;
import org.refverify.common.JsonWriter;

/** Parses one source text and lists its declarations. */
public final class SourceFacts {
  /**
   * Tried in this order until one parses without a problem, because old sources use newer keywords
   * as names.
   */
  private static final List<String> LEVELS =
      List.of(JavaCore.latestSupportedJavaVersion(), "21", "1.8");

  private SourceFacts() {}

  /**
   * Declarations, imports, invocations and syntax problems of a compilation unit, as JSON.
   *
   * @param source the text; never null, empty for an empty file
   * @param moduleInfo whether the file is a module-info.java
   */
  public static String parse(String source, boolean moduleInfo) {
    char[] text = source.toCharArray();
    CompilationUnit unit = bestOf(text, moduleInfo);
    JsonWriter json = new JsonWriter().open('{');
    json.key("package").string(packageOf(unit));
    imports(unit, json);
    problems(unit, json);
    Declarations declarations = new Declarations(unit, text);
    unit.accept(declarations);
    declarations.write(json);
    return json.close('}').toString();
  }

  private static CompilationUnit bestOf(char[] text, boolean moduleInfo) {
    CompilationUnit latest = null;
    for (String level : LEVELS) {
      CompilationUnit unit = parse(text, level, moduleInfo);
      if (errors(unit).isEmpty()) {
        return unit;
      }
      latest = latest == null ? unit : latest;
    }
    return latest;
  }

  private static CompilationUnit parse(char[] text, String level, boolean moduleInfo) {
    ASTParser parser = ASTParser.newParser(AST.getJLSLatest());
    Map<String, String> options = JavaCore.getOptions();
    JavaCore.setComplianceOptions(level, options);
    parser.setCompilerOptions(options);
    parser.setKind(ASTParser.K_COMPILATION_UNIT);
    parser.setStatementsRecovery(true);
    parser.setSource(text);
    if (moduleInfo) {
      parser.setUnitName("module-info.java");
    }
    return (CompilationUnit) parser.createAST(null);
  }

  private static List<IProblem> errors(CompilationUnit unit) {
    return Arrays.stream(unit.getProblems()).filter(IProblem::isError).toList();
  }

  private static String packageOf(CompilationUnit unit) {
    return unit.getPackage() == null ? "" : unit.getPackage().getName().getFullyQualifiedName();
  }

  private static void imports(CompilationUnit unit, JsonWriter json) {
    json.key("imports").open('[');
    for (Object each : unit.imports()) {
      ImportDeclaration declaration = (ImportDeclaration) each;
      String name = declaration.getName().getFullyQualifiedName();
      json.open('[');
      json.string(declaration.isOnDemand() ? name + ".*" : name).bool(declaration.isStatic());
      json.number(declaration.getStartPosition());
      json.number(declaration.getStartPosition() + declaration.getLength()).close(']');
    }
    json.close(']');
  }

  private static void problems(CompilationUnit unit, JsonWriter json) {
    json.key("problems").open('[');
    for (IProblem problem : errors(unit)) {
      json.open('[').number(problem.getSourceLineNumber()).string(problem.getMessage()).close(']');
    }
    json.close(']');
  }
}
