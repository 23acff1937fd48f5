package org.refverify.prover.compile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.refverify.prover.verdict.CompileError;

/**
 * The compile errors of two versions: in the files that were compared, and in those that name
 * declarations whose visible form changed. Equal messages count as one error, on whatever line and
 * in whatever file. If both versions have an error, the most likely cause is the class path.
 */
final class CompileErrors {
  static final String KIND_BEFORE = "the old version has another error of the kind";

  /** The greatest number of listed errors: of the new version, and of the others. */
  private static final int MOST_NEW = 200;

  private static final int MOST_OTHERS = 20;

  /**
   * The greatest number of files that are compiled only for their errors, since a common name
   * occurs in very many.
   */
  private static final int MOST_FILES = 50;

  private final SourceVersion before;
  private final SourceVersion after;
  private final Map<String, List<CompilerMessage>> olds;
  private final Map<String, List<CompilerMessage>> news;

  private CompileErrors(SourceVersion before, SourceVersion after) {
    this.before = before;
    this.after = after;
    this.olds = before.messages();
    this.news = after.messages();
  }

  /**
   * The errors of only the new version with the certain ones first, then those of both, then those
   * of only the old one.
   *
   * @param changed the files that differ
   */
  static List<CompileError> of(SourceVersion before, SourceVersion after, Set<String> changed) {
    lookAround(before, after, changed);
    return new CompileErrors(before, after).all();
  }

  /** Compiles the same files in both versions, so that an error of one is looked for in both. */
  private static void lookAround(SourceVersion before, SourceVersion after, Set<String> changed) {
    Set<String> words = ChangedFaces.words(before.parsed(changed), after.parsed(changed));
    if (words.isEmpty()) {
      return;
    }
    Set<String> files = after.mentioning(words);
    files.removeAll(after.looked());
    List<String> few = files.stream().limit(MOST_FILES).toList();
    before.compile(few);
    after.compile(few);
  }

  private List<CompileError> all() {
    Set<String> old = texts(olds);
    Set<String> now = texts(news);
    List<CompileError> found = new ArrayList<>();
    found.addAll(brought(old));
    found.addAll(lostImports());
    each(news, CompileError.In.BOTH, old::contains).limit(MOST_OTHERS).forEach(found::add);
    each(olds, CompileError.In.OLD, text -> !now.contains(text))
        .limit(MOST_OTHERS)
        .forEach(found::add);
    return found;
  }

  private static Set<String> texts(Map<String, List<CompilerMessage>> messages) {
    return messages.values().stream()
        .flatMap(List::stream)
        .map(CompilerMessage::text)
        .collect(Collectors.toSet());
  }

  private static Stream<CompileError> each(
      Map<String, List<CompilerMessage>> messages, CompileError.In side, Predicate<String> wanted) {
    return messages.entrySet().stream()
        .flatMap(
            file ->
                file.getValue().stream()
                    .filter(each -> wanted.test(each.text()))
                    .map(
                        each -> CompileError.known(side, each.text(), file.getKey(), each.line())));
  }

  // ------------------------------------------------------------------ new ones

  private List<CompileError> brought(Set<String> old) {
    Map<Integer, Integer> kindsBefore = kinds(olds);
    Map<Integer, Integer> kinds = kinds(news);
    Set<String> names = before.declaredNames();
    Set<String> causes = causes(names);
    List<CompileError> certain = new ArrayList<>();
    List<CompileError> doubted = new ArrayList<>();
    news.forEach(
        (path, messages) -> {
          for (CompilerMessage each : messages) {
            if (old.contains(each.text()) || certain.size() + doubted.size() >= MOST_NEW) {
              continue;
            }
            boolean more = kinds.get(each.id()) > kindsBefore.getOrDefault(each.id(), 0);
            String doubt = after.doubt(path, each, names);
            if (!doubt.isEmpty() && causes.contains(each.cause())) {
              continue;
            }
            doubt = doubt.isEmpty() && !more ? KIND_BEFORE : doubt;
            List<CompileError> list = doubt.isEmpty() ? certain : doubted;
            list.add(CompileError.brought(each.text(), path, each.line(), doubt));
          }
        });
    certain.addAll(doubted);
    return certain;
  }

  /** What is absent for the old version, except for names of its own members. */
  private Set<String> causes(Set<String> declared) {
    return olds.values().stream()
        .flatMap(List::stream)
        .filter(each -> each.words().stream().noneMatch(declared::contains))
        .map(CompilerMessage::cause)
        .collect(Collectors.toSet());
  }

  private static Map<Integer, Integer> kinds(Map<String, List<CompilerMessage>> messages) {
    Map<Integer, Integer> found = new HashMap<>();
    messages.values().stream()
        .flatMap(List::stream)
        .forEach(each -> found.merge(each.id(), 1, Integer::sum));
    return found;
  }

  /** Imports of declarations that only the old sources have. */
  private List<CompileError> lostImports() {
    List<CompileError> found = new ArrayList<>();
    after
        .missingImports()
        .forEach(
            (path, imports) ->
                imports.stream()
                    .filter(each -> before.declares(each.words().get(0)))
                    .map(
                        each ->
                            CompileError.brought(
                                each.text(), path, each.line(), ErrorDoubts.ABSENT))
                    .forEach(found::add));
    return found;
  }
}
