package org.refverify.prover.closure;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is asked of parts of a change that were put into the old version.
 *
 * @param parts what was put there
 * @param changed the files that differ from the old version
 * @param names words whose users are compiled, too: of members that are gone or declared otherwise
 * @param renamed classes, by internal names, that the old version has under another name
 */
public record ClosureQuestion(
    List<Part> parts, Set<String> changed, Set<String> names, Map<String, String> renamed) {
  /**
   * One member of the new version.
   *
   * @param after where it stands there
   * @param now where it was put
   */
  public record Part(Declared after, Declared now) {}

  /** Copies. */
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
      // In descriptors a class name stands behind a capital letter, elsewhere at the start.
      Pattern name =
          Pattern.compile("(?<![a-z0-9_/$])" + Pattern.quote(each.getKey()) + "(?![\\w/])");
      result = name.matcher(result).replaceAll(Matcher.quoteReplacement(each.getValue()));
    }
    return result;
  }
}
