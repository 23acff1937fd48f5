package org.refverify.fuzzer.entry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The entries of a comparison, best first, or the reason why there is none. */
public final class Entries {
  /** Open ones first, then those nearest to the change, then by name. */
  public final List<Entry> list;

  /** Why there is no entry; null if there is one. */
  public final String reason;

  Entries(List<Entry> list, String reason) {
    this.list = Collections.unmodifiableList(new ArrayList<Entry>(list));
    this.reason = reason;
  }

  /** Methods present on both sides from which a changed method can be reached. */
  public static Entries changed(
      ClassSet old, ClassSet fresh, Renames renames, Difference difference) {
    if (difference.isEmpty()) {
      return new Entries(Collections.<Entry>emptyList(), "no method's byte code differs");
    }
    List<Entry> found = new EntrySearch(old, fresh, difference).run();
    return new Entries(found, found.isEmpty() ? why(difference) : null);
  }

  /** Every non-private method of the tree, to run identical code on both sides. */
  public static Entries everything(ClassSet tree) {
    Hierarchy hierarchy = new Hierarchy(tree);
    List<Entry> found = new ArrayList<Entry>();
    for (String owner : tree.names()) {
      for (MethodName method : Callable.methods(tree, owner)) {
        SortedSet<MethodName> reaches = new TreeSet<MethodName>();
        reaches.add(method);
        for (String receiver : Callable.receivers(tree, hierarchy, method)) {
          if (!Callable.isHidden(tree, hierarchy, method, receiver)) {
            found.add(new Entry(method, method, Entry.Adapter.SAME, receiver, false, 0, reaches));
          }
        }
      }
    }
    return new Entries(found, found.isEmpty() ? "the classes have no callable method" : null);
  }

  private static String why(Difference difference) {
    SortedSet<MethodName> changed = difference.old.isEmpty() ? difference.fresh : difference.old;
    String more = changed.size() == 1 ? "" : " and " + (changed.size() - 1) + " more";
    return "no method that both versions have reaches " + changed.first() + more;
  }
}
