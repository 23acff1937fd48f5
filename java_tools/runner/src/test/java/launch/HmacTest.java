package launch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class HmacTest {
  @Test
  void theSecondCaseOfRfc4231() {
    byte[] text = "what do ya want for nothing?".getBytes(US_ASCII);

    byte[] code = new Hmac("Jefe".getBytes(US_ASCII)).of(text, new byte[0]);

    assertEquals(
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        String.format("%064x", new BigInteger(1, code)));
  }

  @Test
  void ofEveryLengthItIsThatOfThePlatform() throws Exception {
    Random random = new Random(1);
    for (int length = 0; length < 300; length++) {
      byte[] key = new byte[1 + length % 64];
      byte[] first = new byte[length / 3];
      byte[] second = new byte[length - first.length];
      random.nextBytes(key);
      random.nextBytes(first);
      random.nextBytes(second);
      Mac platform = Mac.getInstance("HmacSHA256");
      platform.init(new SecretKeySpec(key, "HmacSHA256"));
      platform.update(first);

      assertArrayEquals(platform.doFinal(second), new Hmac(key).of(first, second));
    }
  }

  @Test
  void oneKeyServesManyTextsAndMayBeOverwritten() {
    byte[] key = new byte[32];
    key[0] = 1;
    Hmac hmac = new Hmac(key);
    byte[] before = hmac.of(new byte[] {2}, new byte[] {3});
    Arrays.fill(key, (byte) 0);

    assertArrayEquals(before, hmac.of(new byte[] {2}, new byte[] {3}));
  }

  @Test
  void aKeyOfMoreThanABlockIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Hmac(new byte[65]));
  }
}
