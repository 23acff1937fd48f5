package org.refverify.prover.closure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jdt.core.compiler.CategorizedProblem;
import org.eclipse.jdt.core.compiler.IProblem;
import org.refverify.common.JsonWriter;
import org.refverify.prover.closure.MemberNodes.Node;
import org.refverify.prover.compile.ResolvedVersion;

/**
 * Decides whether parts of a change work in the old version. Each use in the parts must lead to the
 * same declaration as in the new version, and the code around the parts must compile as before and
 * keep its meaning.
 */
final class Closure {
  private static final Set<Integer> NOT_IMPLEMENTED =
      Set.of(
          IProblem.AbstractMethodMustBeImplemented,
          IProblem.AbstractMethodMustBeImplementedOverConcreteMethod,
          IProblem.EnumAbstractMethodMustBeImplemented,
          IProblem.EnumConstantMustImplementAbstractMethod);

  private static final Set<Integer> NOT_INITIALISED =
      Set.of(
          IProblem.UninitializedBlankFinalField,
          IProblem.UninitializedBlankFinalFieldHintMissingDefault);

  private final ClosureQuestion question;
  private final VersionMembers base;
  private final VersionMembers now;
  private final VersionMembers after;
  private final Companions companions;
  private final List<Object> needs = new ArrayList<>();
  private final List<Object> breaks = new ArrayList<>();
  private final List<Integer> unknown = new ArrayList<>();

  Closure(
      ClosureQuestion question, ResolvedVersion base, ResolvedVersion now, ResolvedVersion after) {
    this.question = question;
    this.base = new VersionMembers(base);
    this.now = new VersionMembers(now);
    this.after = new VersionMembers(after);
    this.companions = new Companions(question, this.base, this.now, this.after);
  }

  /** JSON: what is missing, what breaks, and the parts for which this is unknown. */
  String answer() {
    Set<String> checked = new TreeSet<>(question.changed());
    checked.addAll(now.version().mentioning(question.names()));
    now.version().resolve(checked);
    for (int at = 0; at < question.parts().size(); at++) {
      needsOf(at);
    }
    for (String file : checked) {
      if (now.version().has(file)) {
        errors(file);
        otherMeanings(file);
      }
    }
    question.changed().stream()
        .filter(file -> base.version().has(file) && now.version().has(file))
        .sorted()
        .forEach(
            file -> {
              unused(file);
              hiding(file);
              unset(file);
            });
    return JsonWriter.write(
        JsonWriter.object("needs", needs, "breaks", breaks, "unknown", unknown));
  }

  private void needsOf(int at) {
    ClosureQuestion.Part part = question.parts().get(at);
    Map<String, UsedDeclaration> wanted = after.uses(part.after());
    if (wanted == null) {
      unknown.add(at);
      return;
    }
    Map<String, UsedDeclaration> had = now.uses(part.now());
    Map<String, UsedDeclaration> there = had == null ? Map.of() : had;
    wanted.values().stream()
        .filter(use -> !use.isUnresolved())
        .forEach(use -> need(at, use, there.get(question.renamed(use.key()))));
    companions.of(part).forEach(each -> need(at, each.how(), each.key(), each.declared()));
  }

  private void need(int at, UsedDeclaration use, UsedDeclaration there) {
    String how;
    if (there == null) {
      how = "missing";
    } else if (!question.renamed(use.meaning()).equals(there.meaning())) {
      how = "changed";
    } else if (!question.renamed(use.header()).equals(there.header())) {
      how = "header";
    } else {
      return;
    }
    need(at, how, use.key(), use.declared());
  }

  private void need(int at, String how, String key, Declared declared) {
    needs.add(
        JsonWriter.object(
            "by",
            at,
            "how",
            how,
            "key",
            key,
            "declared",
            declared == null ? null : declared.json()));
  }

  /**
   * Reports the errors that exist neither in the old file nor in the same parts of the new version.
   */
  private void errors(String file) {
    Map<String, Integer> known = new HashMap<>();
    if (base.version().has(file)) {
      base.version().resolve(List.of(file));
      base.version().errors(file).forEach(each -> known.merge(text(each), 1, Integer::sum));
    }
    for (ClosureQuestion.Part part : question.parts()) {
      if (part.now().file().equals(file)) {
        errorsOf(part.after()).forEach(each -> known.merge(each, 1, Integer::sum));
      }
    }
    for (CategorizedProblem problem : now.version().errors(file)) {
      if (known.merge(text(problem), -1, Integer::sum) < 0) {
        broken(file, problem);
      }
    }
  }

  private List<String> errorsOf(Declared declared) {
    MemberNodes file = after.file(declared.file());
    Optional<Node> node = file.find(declared);
    return after.version().errors(declared.file()).stream()
        .filter(each -> node.isPresent() && node.get().holds(each.getSourceStart()))
        .map(Closure::text)
        .toList();
  }

  /**
   * The text by which two errors count as the same one. A method of a missing library is undefined
   * on both sides, even if its arguments have changed.
   */
  private static String text(CategorizedProblem problem) {
    String[] arguments = problem.getArguments();
    return problem.getID() == IProblem.UndefinedMethod && arguments.length > 1
        ? "undefined " + arguments[1]
        : problem.getMessage();
  }

  private static String kind(CategorizedProblem problem) {
    if (NOT_IMPLEMENTED.contains(problem.getID())) {
      return "unimplemented";
    }
    return NOT_INITIALISED.contains(problem.getID()) ? "uninitialised" : "error";
  }

  /** A class as a message names it, without type arguments. */
  private static String erased(String name) {
    return name.replaceAll("<.*", "");
  }

  private void broken(String file, CategorizedProblem problem) {
    Declared at = now.file(file).around(problem.getSourceStart()).map(Node::declared).orElse(null);
    String[] arguments = problem.getArguments();
    String kind = kind(problem);
    boolean named = !kind.equals("error") && arguments.length > 0;
    breaks.add(
        JsonWriter.object(
            "kind",
            kind,
            "file",
            file,
            "line",
            problem.getSourceLineNumber(),
            "message",
            problem.getMessage(),
            "member",
            named ? arguments[0] : "",
            "owner",
            kind.equals("unimplemented") && arguments.length > 2 ? erased(arguments[2]) : "",
            "at",
            at == null ? null : at.json()));
  }

  /**
   * Reports unchanged members that now use a declaration that they use in neither the old nor the
   * new version.
   */
  private void otherMeanings(String file) {
    if (!base.version().has(file)) {
      return;
    }
    now.codeOf(file).filter(node -> !isPart(node.declared())).forEach(this::otherMeaning);
  }

  private void otherMeaning(Node node) {
    Declared declared = node.declared();
    MemberNodes nowFile = now.file(declared.file());
    MemberNodes baseFile = base.file(declared.file());
    Optional<Node> old = baseFile.find(declared);
    if (old.isEmpty() || !baseFile.text(old.get()).equals(nowFile.text(node))) {
      return;
    }
    // The compiler was made to overlook the annotation, which javac does not.
    if (!baseFile.overridden(old.get()).isEmpty() && nowFile.overridden(node).isEmpty()) {
      untouched(declared, "error", "it overrides nothing");
      return;
    }
    Map<String, UsedDeclaration> found = new LinkedHashMap<>(nowFile.uses(node));
    found.keySet().removeAll(baseFile.uses(old.get()).keySet());
    found.values().removeIf(UsedDeclaration::isUnresolved);
    if (found.isEmpty()) {
      return;
    }
    Map<String, UsedDeclaration> wanted = after.uses(declared);
    if (wanted != null) {
      found.keySet().removeAll(wanted.keySet());
    }
    if (!found.isEmpty()) {
      untouched(declared, "rebound", String.join(", ", found.keySet()));
    }
  }

  /** Reports a member that breaks although its text is the old one. */
  private void untouched(Declared declared, String kind, String message) {
    breaks.add(
        JsonWriter.object(
            "kind",
            kind,
            "file",
            declared.file(),
            "line",
            0,
            "message",
            message,
            "member",
            "",
            "owner",
            "",
            "at",
            declared.json()));
  }

  /**
   * Reports private members that lose their last use because of the parts and that the new version
   * lacks. Some compilers reject them.
   */
  private void unused(String file) {
    List<Declared> before = usedWithin(base.file(file));
    List<Declared> still = usedWithin(now.file(file));
    now.file(file)
        .all()
        .filter(Node::isPrivate)
        .map(Node::declared)
        .filter(each -> before.stream().anyMatch(each::isSame))
        .filter(each -> still.stream().noneMatch(each::isSame))
        .filter(each -> after.file(file).find(each).isEmpty() && !isPart(each))
        .forEach(each -> untouched(each, "unused", "nothing uses it any more"));
  }

  /**
   * Reports members that hide or override a declaration of a new supertype of their class, and that
   * the new version does not have in this form.
   */
  private void hiding(String file) {
    Hiding hiding = new Hiding(base, now);
    now.codeOf(file)
        .filter(node -> base.has(node.declared()) && !isPart(node.declared()))
        .filter(node -> after.hasClassOf(node.declared()) && isWrittenAnew(node))
        .forEach(
            node ->
                hiding
                    .of(node)
                    .ifPresent(
                        type ->
                            untouched(
                                node.declared(), "hiding", "it hides what " + type + " has")));
  }

  private boolean isWrittenAnew(Node node) {
    Declared declared = node.declared();
    MemberNodes file = after.file(declared.file());
    String text = now.file(declared.file()).text(node);
    return file.find(declared).map(file::text).filter(text::equals).isEmpty();
  }

  /**
   * Reports code that reads a field of the file although nothing sets the field any more, and that
   * the new version lacks.
   */
  private void unset(String file) {
    new LostFields(base, now, after)
        .readers(file)
        .filter(each -> !isPart(each.declared()))
        .forEach(
            each ->
                untouched(each.declared(), "unset", "nothing sets " + each.key() + " any more"));
  }

  /** What the members of a file use, except their uses of themselves. */
  private static List<Declared> usedWithin(MemberNodes file) {
    return file.all()
        .filter(node -> !node.declared().isType())
        .flatMap(
            node ->
                file.uses(node).values().stream()
                    .map(UsedDeclaration::declared)
                    .filter(used -> used != null && !used.isSame(node.declared())))
        .toList();
  }

  private boolean isPart(Declared declared) {
    return question.parts().stream()
        .anyMatch(
            part ->
                part.now().file().equals(declared.file())
                    && (part.now().isSame(declared) || encloses(part.now(), declared)));
  }

  private static boolean encloses(Declared part, Declared inner) {
    return part.isType() && (inner.className() + "$").startsWith(part.className() + "$");
  }
}
