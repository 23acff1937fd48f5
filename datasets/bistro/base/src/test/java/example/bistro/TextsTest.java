package example.bistro;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TextsTest {

  @Test
  void recognisesPalindromes() {
    assertTrue(Texts.isPalindrome("Never odd or even"));
    assertFalse(Texts.isPalindrome("Bistro"));
  }
}
