package org.refverify.prover.compile;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.impl.CompilerOptions;
import org.refverify.common.PathNearness;
import org.refverify.prover.compare.NamesUsed;
import org.refverify.prover.world.ClassLookup;
import org.refverify.prover.world.ClassReading;
import org.refverify.prover.world.CompiledVersion;

/** One version of a source tree: some files as classes, the others on request. */
final class SourceVersion implements ComparedVersion {
  private static final Pattern IMPORT = Pattern.compile("(?m)^\\s*import\\b[^;]*;");

  private final Sources sources;
  private final Libraries libraries;
  private final TreeEnvironment environment;
  private final LazyCompiler compiler;
  private final Set<String> included = new TreeSet<>();
  private final Set<String> compiled = new TreeSet<>();
  private final Map<String, String> otherFiles;
  private final Map<String, Map<String, byte[]>> classesByPath = new HashMap<>();
  private final Map<String, Boolean> compiledAlike = new HashMap<>();

  SourceVersion(
      Sources sources,
      Libraries libraries,
      MissingTypes missingTypes,
      Map<String, String> otherFiles) {
    this.sources = sources;
    this.libraries = libraries;
    this.environment = new TreeEnvironment(sources, libraries, missingTypes);
    CompilerOptions options = CompilerSettings.of(libraries.release());
    options.produceMethodParameters = sources.tree().keepsParameterNames();
    this.compiler = new LazyCompiler(environment, missingTypes, options);
    this.otherFiles = new TreeMap<>(otherFiles);
  }

  @Override
  public Set<String> mentioning(Set<String> names) {
    Set<String> found = new TreeSet<>();
    for (String path : sources.tree().paths()) {
      if (Words.inSource(names, sources.tree().text(path))) {
        found.add(path);
      }
    }
    return found;
  }

  @Override
  public Set<String> withText(Set<String> names) {
    Set<String> found = new TreeSet<>();
    for (String path : sources.tree().paths()) {
      if (!included.contains(path) && Words.inTexts(names, sources.tree().text(path))) {
        found.add(path);
      }
    }
    return found;
  }

  @Override
  public boolean isEmpty() {
    return sources.tree().paths().isEmpty();
  }

  @Override
  public void include(Collection<String> paths) {
    List<String> wanted =
        paths.stream()
            .sorted()
            .filter(sources.tree().paths()::contains)
            .filter(path -> !included.contains(path))
            .toList();
    compiler.declare(wanted.stream().map(this::unit).toList());
    for (String path : wanted) {
      included.add(path);
      if (hasTypeWithoutCode(path) || !isCompiledAlike(path)) {
        byte[] text = sources.tree().text(path).getBytes(StandardCharsets.UTF_16BE);
        otherFiles.put(path, Digest.of(text));
      } else {
        String forgotten = ForgottenMembers.of(compiler.unit(path));
        if (!forgotten.isEmpty()) {
          otherFiles.put(
              path, Digest.of(forgotten.getBytes(StandardCharsets.UTF_16BE)) + ", in part");
        }
      }
    }
  }

  /** Whether other compilers translate a declared file in the same way. */
  private boolean isCompiledAlike(String path) {
    Boolean known = compiledAlike.get(path);
    if (known == null) {
      Map<String, byte[]> classes = generate(path);
      CompilationUnitDeclaration unit = compiler.unit(path).parsed();
      known = !DroppedReads.in(unit, classes) && !CompilersChoice.in(unit);
      compiledAlike.put(path, known);
    }
    return known;
  }

  /**
   * Whether the compiler generated no class for some type of a file: it could not read the file, or
   * another file declares the type too and the name means that class here. Then only the text can
   * be compared.
   */
  private boolean hasTypeWithoutCode(String path) {
    Map<String, byte[]> classes = generate(path);
    if (classes.isEmpty()) {
      return true;
    }
    String name = sources.top(path).packageName();
    String folder = name.isEmpty() ? "" : name.replace('.', '/') + "/";
    return Arrays.stream(compiler.unit(path).parsed().types)
        .anyMatch(type -> !classes.containsKey(folder + new String(type.name)));
  }

  @Override
  public CompiledVersion compiled() {
    Map<String, byte[]> classes = new TreeMap<>();
    included.forEach(path -> classes.putAll(classesByPath.get(path)));
    return new CompiledVersion(
        classes, new Lookup(), unresolved(), guessed(), Map.of(), otherFiles);
  }

  /** Internal names of missing types on which the code so far depends or may depend. */
  Set<String> unresolved() {
    Set<String> names = new TreeSet<>(environment.asked());
    for (PreparedUnit unit : compiler.units()) {
      names.addAll(unit.missing());
      if (classesByPath.containsKey(unit.unit().path())) {
        names.addAll(unit.missingInBodies());
      }
      names.addAll(Supertypes.missing(unit.parsed()));
    }
    return names.stream()
        .map(name -> name.replace('.', '/'))
        .collect(TreeSet::new, Set::add, Set::addAll);
  }

  /**
   * The types that are missing only in the other version, and whose names included code here still
   * contains. A changed import has given these names another meaning.
   */
  Set<String> renamed(SourceVersion other) {
    Set<String> names = new TreeSet<>(other.unresolved());
    names.removeAll(unresolved());
    Set<String> words = new TreeSet<>();
    if (!names.isEmpty()) {
      for (String path : included) {
        String code = IMPORT.matcher(sources.tree().text(path)).replaceAll(" ");
        words.addAll(Words.of(code, List.of()));
      }
    }
    names.removeIf(name -> !words.contains(name.substring(name.lastIndexOf('/') + 1)));
    return names;
  }

  /** The missing types from which calls in the included files may take their methods. */
  Set<String> open() {
    Set<String> names = new TreeSet<>();
    included.forEach(path -> names.addAll(compiler.unit(path).open()));
    return names;
  }

  /**
   * The compiled version with what is known of methods that may have another meaning than their
   * class files.
   *
   * @param same methods of both versions that mean the same, see {@link UnchangedMembers}
   */
  CompiledVersion settled(CompiledVersion compiled, Map<String, String> same) {
    Map<String, Set<String>> guessed = new TreeMap<>(compiled.guessed());
    Map<String, String> settled = new TreeMap<>();
    Set<String> open = new TreeSet<>();
    for (MissingUses uses : compiler.missingUses(included)) {
      for (String id : uses.ids()) {
        if (same.containsKey(id)) {
          settled.put(id, same.get(id));
        } else {
          open.add(SettledCode.key(id));
        }
      }
    }
    // Constructors and initialisers belong together, whatever their parameters.
    same.forEach(
        (id, text) -> {
          String key = SettledCode.key(id);
          if (settled.containsKey(key)) {
            settled.put(id, text);
          }
        });
    settled.keySet().stream()
        .map(SettledCode::key)
        .filter(key -> !open.contains(key))
        .forEach(guessed::remove);
    return new CompiledVersion(
        SettledCode.closed(compiled.classes(), settled.keySet()),
        compiled.world(),
        compiled.unresolved(),
        guessed,
        settled,
        compiled.otherFiles());
  }

  /** The methods of the included files that may have another meaning than their class files. */
  private Map<String, Set<String>> guessed() {
    Map<String, Set<String>> all = new TreeMap<>();
    for (String path : included) {
      if (hasTypeWithoutCode(path)) {
        all.put(path, Words.of(sources.tree().text(path), List.of()));
      }
    }
    if (!unresolved().isEmpty() || !errors().isEmpty()) {
      for (MissingUses uses : compiler.missingUses(included)) {
        uses.words()
            .forEach(
                (method, words) ->
                    all.computeIfAbsent(method, key -> new TreeSet<>()).addAll(words));
      }
    }
    return all;
  }

  /** Whether an included file would be compiled against another class of some name. */
  boolean isMisled() {
    return included.stream().anyMatch(path -> !hasTypeWithoutCode(path) && sources.mislead(path));
  }

  /** The result of reading a file; null if the version does not have it. */
  PreparedUnit prepared(String path) {
    return compiler.unit(path);
  }

  /** The files that were included. */
  Set<String> included() {
    return included;
  }

  /** The readable members of an included file, with what their code names with certainty. */
  UnchangedMembers.Side members(String path) {
    return compiler.members(path);
  }

  /** The errors in the included files, each message as often as it occurs. */
  List<String> errors() {
    return included.stream()
        .flatMap(path -> compiler.messages(path).stream())
        .map(CompilerMessage::text)
        .toList();
  }

  /** Compiles files that are not compared, only for their errors. */
  void compile(Collection<String> paths) {
    List<String> wanted = paths.stream().filter(sources.tree().paths()::contains).toList();
    compiler.declare(wanted.stream().map(this::unit).toList());
    wanted.forEach(this::generate);
    compiled.addAll(wanted);
  }

  /** The errors in the included and compiled files so far, by file. */
  Map<String, List<CompilerMessage>> messages() {
    Map<String, List<CompilerMessage>> found = new TreeMap<>();
    looked().forEach(path -> found.put(path, compiler.messages(path)));
    return found;
  }

  /** Every file whose errors are known. */
  Set<String> looked() {
    Set<String> all = new TreeSet<>(included);
    all.addAll(compiled);
    return all;
  }

  /** The syntax trees of the given files that this version has. */
  List<CompilationUnitDeclaration> parsed(Collection<String> paths) {
    return paths.stream()
        .filter(included::contains)
        .map(each -> compiler.unit(each).parsed())
        .toList();
  }

  /**
   * What could remove an error; empty if nothing could.
   *
   * @param declaredBefore see {@link ErrorDoubts}
   */
  String doubt(String path, CompilerMessage error, Set<String> declaredBefore) {
    if (sources.mislead(path)) {
      return ErrorDoubts.TWINS;
    }
    String name = path.substring(path.lastIndexOf('/') + 1);
    boolean placed =
        !sources.root(path).equals(PathNearness.folder(path) + "/") || inDefaultPackage(path);
    return placed && !name.contains("-") && !("/" + path).contains("/resources/")
        ? compiler.doubts(path, declaredBefore).about(error)
        : ErrorDoubts.PLACE;
  }

  private boolean inDefaultPackage(String path) {
    return sources.top(path).packageName().isEmpty();
  }

  /** The imports that cannot be resolved, in files whose errors are known. */
  Map<String, List<CompilerMessage>> missingImports() {
    Map<String, List<CompilerMessage>> found = new TreeMap<>();
    for (String path : looked()) {
      PreparedUnit unit = compiler.unit(path);
      found.put(
          path,
          unit.missingImports().stream()
              .map(each -> CompilerMessage.missingImport(each, unit.parsed()))
              .toList());
    }
    return found;
  }

  /** Whether the sources declare a type, by its name with dots, or a type around it. */
  boolean declares(String name) {
    for (String type = name; !type.isEmpty(); type = Imports.parent(type)) {
      String last = type.substring(type.lastIndexOf('.') + 1);
      if (sources.declaring(Imports.parent(type), last).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /** The names of the fields and methods that the included files declare. */
  Set<String> declaredNames() {
    Set<String> names = new TreeSet<>();
    for (String path : included) {
      names.addAll(MemberNames.of(compiler.unit(path).parsed()));
    }
    return names;
  }

  /** Every class of the version, compiled on request. */
  private final class Lookup implements ClassLookup {
    @Override
    public byte[] find(String internalName) {
      String path = declaring(internalName);
      if (path == null) {
        return libraries.bytes(internalName).orElse(null);
      }
      compiler.declare(List.of(unit(path)));
      return generate(path).get(internalName);
    }

    @Override
    public boolean isOfTree(String internalName) {
      return declaring(internalName) != null;
    }

    @Override
    public boolean isCompiledAlike(String internalName) {
      String path = declaring(internalName);
      if (path == null) {
        return true;
      }
      compiler.declare(List.of(unit(path)));
      return compiler.unit(path) != null && SourceVersion.this.isCompiledAlike(path);
    }

    @Override
    public Set<String> missingSupertypes(String internalName) {
      String path = declaring(internalName);
      PreparedUnit unit = path == null ? null : compiler.unit(path);
      return unit == null ? Set.of() : Supertypes.missing(unit.parsed(), internalName);
    }
  }

  /** The file of a class; null if no source declares it. */
  private String declaring(String internalName) {
    int slash = internalName.lastIndexOf('/');
    String packageName = internalName.substring(0, Math.max(0, slash)).replace('/', '.');
    String type = internalName.substring(slash + 1);
    for (int end = type.length(); end > 0; end = type.lastIndexOf('$', end - 1)) {
      Optional<String> path = sources.declaring(packageName, type.substring(0, end));
      if (path.isPresent()) {
        return path.get();
      }
    }
    return null;
  }

  /** The source root of a class; null if no source declares it. */
  private String root(String internalName) {
    String path = declaring(internalName);
    return path == null ? null : sources.root(path);
  }

  /** The source roots of the classes in the included files: usually one each. */
  Map<String, Set<String>> roots() {
    Map<String, Set<String>> found = new TreeMap<>();
    for (String path : included) {
      String root = sources.root(path);
      for (String name : classesByPath.get(path).keySet()) {
        found.computeIfAbsent(name, key -> new TreeSet<>()).add(root);
      }
    }
    return found;
  }

  /**
   * Code of one source root uses another root, a library, or a part of the platform that not all
   * code sees.
   *
   * @param root the root of the code
   * @param used the root, the entry of the class path, or the part of the platform
   */
  record Use(String root, String used) {}

  /**
   * What the included code uses of other source roots, libraries and such parts of the platform.
   */
  Set<Use> uses() {
    Map<String, Set<String>> names = new TreeMap<>();
    for (String path : included) {
      Set<String> used = names.computeIfAbsent(sources.root(path), key -> new TreeSet<>());
      classesByPath
          .get(path)
          .forEach((name, bytes) -> used.addAll(NamesUsed.by(ClassReading.node(name, bytes, 0))));
    }
    boolean inModule = sources.tree().paths().stream().anyMatch(SourceTree::isModule);
    Set<Use> found = new HashSet<>();
    names.forEach(
        (from, all) -> {
          for (String used : all) {
            String to = root(used);
            String other = to == null ? libraries.part(used, inModule) : to;
            if (other != null && !SourceRoots.sees(from, other)) {
              found.add(new Use(from, other));
            }
          }
        });
    return found;
  }

  private Map<String, byte[]> generate(String path) {
    Map<String, byte[]> classes = classesByPath.get(path);
    if (classes == null) {
      classes = compiler.generate(path);
      classesByPath.put(path, classes);
    }
    return classes;
  }

  private SourceUnit unit(String path) {
    return new SourceUnit(path, sources.top(path).packageName(), sources.tree().text(path));
  }
}
