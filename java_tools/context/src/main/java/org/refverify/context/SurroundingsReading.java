package org.refverify.context;

import static org.refverify.common.JsonWriter.object;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.lookup.CompilationUnitScope;
import org.eclipse.jdt.internal.compiler.lookup.FieldBinding;
import org.eclipse.jdt.internal.compiler.lookup.MethodBinding;
import org.eclipse.jdt.internal.compiler.lookup.ReferenceBinding;
import org.eclipse.jdt.internal.compiler.lookup.SourceTypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeBinding;
import org.eclipse.jdt.internal.compiler.lookup.TypeIds;

/** Reads the surroundings of one method of the tree. */
final class SurroundingsReading {
  private final ReadFiles files;
  private final Telling telling;
  private final int most;
  private final BoundFile file;
  private final AbstractMethodDeclaration written;
  private final MethodBinding method;
  private final SourceTypeBinding owner;
  private final CompilationUnitScope scope;
  private final TypeHierarchy hierarchy;
  private final Map<String, Object> leftOut = new LinkedHashMap<>();

  SurroundingsReading(
      ReadFiles files,
      Telling telling,
      int most,
      BoundFile file,
      AbstractMethodDeclaration written) {
    this.files = files;
    this.telling = telling;
    this.most = most;
    this.file = file;
    this.written = written;
    this.method = written.binding;
    this.owner = (SourceTypeBinding) method.declaringClass;
    this.scope = file.unit().scope;
    this.hierarchy = new TypeHierarchy(files, owner);
  }

  /**
   * The record of the method; the nearest parts come first, because the length of texts is limited.
   */
  Map<String, Object> told() {
    List<MethodBinding> overridden = hierarchy.overridden(method);
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("method", telling.method(method));
    all.put("parameters", parameters());
    all.put("returns", telling.type(method.returnType, scope));
    all.put("declared_exceptions", types("declared_exceptions", declaredExceptions()));
    all.put("thrown", types("thrown", used(CodeUse.Kind.THROWN)));
    all.put("caught", types("caught", used(CodeUse.Kind.CAUGHT)));
    all.put("callees", callees());
    all.put("callers", callers(new HashSet<>(overridden)));
    all.put("overridden", list("overridden", overridden, telling::method));
    all.put("overriding", list("overriding", hierarchy.overriding(method), telling::method));
    all.put("fields_read", fields("fields_read", CodeUse.Kind.READ));
    all.put("fields_written", fields("fields_written", CodeUse.Kind.WRITE));
    all.put("supertypes", types("supertypes", supertypes()));
    all.put("subtypes", types("subtypes", hierarchy.below()));
    all.put("left_out", leftOut);
    return all;
  }

  private <T> List<Object> list(String name, List<T> all, Function<T, Object> tell) {
    if (all.size() > most) {
      leftOut.put(name, all.size() - most);
    }
    return all.stream().limit(most).map(tell).toList();
  }

  private List<Object> types(String name, List<? extends TypeBinding> all) {
    return list(name, all, each -> telling.type(each, scope));
  }

  private List<Object> parameters() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (int at = 0; written.arguments != null && at < written.arguments.length; at++) {
      Map<String, Object> type = telling.type(method.parameters[at], scope);
      type.put("parameter", new String(written.arguments[at].name));
      all.add(type);
    }
    return list("parameters", all, each -> each);
  }

  private List<TypeBinding> declaredExceptions() {
    ReferenceBinding[] thrown = method.thrownExceptions;
    return thrown == null ? List.of() : Arrays.asList((TypeBinding[]) thrown);
  }

  private List<ReferenceBinding> supertypes() {
    return hierarchy.above().stream().filter(each -> each.id != TypeIds.T_JavaLangObject).toList();
  }

  private Stream<CodeUse> own(CodeUse.Kind kind) {
    return file.uses().stream().filter(use -> use.kind() == kind && holds(use.position()));
  }

  private boolean holds(int position) {
    return written.declarationSourceStart <= position && position <= written.declarationSourceEnd;
  }

  private List<TypeBinding> used(CodeUse.Kind kind) {
    Set<TypeBinding> found = new LinkedHashSet<>();
    own(kind).forEach(use -> found.add((TypeBinding) use.used()));
    return List.copyOf(found);
  }

  private List<Object> fields(String name, CodeUse.Kind kind) {
    Map<FieldBinding, Set<Integer>> found = new LinkedHashMap<>();
    own(kind).forEach(use -> lines(found, (FieldBinding) use.used()).add(use.line()));
    found.keySet().removeIf(field -> TypeNames.file(field.declaringClass).isEmpty());
    return list(name, List.copyOf(found.entrySet()), e -> telling.field(e.getKey(), e.getValue()));
  }

  private List<Object> callees() {
    Map<MethodBinding, Set<Integer>> found = new LinkedHashMap<>();
    own(CodeUse.Kind.CALL)
        .filter(use -> use.used() != method)
        .forEach(use -> lines(found, (MethodBinding) use.used()).add(use.line()));
    found.keySet().removeIf(callee -> TypeNames.file(callee.declaringClass).isEmpty());
    return list(
        "callees",
        List.copyOf(found.entrySet()),
        e -> telling.call(telling.method(e.getKey()), e.getValue(), ""));
  }

  private record Caller(CodeMember member, String through) {}

  @SuppressWarnings("ReferenceEquality") // A binding is one object.
  private List<Object> callers(Set<MethodBinding> overridden) {
    Map<Caller, Set<Integer>> found = new LinkedHashMap<>();
    for (BoundFile each : files.naming(searched(), file.path(), whoMaySee())) {
      for (CodeUse use : each.uses()) {
        boolean itself = use.used() == method;
        boolean other = each != file || !holds(use.position());
        if (use.kind() == CodeUse.Kind.CALL
            && use.member() != null
            && other
            && (itself || overridden.contains(use.used()))) {
          MethodBinding called = (MethodBinding) use.used();
          String through = itself ? "" : TypeNames.of(called.declaringClass);
          lines(found, new Caller(use.member(), through)).add(use.line());
        }
      }
    }
    return list(
        "callers",
        List.copyOf(found.entrySet()),
        e -> telling.call(telling.member(e.getKey().member()), e.getValue(), e.getKey().through()));
  }

  /** The name that a file must contain to call the method. */
  private String searched() {
    return new String(method.isConstructor() ? owner.sourceName() : method.selector);
  }

  private Predicate<String> whoMaySee() {
    if (method.isPrivate() || owner.isLocalType()) {
      return file.path()::equals;
    }
    if (method.isPublic() || method.isProtected()) {
      return path -> true;
    }
    String home = files.sources().packageOf(file.path());
    return path -> files.sources().packageOf(path).equals(home);
  }

  private static <K> Set<Integer> lines(Map<K, Set<Integer>> all, K key) {
    return all.computeIfAbsent(key, k -> new TreeSet<>());
  }

  /** The record of several methods of a tree. */
  static Map<String, Object> of(ReadFiles files, List<LookedFor> wanted, ReadingLimits limits) {
    Telling telling = new Telling(files.sources().tree(), limits);
    List<Object> found = new ArrayList<>();
    List<LookedFor> missing = new ArrayList<>();
    for (LookedFor each : wanted) {
      files
          .file(each.path())
          .flatMap(
              file ->
                  each.in(file)
                      .map(
                          written ->
                              new SurroundingsReading(
                                  files, telling, limits.entries(), file, written)))
          .ifPresentOrElse(reading -> found.add(reading.told()), () -> missing.add(each));
    }
    return object("methods", found, "missing", LookedFor.names(missing));
  }
}
