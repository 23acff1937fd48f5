package org.refverify.prover.lockstep;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.refverify.prover.symbol.Sym;

/**
 * What one side does next.
 *
 * @param kind what it is
 * @param label which call, field or type; compared with equals
 * @param size slots of its result; 0 if it has none
 * @param type descriptor of the result's static type; null if there is no result or its type is
 *     unknown
 * @param args the values that it uses, the receiver first
 * @param lambda the instruction of a lambda or method reference; null for all other kinds
 */
@SuppressWarnings("ArrayRecordComponent") // Events are never compared as a whole.
record Event(
    EventKind kind, Object label, int size, String type, Sym[] args, InvokeDynamicInsnNode lambda)
    implements Step {

  static Event of(EventKind kind, Object label, int size, Sym... args) {
    return new Event(kind, label, size, null, args, null);
  }

  Event resulting(String descriptor) {
    return new Event(kind, label, size, descriptor, args, lambda);
  }

  boolean isCheck() {
    return kind == EventKind.CHECK;
  }

  /** The called method; null unless the event is a call. */
  CallRef call() {
    return label instanceof CallRef ref ? ref : null;
  }

  boolean isConstructorCall() {
    return call() != null && call().kind() == CallRef.Kind.CONSTRUCTOR;
  }

  /** One line for people. */
  String show() {
    String word = kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    String what = label == null ? "" : " " + label;
    return Arrays.stream(args)
        .map(String::valueOf)
        .collect(Collectors.joining(", ", word + what + " (", ")"));
  }
}
