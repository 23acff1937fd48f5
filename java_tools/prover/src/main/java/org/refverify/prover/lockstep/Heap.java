package org.refverify.prover.lockstep;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;

/**
 * What both sides know of the heap, which is one and the same for both: a version for each kind of
 * location (a field, the elements of one kind of array).
 *
 * <p>Why kinds may have versions of their own: in Java a write to a field changes that field of one
 * object, and no other field of any; a write to an {@code int[]} changes no {@code long[]}. Arrays
 * of references are one kind, because they may be seen through a supertype; {@code byte[]} and
 * {@code boolean[]} are one kind, because they share their instructions. A call, a volatile access,
 * a lock and a write to a static field (it may initialise a class) renew all kinds at once.
 *
 * <p>Final fields have a version for a whole activation: nothing but a constructor of the object,
 * or the initialiser of the class, writes them, and none that was running when the activation began
 * goes on before it ends. That is why constructors and initialisers have no such version, and why
 * the body of a lambda, which runs some other time, begins with a new one. Reading an object from a
 * stream writes its final fields in the middle of its {@code readObject}: those have none either,
 * nor have those of a class whose constructors visibly use threads, which may read them too early.
 */
final class Heap {
  private final Sym all;
  private final Map<String, Sym> kinds;
  private final Sym finals;

  private Heap(Sym all, Map<String, Sym> kinds, Sym finals) {
    this.all = all;
    this.kinds = kinds;
    this.finals = finals;
  }

  /** Any heap. */
  static Heap any(Symbols symbols, boolean finalsStay) {
    Sym finals = finalsStay ? fresh(symbols) : null;
    return new Heap(fresh(symbols), Map.of(), finals);
  }

  private static Sym fresh(Symbols symbols) {
    return symbols.fresh(Op.HEAP, null, 1);
  }

  Sym of(String kind) {
    return kinds.getOrDefault(kind, all);
  }

  /** The version of final instance fields; null where they may still be written. */
  Sym finals() {
    return finals;
  }

  Heap written(String kind, Symbols symbols) {
    Map<String, Sym> changed = new TreeMap<>(kinds);
    changed.put(kind, fresh(symbols));
    return new Heap(all, changed, finals);
  }

  Heap renewed(Symbols symbols) {
    return new Heap(fresh(symbols), Map.of(), finals);
  }

  /** Kinds that have a version of their own here or there. */
  Set<String> kindsWith(Heap other) {
    Set<String> union = new TreeSet<>(kinds.keySet());
    union.addAll(other.kinds.keySet());
    return union;
  }

  /** Every version that a read may carry from now on. */
  List<Sym> versions() {
    List<Sym> versions = new ArrayList<>(kinds.values());
    versions.add(all);
    if (finals != null) {
      versions.add(finals);
    }
    return versions;
  }

  Sym base() {
    return all;
  }

  /** The same with other versions. */
  Heap with(Sym base, Map<String, Sym> versions) {
    return new Heap(base, versions, finals);
  }
}
