package org.refverify.fuzzer.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;
import org.refverify.fuzzer.Compiled;
import org.refverify.fuzzer.entry.ClassSet;

class SideEffectsTest {
  private static final ClassSet SET =
      Compiled.of(
              """
              abstract class A {
                int n; static int all; int[] array = new int[1];
                void set(int m) { n = m; }
                void count() { n++; }
                void countAll() { all++; }
                void store() { array[0] = 1; }
                int read() { return n; }
                void indirect() { count(); }
                void checks() { java.util.Objects.requireNonNull(this); }
                void recursive() { recursive(); }
                void asks(java.util.List<String> list) { list.isEmpty(); }
                void adds(java.util.List<String> list) { list.add("a"); }
                void close() { n++; }
                abstract void unknown();
                native void foreign();
              }
              class B extends A { void unknown() { } void foreign() { } }
              """)
          .set();

  private static boolean changes(String owner, String name, String descriptor) {
    return new SideEffects(SET)
        .of(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false));
  }

  @ParameterizedTest
  @CsvSource({
    "set, (I)V, false",
    "count, ()V, true",
    "countAll, ()V, true",
    "store, ()V, true",
    "read, ()I, false",
    "indirect, ()V, true",
    "checks, ()V, false",
    "recursive, ()V, false",
    "asks, (Ljava/util/List;)V, false",
    "adds, (Ljava/util/List;)V, true",
    "close, ()V, false",
    "unknown, ()V, true",
    "foreign, ()V, true",
    "missing, ()V, true",
  })
  void aSecondCallHasAnotherEffectIfTheMethodChangesWhatItReads(
      String name, String descriptor, boolean changes) {
    assertEquals(changes, changes("A", name, descriptor));
  }

  @Test
  void anInheritedMethodIsRead() {
    assertEquals(true, changes("B", "count", "()V"));
    assertEquals(false, changes("B", "set", "(I)V"));
    assertEquals(false, changes("B", "unknown", "()V"));
  }

  @ParameterizedTest
  @CsvSource({
    "java/util/List, size, ()I, false",
    "java/util/List, add, (Ljava/lang/Object;)Z, true",
    "java/util/List, clear, ()V, false",
    "java/lang/Math, abs, (I)I, false",
    "java/lang/String, trim, ()Ljava/lang/String;, false",
    "java/util/Map, get, (Ljava/lang/Object;)Ljava/lang/Object;, true",
    "java/util/Map, getOrDefault, (Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;, false",
    "java/lang/Object, getClass, ()Ljava/lang/Class;, false",
    "java/io/PrintStream, println, ()V, true",
    "q/Library, size, ()I, true",
  })
  void aMethodOfThePlatformIsKnownByItsName(
      String owner, String name, String descriptor, boolean changes) {
    assertEquals(changes, changes(owner, name, descriptor));
  }

  @ParameterizedTest
  @CsvSource({
    "I, 3",
    "Z, 3",
    "C, 3",
    "J, 9",
    "F, 11",
    "D, 14",
    "Ljava/lang/String;, 1",
    "[I, 1",
  })
  void everyTypeHasAZero(String descriptor, int opcode) {
    assertEquals(opcode, PushedValues.zero(Type.getType(descriptor)).getOpcode());
  }
}
