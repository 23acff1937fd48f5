package launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AssertionsTest {
  static class WithoutTheKeyword {}

  /** Defines one class again, with the given assertion status. */
  private static final class Loader extends ClassLoader {
    Loader(boolean assertions) {
      super(null);
      setDefaultAssertionStatus(assertions);
    }

    Class<?> define(Class<?> type) throws IOException {
      String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
      try (InputStream in = type.getResourceAsStream(file)) {
        byte[] code = in.readAllBytes();
        return defineClass(type.getName(), code, 0, code.length);
      }
    }
  }

  @Test
  void theFieldOfAClassSaysWhetherTheKeywordWorksInIt() throws Exception {
    assertEquals(true, Assertions.areSilent(new Loader(false).define(WithTheKeyword.class)));
    assertEquals(false, Assertions.areSilent(new Loader(true).define(WithTheKeyword.class)));
    assertEquals(false, Assertions.areSilent(WithoutTheKeyword.class));
  }

  @Test
  void aNameThatIsNoClassIsPassedOver() throws Exception {
    EventLines lines = new EventLines();
    Assertions.report(Set.of("a display name", ""), lines.events);
    assertEquals(List.of(), lines.texts());
  }
}

/** Top-level, because a nested class uses the status of the class around it. */
class WithTheKeyword {
  static int checked(int value) {
    assert value > 0;
    return value;
  }
}
