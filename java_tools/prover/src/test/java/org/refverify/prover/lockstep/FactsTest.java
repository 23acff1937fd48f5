package org.refverify.prover.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.refverify.prover.support.Valuation;
import org.refverify.prover.symbol.Op;
import org.refverify.prover.symbol.Sym;
import org.refverify.prover.symbol.Symbols;

class FactsTest {
  private final Symbols symbols = new Symbols();
  private final Facts facts = new Facts(symbols);
  private final Sym x = symbols.fresh(Op.UNKNOWN, "I", 1);
  private final Sym y = symbols.fresh(Op.UNKNOWN, "I", 1);

  private Sym remainder(int by) {
    Sym rest = symbols.binary(Opcodes.IREM, 1, x, symbols.integer(by));
    return symbols.equal(rest, symbols.integer(0));
  }

  /**
   * If facts hold for some numbers, everything that is derived from them holds for these numbers
   * too.
   */
  @Test
  void nothingFollowsThatDoesNotHold() {
    Random random = new Random(7);
    int told = 0;
    for (int i = 0; i < 3_000; i++) {
      Symbols own = new Symbols();
      Facts path = new Facts(own);
      Valuation valuation = new Valuation(own, random);
      for (int j = 0; j < 8; j++) {
        Sym fact = condition(own, valuation, random);
        path.assume(fact, valuation.of(fact) == 1);
      }
      for (int j = 0; j < 30; j++) {
        Sym asked = condition(own, valuation, random);
        Boolean known = path.known(asked);
        if (known != null) {
          told++;
          assertEquals(
              valuation.of(asked) == 1, known, () -> asked + " after " + path.conditions());
        }
      }
    }
    assertTrue(told > 10_000);
  }

  private static Sym condition(Symbols symbols, Valuation valuation, Random random) {
    int depth = random.nextInt(3);
    Sym left = valuation.anInt(depth).term();
    Sym right = random.nextInt(3) == 0 ? symbols.integer(0) : valuation.anInt(1).term();
    if (random.nextInt(4) == 0) {
      left =
          symbols.binary(Opcodes.LCMP, 1, valuation.aLong(depth).term(), valuation.aLong(1).term());
      right = symbols.integer(0);
    }
    return random.nextBoolean() ? symbols.less(left, right) : symbols.equal(left, right);
  }

  @Test
  void orderIsTotal() {
    facts.assume(symbols.less(x, y), false);
    assertNull(facts.known(symbols.equal(x, y)));
    facts.assume(symbols.less(y, x), false);
    assertEquals(true, facts.known(symbols.equal(x, y)));
    assertTrue(facts.isSame(x, y));
  }

  @Test
  void whatIsExcludedMovesABound() {
    facts.assume(symbols.less(x, symbols.integer(5)), false);
    facts.assume(symbols.equal(x, symbols.integer(5)), false);
    facts.assume(symbols.equal(x, symbols.integer(6)), false);
    assertEquals(true, facts.known(symbols.less(symbols.integer(6), x)));
    assertNull(facts.known(symbols.less(symbols.integer(7), x)));
  }

  @Test
  void theNextNumberIsLargerWhereThereIsOne() {
    Sym next = symbols.binary(Opcodes.IADD, 1, x, symbols.integer(1));
    assertNull(facts.known(symbols.less(x, next)));
    facts.assume(symbols.less(x, y), true);
    assertEquals(true, facts.known(symbols.less(x, next)));
    assertEquals(false, facts.known(symbols.less(y, next)));
  }

  @Test
  void aMultipleIsOneOfEachDivisor() {
    facts.assume(remainder(100), false);
    assertEquals(false, facts.known(remainder(400)));
    assertNull(facts.known(remainder(50)));
    facts.assume(remainder(12), true);
    assertEquals(true, facts.known(remainder(-4)));
    assertNull(facts.known(remainder(24)));
  }

  @Test
  void aBooleanResultThatIsNotFalseIsTrue() {
    Sym result = symbols.fresh(Op.UNKNOWN, "Z", 1);
    facts.assume(symbols.equal(result, symbols.integer(0)), false);
    assertTrue(facts.isSame(symbols.integer(1), result));
  }

  @Test
  void aBooleanParameterThatIsNotFalseIsAnyOtherInt() {
    Sym parameter = symbols.parameter(Op.UNKNOWN, Type.BOOLEAN_TYPE, 1, "");
    facts.assume(symbols.equal(parameter, symbols.integer(0)), false);
    assertNull(facts.known(symbols.equal(symbols.integer(1), parameter)));
  }

  @Test
  void anElementOfABooleanArrayMayBeAByte() {
    Sym element = symbols.term(Op.ELEMENT, Opcodes.BALOAD, 1, x, y);
    facts.assume(symbols.equal(element, symbols.integer(0)), false);
    assertNull(facts.known(symbols.equal(symbols.integer(1), element)));
  }
}
