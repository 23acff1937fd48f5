package org.refverify.prover.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class ClassWorldTest {
  private final Map<String, byte[]> files = new HashMap<>();
  private final ClassWorld world = new ClassWorld(Map.of(), files::get);

  private void declare(String name, String superclass, String... interfaces) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, superclass, interfaces);
    writer.visitEnd();
    files.put(name, writer.toByteArray());
  }

  private static <T> T soon(Supplier<T> question) {
    return assertTimeoutPreemptively(Duration.ofSeconds(5), question::get);
  }

  @Test
  void aClassThatExtendsItselfHasNoMemberOfItself() {
    declare("p/A", "p/A");

    assertNull(soon(() -> world.resolve("p/A", "f", "()V")));
    assertNull(soon(() -> world.field("p/A", "f", "I")));
    assertFalse(soon(() -> world.isSubclass("p/A", "p/B")));
  }

  @Test
  void aCircleOfClassesAndInterfacesIsWalkedOnce() {
    declare("p/A", "p/B", "p/I");
    declare("p/B", "p/A");
    declare("p/I", "java/lang/Object", "p/I", "p/A");

    assertNull(soon(() -> world.resolve("p/A", "f", "()V")));
    assertNull(soon(() -> world.field("p/A", "f", "I")));
    assertFalse(soon(() -> world.isSubclass("p/B", "p/C")));
    assertEquals("p/B", soon(() -> world.above("p/A")).get(0).name);
  }

  @Test
  void manyWaysUpToAFieldAreWalkedOnce() {
    declare("p/I0", "java/lang/Object");
    for (int at = 1; at < 60; at++) {
      declare("p/I" + at, "java/lang/Object", "p/I" + (at - 1), "p/J" + at);
      declare("p/J" + at, "java/lang/Object", "p/I" + (at - 1));
    }

    assertNull(soon(() -> world.field("p/I59", "f", "I")));
  }
}
