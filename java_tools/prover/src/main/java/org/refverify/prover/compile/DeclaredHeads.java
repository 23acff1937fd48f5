package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.AnnotationMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.Argument;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.Initializer;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.classfmt.ClassFileConstants;
import org.eclipse.jdt.internal.compiler.lookup.ExtraCompilerModifiers;

/**
 * What one version of a file declares: its types, except local ones, and their members, each as
 * written without its code. The value of a final field counts because it may be a constant.
 */
final class DeclaredHeads {
  private static final int INTERFACE =
      ClassFileConstants.AccInterface | ClassFileConstants.AccAnnotation;

  /** The kind of declaration. */
  enum Kind {
    TYPE,
    FIELD,
    CONSTRUCTOR,
    METHOD
  }

  /**
   * One declaration.
   *
   * @param word the name that code uses for it; for a constructor the name of its class
   * @param owner internal name of the class that declares it; for a type, its own
   * @param text the tokens
   * @param words the names among them
   * @param isPrivate whether it is private
   * @param reachesFar whether code that does not name it may depend on it: a method that subclasses
   *     must have or that interfaces pass on, or an accessor of a record
   */
  record Declared(
      Kind kind,
      String word,
      String owner,
      String text,
      Set<String> words,
      boolean isPrivate,
      boolean reachesFar) {}

  private final String source;
  private final Map<String, Declared> all = new LinkedHashMap<>();
  private final Set<String> imports = new HashSet<>();
  private boolean isReadable = true;

  private DeclaredHeads(PreparedUnit unit) {
    this.source = unit.unit().text();
    String packageName = unit.unit().packageName().replace('.', '/');
    imports.add("package " + packageName);
    addImports();
    types(packageName.isEmpty() ? "" : packageName + "/", unit.parsed().types);
  }

  static DeclaredHeads of(PreparedUnit unit) {
    return new DeclaredHeads(unit);
  }

  /** The declarations by a key that is unique within the version. */
  Map<String, Declared> all() {
    return all;
  }

  /** The text of each import, and the package of the file. */
  Set<String> imports() {
    return imports;
  }

  /** Whether every piece could be read; if not, nothing is known about the file. */
  boolean isReadable() {
    return isReadable;
  }

  private void addImports() {
    StringBuilder open = null;
    for (CodeTokens.Token each : tokens(source).all()) {
      switch (each.kind()) {
        case TokenNameimport -> open = new StringBuilder();
        case TokenNameSEMICOLON -> {
          if (open != null) {
            imports.add(open.toString());
          }
          open = null;
        }
        default -> {
          if (open != null) {
            open.append(each.text()).append(each.text().equals("static") ? " " : "");
          }
        }
      }
    }
  }

  private CodeTokens tokens(String text) {
    Optional<CodeTokens> found = CodeTokens.of(text);
    isReadable &= found.isPresent();
    return found.orElse(new CodeTokens(List.of()));
  }

  private CodeTokens tokens(int start, int end) {
    boolean known = 0 <= start && start <= end && end <= source.length();
    isReadable &= known;
    return known ? tokens(source.substring(start, end)) : new CodeTokens(List.of());
  }

  private void types(String prefix, TypeDeclaration[] types) {
    for (TypeDeclaration type : types == null ? new TypeDeclaration[0] : types) {
      type(prefix + new String(type.name), type);
    }
  }

  private void type(String name, TypeDeclaration type) {
    CodeTokens header = tokens(type.declarationSourceStart, type.bodyStart);
    FieldDeclaration[] fields = type.fields == null ? new FieldDeclaration[0] : type.fields;
    String constants =
        Arrays.stream(fields)
            .filter(DeclaredHeads::isEnumConstant)
            .map(each -> new String(each.name))
            .collect(Collectors.joining(" "));
    put(
        name,
        new Declared(
            Kind.TYPE,
            new String(type.name),
            name,
            header.text() + " " + constants,
            header.words(),
            isPrivate(type.modifiers),
            false));
    for (FieldDeclaration each : fields) {
      if (!(each instanceof Initializer)) {
        field(name, type, each);
      }
    }
    for (AbstractMethodDeclaration each :
        type.methods == null ? new AbstractMethodDeclaration[0] : type.methods) {
      if (!each.isDefaultConstructor() && !each.isClinit()) {
        method(name, type, each);
      }
    }
    types(name + "$", type.memberTypes);
  }

  private static boolean isEnumConstant(FieldDeclaration field) {
    return !(field instanceof Initializer) && field.type == null;
  }

  private void field(String owner, TypeDeclaration type, FieldDeclaration field) {
    boolean fixed =
        (field.modifiers & ClassFileConstants.AccFinal) != 0
            || isInterface(type)
            || isEnumConstant(field);
    int end = field.declarationSourceEnd + 1;
    if (!fixed && field.initialization != null) {
      end = field.sourceEnd + 1;
    }
    CodeTokens tokens = tokens(Math.min(field.declarationSourceStart, field.sourceStart), end);
    put(
        owner + "." + new String(field.name),
        new Declared(
            Kind.FIELD,
            new String(field.name),
            owner,
            tokens.text(),
            tokens.words(),
            isPrivate(field.modifiers),
            false));
  }

  private void method(String owner, TypeDeclaration type, AbstractMethodDeclaration method) {
    boolean hasCode =
        !method.isAbstract()
            && !method.isNative()
            && method.bodyStart > method.sourceStart
            && !(method instanceof AnnotationMethodDeclaration)
            && (method.modifiers & ExtraCompilerModifiers.AccSemicolonBody) == 0;
    int end = hasCode ? method.bodyStart : method.declarationSourceEnd + 1;
    CodeTokens tokens = tokens(method.declarationSourceStart, end);
    boolean isOwn =
        isPrivate(method.modifiers)
            || (method.modifiers & ClassFileConstants.AccStatic) != 0
            || method.isConstructor();
    boolean handedDown = !isOwn && (isInterface(type) || method.isAbstract());
    boolean ofRecord = !isOwn && type.isRecord() && method.arguments == null;
    String word = new String(method.isConstructor() ? type.name : method.selector);
    put(
        owner + "." + word + "(" + parameters(method) + ")" + method.isConstructor(),
        new Declared(
            method.isConstructor() ? Kind.CONSTRUCTOR : Kind.METHOD,
            word,
            owner,
            tokens.text(),
            tokens.words(),
            isPrivate(method.modifiers),
            handedDown || ofRecord));
  }

  private static String parameters(AbstractMethodDeclaration method) {
    return method.arguments == null
        ? ""
        : Arrays.stream(method.arguments).map(DeclaredHeads::type).collect(Collectors.joining(","));
  }

  private static String type(Argument argument) {
    return String.valueOf(argument.type);
  }

  private static boolean isInterface(TypeDeclaration type) {
    return (type.modifiers & INTERFACE) != 0;
  }

  private static boolean isPrivate(int modifiers) {
    return (modifiers & ClassFileConstants.AccPrivate) != 0;
  }

  private void put(String key, Declared declared) {
    // Two declarations with one key never compile.
    isReadable &= all.put(declared.kind() + " " + key, declared) == null;
  }

  /** Those that one version has, or has otherwise. */
  static List<Declared> different(DeclaredHeads here, DeclaredHeads there) {
    List<Declared> found = new ArrayList<>();
    here.all.forEach(
        (key, declared) -> {
          Declared other = there.all.get(key);
          if (other == null || !other.text().equals(declared.text())) {
            found.add(declared);
          }
        });
    return found;
  }
}
