package org.refverify.prover.symbol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.refverify.prover.support.Valuation;

class ArithmeticTest {
  private static final int TERMS = 200_000;

  private final Symbols symbols = new Symbols();
  private final Sym x = symbols.fresh(Op.UNKNOWN, "I", 1);
  private final Sym y = symbols.fresh(Op.UNKNOWN, "I", 1);

  private Sym plus(Sym a, Sym b) {
    return symbols.binary(Opcodes.IADD, 1, a, b);
  }

  @Test
  void aTermIsWorthWhatTheJvmMakesOfIt() {
    Random random = new Random(20);
    for (int i = 0; i < TERMS / 100; i++) {
      Valuation valuation = new Valuation(new Symbols(), random);
      for (int j = 0; j < 50; j++) {
        Valuation.Worth anInt = valuation.anInt(5);
        assertEquals(anInt.value(), valuation.of(anInt.term()), () -> anInt.term().toString());
        Valuation.Worth aLong = valuation.aLong(5);
        assertEquals(aLong.value(), valuation.of(aLong.term()), () -> aLong.term().toString());
      }
    }
  }

  @Test
  void anEquationHoldsWhereBothSidesAreOneNumber() {
    Random random = new Random(21);
    for (int i = 0; i < TERMS / 100; i++) {
      Symbols own = new Symbols();
      Valuation valuation = new Valuation(own, random);
      for (int j = 0; j < 50; j++) {
        Valuation.Worth a = valuation.anInt(3);
        Valuation.Worth b = valuation.anInt(3);
        Sym equal = own.equal(a.term(), b.term());
        Sym less = own.less(a.term(), b.term());
        assertEquals(a.value() == b.value() ? 1 : 0, valuation.of(equal), equal::toString);
        assertEquals(a.value() < b.value() ? 1 : 0, valuation.of(less), less::toString);
      }
    }
  }

  @Test
  void aLongSumIsAPartOfItsOwn() {
    Sym sum = x;
    for (int i = 0; i < 5_000; i++) {
      sum = plus(sum, symbols.fresh(Op.UNKNOWN, "I", 1));
    }
    assertSame(sum, symbols.binary(Opcodes.ISUB, 1, plus(sum, y), y));
  }

  @Test
  void sumsOfFloatsKeepTheirOrder() {
    assertNotSame(symbols.binary(Opcodes.FADD, 1, x, y), symbols.binary(Opcodes.FADD, 1, y, x));
  }
}
