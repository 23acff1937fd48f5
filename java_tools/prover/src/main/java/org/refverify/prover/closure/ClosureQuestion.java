package org.refverify.prover.closure;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A question about parts of a change that were put into the old version.
 *
 * @param parts what was put there
 * @param changed the files that differ from the old version
 * @param names words that name members that were removed or declared differently; the files that
 *     use them are compiled too
 * @param renamed classes, by internal names, that have another name in the old version
 */
public record ClosureQuestion(
    List<Part> parts, Set<String> changed, Set<String> names, Map<String, String> renamed) {
  /**
   * One member of the new version.
   *
   * @param after its place in the new version
   * @param now the place to which it was copied
   */
  public record Part(Declared after, Declared now) {}

  /** Copies the collections. */
  public ClosureQuestion {
    parts = List.copyOf(parts);
    changed = Set.copyOf(changed);
    names = Set.copyOf(names);
    renamed = Map.copyOf(renamed);
  }

  /** A text about classes, with the names that the old version has for them. */
  String renamed(String text) {
    String result = text;
    for (Map.Entry<String, String> each : renamed.entrySet()) {
      // In descriptors a capital letter precedes a class name; elsewhere the name comes first.
      Pattern name =
          Pattern.compile("(?<![a-z0-9_/$])" + Pattern.quote(each.getKey()) + "(?![\\w/])");
      result = name.matcher(result).replaceAll(Matcher.quoteReplacement(each.getValue()));
    }
    return result;
  }
}
