package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jdt.core.compiler.CharOperation;
import org.eclipse.jdt.core.compiler.InvalidInputException;
import org.eclipse.jdt.internal.compiler.ASTVisitor;
import org.eclipse.jdt.internal.compiler.ast.Annotation;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.ImportReference;
import org.eclipse.jdt.internal.compiler.ast.MarkerAnnotation;
import org.eclipse.jdt.internal.compiler.ast.NormalAnnotation;
import org.eclipse.jdt.internal.compiler.ast.SingleMemberAnnotation;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.BlockScope;
import org.eclipse.jdt.internal.compiler.lookup.ClassScope;
import org.eclipse.jdt.internal.compiler.lookup.CompilationUnitScope;
import org.eclipse.jdt.internal.compiler.lookup.MethodScope;
import org.eclipse.jdt.internal.compiler.parser.Scanner;
import org.eclipse.jdt.internal.compiler.parser.TerminalToken;

/**
 * Annotations whose types are not declared anywhere. The compiler rejects the methods that have
 * them, so each is replaced by a stand-in that contains its text and is kept in the class file. The
 * text is then still compared.
 */
final class MissingAnnotations extends ASTVisitor {
  private final Imports imports;
  private final TreeEnvironment environment;
  private final String packageName;
  private final String text;
  private static final Pattern WRITTEN =
      Pattern.compile("@\\s*(\\p{javaJavaIdentifierStart}[\\p{javaJavaIdentifierPart}.]*)");

  private final Set<String> declared = new HashSet<>();
  private final List<Annotation> all = new ArrayList<>();

  MissingAnnotations(
      Imports imports, TreeEnvironment environment, String packageName, String text) {
    this.imports = imports;
    this.environment = environment;
    this.packageName = packageName;
    this.text = text;
  }

  /** The text with stand-ins; the same text if nothing is missing. Line numbers do not change. */
  static String replaced(
      CompilationUnitDeclaration parsed,
      Imports imports,
      TreeEnvironment environment,
      SourceUnit unit) {
    MissingAnnotations visitor =
        new MissingAnnotations(imports, environment, unit.packageName(), unit.text());
    parsed.traverse(visitor, parsed.scope, false);
    if (parsed.currentPackage != null && parsed.currentPackage.annotations != null) {
      // Annotations of a package do not belong to a type yet.
      visitor.all.addAll(List.of(parsed.currentPackage.annotations));
    }
    return visitor.replace();
  }

  /** Whether {@link #replaced} may find any; decided without parsing the bodies. */
  static boolean possible(Imports imports, TreeEnvironment environment, SourceUnit unit) {
    MissingAnnotations none =
        new MissingAnnotations(imports, environment, unit.packageName(), unit.text());
    return WRITTEN
        .matcher(unit.text())
        .results()
        .map(found -> found.group(1))
        .distinct()
        .anyMatch(name -> !name.equals("interface") && !none.isDeclared(name));
  }

  private String replace() {
    StringBuilder out = new StringBuilder();
    int from = 0;
    List<Annotation> missing =
        all.stream()
            .filter(each -> !isDeclared(name(each)))
            .sorted(Comparator.comparingInt(each -> each.sourceStart))
            .toList();
    for (Annotation each : missing) {
      if (each.sourceStart >= from) {
        out.append(text, from, each.sourceStart).append(standIn(each));
        from = each.declarationSourceEnd + 1;
      }
    }
    return out.append(text, from, text.length()).toString();
  }

  private String standIn(Annotation each) {
    String written = text.substring(each.sourceStart, each.declarationSourceEnd + 1);
    String type = name(each).replace('.', '_');
    String quoted =
        meaning(written)
            .replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("\r", "\\r");
    long lines = written.chars().filter(c -> c == '\n').count();
    String name = MissingTypes.ANNOTATIONS + "." + type + MissingTypes.MARK;
    return "@" + name + "(\"" + quoted + "\")" + "\n".repeat((int) lines) + " ";
  }

  /**
   * The annotation's tokens with the origin of each name, because the same text under other imports
   * has another meaning. Spaces in strings are kept.
   */
  private String meaning(String written) {
    StringBuilder out = new StringBuilder();
    Scanner scanner = new Scanner(false, false, false, CompilerSettings.NEWEST, null, null, false);
    scanner.setSource(written.toCharArray());
    try {
      String pending = "";
      boolean first = true;
      for (TerminalToken token = scanner.getNextToken();
          token != TerminalToken.TokenNameEOF;
          token = scanner.getNextToken()) {
        // A name before an equals sign is an element of the annotation.
        out.append(token == TerminalToken.TokenNameEQUAL ? "" : pending);
        boolean named = token == TerminalToken.TokenNameIdentifier;
        String origin = first && named ? origin(scanner.getCurrentTokenString()) : "";
        pending = origin.isEmpty() ? "" : "<" + origin + ">";
        first = token != TerminalToken.TokenNameDOT;
        int start = scanner.getCurrentTokenStartPosition();
        int end = scanner.getCurrentTokenEndPosition();
        out.append(' ').append(written, start, end + 1);
      }
      return out.append(pending).toString().strip();
    } catch (InvalidInputException e) {
      return written;
    }
  }

  /** Where a name in the file comes from, as far as known. */
  private String origin(String name) {
    if (declared.contains(name)) {
      return "here";
    }
    Optional<ImportReference> single = imports.single(name);
    if (single.isPresent()) {
      return Imports.name(single.get());
    }
    if (environment.has(packageName, name)) {
      return "package";
    }
    return environment.has("java.lang", name) ? "" : String.join(" ", imports.mayBring(name));
  }

  private static String name(Annotation each) {
    return CharOperation.toString(each.type.getTypeName());
  }

  private boolean isDeclared(String name) {
    String first = name.split("\\.")[0];
    Optional<ImportReference> single = imports.single(first);
    boolean found = single.isPresent() ? imports.resolves(single.get()) : isVisible(first);
    return found || imports.isType(name);
  }

  boolean isVisible(String simpleName) {
    return declared.contains(simpleName)
        || environment.has(packageName, simpleName)
        || environment.has("java.lang", simpleName)
        || imports.bringsOnDemand(simpleName);
  }

  @Override
  public boolean visit(MarkerAnnotation annotation, BlockScope scope) {
    return all.add(annotation);
  }

  @Override
  public boolean visit(NormalAnnotation annotation, BlockScope scope) {
    return all.add(annotation);
  }

  @Override
  public boolean visit(SingleMemberAnnotation annotation, BlockScope scope) {
    return all.add(annotation);
  }

  @Override
  public boolean visit(MarkerAnnotation annotation, ClassScope scope) {
    return all.add(annotation);
  }

  @Override
  public boolean visit(NormalAnnotation annotation, ClassScope scope) {
    return all.add(annotation);
  }

  @Override
  public boolean visit(SingleMemberAnnotation annotation, ClassScope scope) {
    return all.add(annotation);
  }

  @Override
  public boolean visit(FieldDeclaration field, MethodScope scope) {
    declared.add(new String(field.name));
    return true;
  }

  @Override
  public boolean visit(TypeDeclaration type, BlockScope scope) {
    declared.add(new String(type.name));
    return true;
  }

  @Override
  public boolean visit(TypeDeclaration type, ClassScope scope) {
    declared.add(new String(type.name));
    return true;
  }

  @Override
  public boolean visit(TypeDeclaration type, CompilationUnitScope scope) {
    declared.add(new String(type.name));
    return true;
  }
}
