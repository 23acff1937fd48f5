package org.refverify.fuzzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.refverify.fuzzer.Compiled;

class ConstantsTest {
  private static final Compiled COMPILED =
      Compiled.of(
          """
          class A {
            static final String KEY = "key";
            boolean f(String s, int[] all) {
              return s.length() == 12 && s.charAt(0) == 'x' && all[1] == 300 || s.equals("word");
            }
            double g() { return 2.5; }
          }
          """);

  @Test
  void aMethodMentionsWhatItsCodeHolds() {
    Constants constants = new Constants();
    constants.add(COMPILED.bytes("A"), List.of("f(Ljava/lang/String;[I)Z"));
    assertEquals("[word]", constants.strings().toString());
    assertEquals("[]", Arrays.toString(constants.doubles()));
    assertEquals("[12]", Arrays.toString(constants.lengths()));
    assertEquals("[120, 300]", Arrays.toString(constants.elements()));
  }

  @Test
  void aClassMentionsItsFieldsAndAllMethods() {
    Constants constants = new Constants();
    constants.add(COMPILED.bytes("A"), null);
    assertEquals("[key, word]", constants.strings().toString());
    assertEquals("[2.5]", Arrays.toString(constants.doubles()));
  }
}
