package org.refverify.prover.symbol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;

class SymbolsTest {
  private final Symbols symbols = new Symbols();
  private final Sym x = symbols.fresh(Op.UNKNOWN, "I", 1);
  private final Sym y = symbols.fresh(Op.UNKNOWN, "I", 1);

  @Test
  void equalTermsAreOneObject() {
    assertSame(symbols.binary(Opcodes.IADD, 1, x, y), symbols.binary(Opcodes.IADD, 1, x, y));
    assertNotSame(symbols.binary(Opcodes.ISUB, 1, x, y), symbols.binary(Opcodes.ISUB, 1, y, x));
  }

  @Test
  void freshSymbolsAreAllDifferent() {
    assertNotSame(x, y);
  }

  @Test
  void equalityHasNoDirection() {
    assertSame(symbols.equal(x, y), symbols.equal(y, x));
  }

  @Test
  void constantsAreFoldedLikeTheJvmDoes() {
    Sym large = symbols.integer(Integer.MAX_VALUE);
    assertEquals(
        Integer.MIN_VALUE, symbols.binary(Opcodes.IADD, 1, large, symbols.integer(1)).label());
    assertEquals(-56, symbols.unary(Opcodes.I2B, 1, symbols.integer(200)).label());
  }

  @Test
  void zerosOfBothSignsDiffer() {
    assertNotSame(symbols.number(0.0), symbols.number(-0.0));
  }

  @Test
  void replacingReachesInside() {
    Sym sum = symbols.binary(Opcodes.IADD, 1, x, symbols.binary(Opcodes.IMUL, 1, x, y));
    Sym changed = symbols.replace(sum, Map.of(x, y));
    assertSame(symbols.binary(Opcodes.IADD, 1, y, symbols.binary(Opcodes.IMUL, 1, y, y)), changed);
  }

  @Test
  void replacingSharedPartsTakesNoLongerThanTheirNumber() {
    Sym sum = x;
    for (int i = 0; i < 200; i++) {
      sum = symbols.binary(Opcodes.IDIV, 1, sum, sum);
    }
    assertEquals(Set.of(y), symbols.replace(sum, Map.of(x, y)).leaves());
  }
}
