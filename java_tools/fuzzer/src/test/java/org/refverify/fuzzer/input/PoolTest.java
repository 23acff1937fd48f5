package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolTest {
  private static Pool pool(Object[] near, Object[] far) {
    return new Pool(constants(near), constants(far));
  }

  private static Constants constants(Object[] values) {
    Constants constants = new Constants();
    for (Object each : values) {
      constants.constant(each);
    }
    return constants;
  }

  private static Object[] some(Object... values) {
    return values;
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "2, 1", "3, 2"})
  void nearConstantsArePreferred(String choice, long first) {
    Pool pool = pool(some(1, "near", 0.5), some(2, "far", 1.5));
    assertEquals(first, pool.integers(Drawn.making(choice))[0]);
    assertEquals(first - 0.5, pool.doubles(Drawn.making(choice))[0]);
    assertEquals(first == 1 ? "[near]" : "[far]", pool.texts(Drawn.making(choice)).toString());
  }

  @Test
  void oneSideIsEnough() {
    Pool near = pool(some(1, "near", 0.5), some());
    assertArrayEquals(new long[] {1}, near.integers(Drawn.making("3")));
    assertEquals("[near]", near.texts(Drawn.making("3")).toString());
    Pool far = pool(some(), some(2, "far", 1.5));
    assertArrayEquals(new long[] {2}, far.integers(Drawn.making("0")));
    assertArrayEquals(new double[] {1.5}, far.doubles(Drawn.making("0")));
    assertEquals("[far]", far.texts(Drawn.making("0")).toString());
  }

  @ParameterizedTest
  @CsvSource({"0 0, 40, 12", "0 3, 40, 13", "0 0, 5, -1"})
  void aLengthIsOneThatTheCodeRequires(String choices, int most, int length) {
    Pool pool = Drawn.constantsOf("class A { boolean f(String s) { return s.length() == 12; } }");
    assertEquals(length, pool.length(Drawn.making(choices), most));
  }

  @Test
  void withoutConstantsNoLengthIsRequired() {
    assertEquals(-1, Drawn.noConstants().length(Drawn.making("0"), 40));
    assertEquals(-1, pool(some(-7), some()).length(Drawn.making("0"), 40));
    assertEquals(7, pool(some(7), some()).length(Drawn.making("0"), 40));
  }

  @Test
  void constantsAreKeptByTheirKind() {
    Constants constants =
        constants(some(1, 2L, 2.5f, "text", org.objectweb.asm.Type.getObjectType("p/A")));
    assertArrayEquals(new long[] {1, 2}, constants.integers());
    assertArrayEquals(new double[] {2.5}, constants.doubles());
    assertEquals("[text]", constants.strings().toString());
    assertEquals("[p.A]", constants.classes().toString());
    constants.constant("x".repeat(2001));
    assertEquals("[text]", constants.strings().toString());
  }
}
