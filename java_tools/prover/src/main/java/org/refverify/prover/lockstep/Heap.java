package org.refverify.prover.lockstep;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;

/**
 * The symbolic heap, which both sides share: a version for each kind of location (a field, or the
 * elements of one kind of array).
 *
 * <p>Kinds may have separate versions because in Java a write to a field changes that field of one
 * object and no other field; a write to an {@code int[]} changes no {@code long[]}. Arrays of
 * references are one kind, because code may access them through a supertype; {@code byte[]} and
 * {@code boolean[]} are one kind, because they share their instructions. A call, a volatile access,
 * a lock and a write to a static field (which may initialise a class) renew all kinds at once.
 *
 * <p>Final fields keep one version for a whole activation. Only a constructor of the object, or the
 * initialiser of the class, writes them, and none that was running when the activation began
 * continues before it ends. For this reason constructors and initialisers have no such version, and
 * the body of a lambda, which runs at another time, begins with a new one. Deserialisation of an
 * object writes its final fields in the middle of its {@code readObject}, so those fields have no
 * such version either. Nor do the fields of a class whose constructors visibly use threads, which
 * may read the fields too early.
 *
 * <p>A version that a write to a field began contains the written value in that field of that
 * object, as long as the version lasts. Another thread that writes the field meanwhile would be a
 * data race, and a volatile field has no such value. The field of any other object may be the same
 * field, so a read of it gives an unknown value.
 */
final class Heap {
  private final Sym all;
  private final Map<String, Sym> kinds;
  private final Map<String, Write> writes;
  private final Sym finals;

  /**
   * The write that began a version.
   *
   * @param objects the object whose field was written, by its name on each side
   * @param value the content of the field
   */
  private record Write(Set<Sym> objects, Sym value) {}

  private Heap(Sym all, Map<String, Sym> kinds, Map<String, Write> writes, Sym finals) {
    this.all = all;
    this.kinds = kinds;
    this.writes = writes;
    this.finals = finals;
  }

  /** An arbitrary heap. */
  static Heap any(Symbols symbols, boolean finalsStay) {
    Sym finals = finalsStay ? fresh(symbols) : null;
    return new Heap(fresh(symbols), Map.of(), Map.of(), finals);
  }

  private static Sym fresh(Symbols symbols) {
    return symbols.fresh(Op.HEAP, null, 1);
  }

  Sym of(String kind) {
    return kinds.getOrDefault(kind, all);
  }

  /** The version of final instance fields; null if they may still be written. */
  Sym finals() {
    return finals;
  }

  Heap written(String kind, Symbols symbols) {
    Map<String, Sym> changed = new TreeMap<>(kinds);
    changed.put(kind, fresh(symbols));
    Map<String, Write> kept = new TreeMap<>(writes);
    kept.remove(kind);
    return new Heap(all, changed, kept, finals);
  }

  /** The same heap with the value of the field that was written. */
  Heap holding(String kind, Set<Sym> objects, Sym value) {
    Map<String, Write> more = new TreeMap<>(writes);
    more.put(kind, new Write(objects, value));
    return new Heap(all, kinds, more, finals);
  }

  /** The value last written to an object's field; null if it is unknown. */
  Sym lastWritten(String kind, Sym object) {
    Write last = writes.get(kind);
    return last != null && last.objects().contains(object) ? last.value() : null;
  }

  Heap renewed(Symbols symbols) {
    return new Heap(fresh(symbols), Map.of(), Map.of(), finals);
  }

  /** Kinds that have a separate version in this heap or the other one. */
  Set<String> kindsWith(Heap other) {
    Set<String> union = new TreeSet<>(kinds.keySet());
    union.addAll(other.kinds.keySet());
    return union;
  }

  /** Adds every symbol that a later read may lead to. */
  void addLeavesTo(Set<Sym> live) {
    live.addAll(kinds.values());
    live.add(all);
    if (finals != null) {
      live.add(finals);
    }
    writes.values().forEach(write -> write.value().addLeavesTo(live));
  }

  Sym base() {
    return all;
  }

  /** The same heap with other versions. */
  Heap with(Sym base, Map<String, Sym> versions) {
    Map<String, Write> kept = new TreeMap<>(writes);
    kept.keySet().removeIf(kind -> versions.get(kind) != of(kind));
    return new Heap(base, versions, kept, finals);
  }
}
