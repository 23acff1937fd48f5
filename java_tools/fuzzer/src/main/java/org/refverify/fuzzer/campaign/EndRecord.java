package org.refverify.fuzzer.campaign;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.refverify.fuzzer.recipe.JsonObject;

/** A worker came to its end by itself; what it saw besides the entries' own records. */
final class EndRecord implements JournalRecord {
  /** Differences that did not hold in fresh loaders. */
  final long dropped;

  /** The new version needed many more steps for what the old one did. */
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
