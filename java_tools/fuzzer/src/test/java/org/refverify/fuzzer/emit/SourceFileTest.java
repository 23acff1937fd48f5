package org.refverify.fuzzer.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class SourceFileTest {
  @Test
  void importsAreInOrderAndTheStaticOnesFirst() {
    assertEquals(
        """
        import static org.junit.jupiter.api.Assertions.assertEquals;
        import static org.junit.jupiter.api.Assertions.assertNull;

        import java.util.ArrayList;
        import java.util.Arrays;
        import org.junit.jupiter.api.Test;

        """,
        SourceFile.imports(
            Arrays.asList(
                "import static org.junit.jupiter.api.Assertions.assertNull;",
                "import static org.junit.jupiter.api.Assertions.assertEquals;",
                "",
                "import org.junit.jupiter.api.Test;",
                "import java.util.Arrays;",
                "import java.util.ArrayList;",
                "import java.util.Arrays;")));
  }

  @Test
  void aSectionWithoutImportsIsNotThere() {
    assertEquals("", SourceFile.imports(Collections.<String>emptyList()));
    assertEquals(
        "import java.util.List;\n\n",
        SourceFile.imports(Collections.singletonList("import java.util.List;")));
  }
}
