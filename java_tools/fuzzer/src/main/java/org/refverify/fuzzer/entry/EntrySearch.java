package org.refverify.fuzzer.entry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Searches from the changed methods of both versions upwards for methods that both have. */
final class EntrySearch {
  private static final Comparator<Entry> BEST_FIRST =
      (a, b) -> {
        if (a.hidden != b.hidden) {
          return a.hidden ? 1 : -1;
        }
        int nearer = Integer.compare(a.distance, b.distance);
        if (nearer != 0) {
          return nearer;
        }
        int byName = a.old.compareTo(b.old);
        return byName != 0
            ? byName
            : String.valueOf(a.receiver).compareTo(String.valueOf(b.receiver));
      };

  private final ClassSet old;
  private final ClassSet fresh;
  private final Difference difference;
  private final Hierarchy oldTypes;
  private final Hierarchy freshTypes;
  private final SortedMap<MethodName, Integer> distances = new TreeMap<MethodName, Integer>();
  private final SortedMap<MethodName, SortedSet<MethodName>> reaches =
      new TreeMap<MethodName, SortedSet<MethodName>>();

  EntrySearch(ClassSet old, ClassSet fresh, Difference difference) {
    this.old = old;
    this.fresh = fresh;
    this.difference = difference;
    this.oldTypes = new Hierarchy(old);
    this.freshTypes = new Hierarchy(fresh);
  }

  List<Entry> run() {
    CallGraph oldCalls = new CallGraph(old, oldTypes, difference.oldOverrides);
    CallGraph freshCalls = new CallGraph(fresh, freshTypes, difference.freshOverrides);
    reach(oldCalls, difference.old, Renames.NONE);
    reach(freshCalls, difference.fresh, difference.renames.inverse());
    List<Entry> entries = new ArrayList<Entry>();
    for (MethodName method : distances.keySet()) {
      addSame(method, entries);
    }
    for (Map.Entry<MethodName, MethodName> moved : Moves.of(old, fresh, difference).entrySet()) {
      addAdapted(moved.getKey(), moved.getValue(), entries);
    }
    Collections.sort(entries, BEST_FIRST);
    return entries;
  }

  /** Records, by old names, the methods that reach the changed ones, and their distance. */
  private void reach(CallGraph graph, SortedSet<MethodName> changed, Renames toOld) {
    for (MethodName target : changed) {
      for (Map.Entry<MethodName, Integer> caller : graph.distances(target).entrySet()) {
        MethodName name = toOld.method(caller.getKey());
        Integer known = distances.get(name);
        if (known == null || known > caller.getValue()) {
          distances.put(name, caller.getValue());
        }
        if (!reaches.containsKey(name)) {
          reaches.put(name, new TreeSet<MethodName>());
        }
        reaches.get(name).add(toOld.method(target));
      }
    }
  }

  private void addSame(MethodName method, List<Entry> entries) {
    if (!old.owns(method.owner)
        || oldTypes.declared(method.owner, method.name, method.descriptor) == null
        || !Callable.methods(old, method.owner).contains(method)) {
      return;
    }
    for (String receiver : Callable.receivers(old, oldTypes, method)) {
      MethodName wanted = difference.renames.method(method);
      String freshReceiver = receiver == null ? null : difference.renames.className(receiver);
      String owner = receiver == null ? wanted.owner : freshReceiver;
      MethodName twin = freshTypes.resolve(owner, wanted.name, wanted.descriptor);
      if (twin == null || !isCallableThere(twin, freshReceiver)) {
        continue;
      }
      boolean hidden =
          Callable.isHidden(old, oldTypes, method, receiver)
              || Callable.isHidden(fresh, freshTypes, twin, freshReceiver);
      entries.add(entry(method, twin, Entry.Adapter.SAME, receiver, hidden));
    }
  }

  /**
   * Whether the same call works in the new version; a method that became static, or whose class has
   * no objects any more, needs another call.
   */
  private boolean isCallableThere(MethodName twin, String receiver) {
    boolean isStatic = Callable.receivers(fresh, freshTypes, twin).contains(null);
    boolean sameKind = isStatic == (receiver == null);
    return sameKind
        && Callable.methods(fresh, twin.owner).contains(twin)
        && (receiver == null || freshTypes.isConcrete(receiver));
  }

  private void addAdapted(MethodName before, MethodName after, List<Entry> entries) {
    boolean wasStatic = Callable.receivers(old, oldTypes, before).contains(null);
    boolean isStatic = Callable.receivers(fresh, freshTypes, after).contains(null);
    Entry.Adapter adapter =
        wasStatic && isStatic
            ? Entry.Adapter.STATIC_TO_STATIC
            : Entry.Adapter.RECEIVER_TO_PARAMETER;
    for (String receiver : Callable.receivers(old, oldTypes, before)) {
      boolean hidden =
          Callable.isHidden(old, oldTypes, before, receiver)
              || Callable.isHidden(fresh, freshTypes, after, null);
      entries.add(entry(before, after, adapter, receiver, hidden));
    }
  }

  private Entry entry(
      MethodName before, MethodName after, Entry.Adapter adapter, String receiver, boolean hidden) {
    SortedSet<MethodName> targets = reaches.get(before);
    Integer distance = distances.get(before);
    return new Entry(
        before,
        after,
        adapter,
        receiver,
        hidden,
        distance == null ? 0 : distance,
        targets == null ? new TreeSet<MethodName>() : targets);
  }
}
