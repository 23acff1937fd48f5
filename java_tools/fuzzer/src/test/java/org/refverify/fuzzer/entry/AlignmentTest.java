package org.refverify.fuzzer.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.fuzzer.Compiled;

class AlignmentTest {
  private static Code code(String body) {
    String source = "class A {\nint f(int n) {\n" + body.replace(";", ";\n") + "}\n}\n";
    ClassNode node = Compiled.of(source).set().node("A");
    for (MethodNode method : node.methods) {
      if (method.name.equals("f")) {
        return new Code(node, method, Renames.NONE);
      }
    }
    throw new IllegalArgumentException(body);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          n++; n++; return n;         | n++; return n;                | [4]    | [4]
          n++; return 0;              | n++; n = n * 2; return 0;     | [4]    | [4]
          n++; n = n * 2; return n;   | n++; n = n * 3; return n;     | [4]    | [4]
          int a = 1; return n;        | return n;                     | [3]    | [3]
          """)
  void theLinesWithOtherInstructionsDiffer(String old, String fresh, String left, String right) {
    Alignment alignment = new Alignment(code(old), code(fresh));
    assertEquals(left, alignment.left.toString());
    assertEquals(right, alignment.right.toString());
  }

  @Test
  void whereNoInstructionDiffersAllLinesDo() {
    Alignment alignment = new Alignment(code("n++; return n;"), code("n++; return n;"));
    assertEquals("[3, 4]", alignment.left.toString());
    assertEquals("[3, 4]", alignment.right.toString());
  }
}
