package org.refverify.fuzzer.campaign;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.refverify.fuzzer.recipe.JsonObject;

/** A worker finished on its own; contains what it saw apart from the entries' records. */
final class EndRecord implements JournalRecord {
  /** The number of differences that did not hold in fresh loaders. */
  final long dropped;

  /** Whether the new version needed many more steps than the old one for the same work. */
  final boolean slower;

  final boolean possibleNontermination;

  /** Why inputs could not be run. */
  final SortedSet<String> unsupported;

  EndRecord(
      long dropped, boolean slower, boolean possibleNontermination, Collection<String> reasons) {
    this.dropped = dropped;
    this.slower = slower;
    this.possibleNontermination = possibleNontermination;
    this.unsupported = new TreeSet<String>(reasons);
  }

  static EndRecord read(JsonObject content) {
    return new EndRecord(
        content.number("dropped"),
        content.truth("slower"),
        content.truth("possible_nontermination"),
        content.texts("unsupported"));
  }

  @Override
  public Kind kind() {
    return Kind.END;
  }

  @Override
  public Map<String, Object> content() {
    Map<String, Object> content = new LinkedHashMap<String, Object>();
    content.put("dropped", dropped);
    content.put("slower", slower);
    content.put("possible_nontermination", possibleNontermination);
    content.put("unsupported", unsupported);
    return content;
  }
}
