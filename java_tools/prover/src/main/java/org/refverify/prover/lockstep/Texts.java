package org.refverify.prover.lockstep;

import java.util.Set;
import org.objectweb.asm.tree.MethodInsnNode;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;
import org.refverify.prover.world.ClassWorld;

/**
 * Texts that one side creates alone; if both sides create one at the same time, that is an ordinary
 * call. A {@code StringBuilder} returns a new string of its letters, a string returns itself, and
 * null gives a fixed text. None of this throws, writes or runs other code, because both classes are
 * final.
 *
 * <p>No other code has seen the new string. Its label names the builder and the version of the
 * heap, so each string has one partner with the same letters. A label is not a term, so a join
 * could not determine its meaning: a join with such a string is refused.
 */
final class Texts {
  private static final String STRING = "java/lang/String";
  private static final String BUILDER = "java/lang/StringBuilder";
  private static final String LABEL = STRING + " of a builder ";

  /** The contents of all builders, as one kind of location. */
  private static final String LETTERS = "letters of builders";

  private static final Set<String> DEFAULTS =
      Set.of(
          "java/util/Objects.toString(Ljava/lang/Object;)Ljava/lang/String;",
          "java/util/Objects.toString(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/String;",
          "java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String;");

  private Texts() {}

  /** Whether a call only returns the text of a builder, of a string, or of null. */
  static boolean isMade(ClassWorld world, Facts facts, MethodInsnNode call, Sym... args) {
    boolean defaults = DEFAULTS.contains(call.owner + "." + call.name + call.desc);
    boolean own =
        (call.name + call.desc).equals("toString()Ljava/lang/String;") && facts.isNotNull(args[0]);
    return defaults && facts.isNull(args[0]) || (defaults || own) && isText(world, args[0]);
  }

  private static boolean isText(ClassWorld world, Sym object) {
    String type = Casts.exactClass(world, object);
    return STRING.equals(type) || BUILDER.equals(type);
  }

  /** Pushes the text, or returns a decision if the facts leave open whether there is an object. */
  static Step make(State state, ClassWorld world, Symbols symbols, CallFrame frame, Sym... args) {
    Sym isNull = symbols.isNull(args[0]);
    Boolean nothing = state.facts().known(isNull);
    if (nothing == null) {
      return new Step.Decision(isNull);
    }
    Sym text = args[0];
    if (nothing) {
      text = args.length == 2 ? args[1] : symbols.string("null");
    } else if (BUILDER.equals(Casts.exactClass(world, args[0]))) {
      String moment = state.heap().of(LETTERS).id() + " " + args[0].id();
      text = symbols.fresh(Op.UNSEEN, LABEL + moment, 1);
    }
    frame.drop(args.length);
    frame.push(text);
    frame.next();
    return null;
  }

  /** Whether a value is a text that only one side has. */
  static boolean isOfOneSide(Sym value) {
    return value.is(Op.UNSEEN) && value.label().toString().startsWith(LABEL);
  }
}
