package org.refverify.fuzzer.entry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.refverify.fuzzer.Compiled;

class CallGraphTest {
  private static final String SOURCE =
      """
      class A {
        int direct() { return target(); }
        int twice() { return direct(); }
        int target() { return 1; }
        int alone() { return 2; }
        java.util.function.IntSupplier lambda() { return () -> target(); }
        java.util.function.IntSupplier reference() { return this::target; }
        int recursive(int n) { return n == 0 ? target() : recursive(n - 1); }
      }
      class Sub extends A { int target() { return 3; } }
      class User { int through(A a) { return a.target(); } }
      class Starting { static int n = Initialised.now(); }
      class Initialised { static { System.nanoTime(); } static int now() { return 1; } }
      class Reader { int read() { return Starting.n; } }
      class Maker {
        Runnable made() { return new Runnable() { public void run() { hidden(); } void hidden() { } }; }
      }
      """;

  private static String reaching(String owner, String name, String descriptor) {
    ClassSet set = Compiled.of(SOURCE).set();
    Hierarchy hierarchy = new Hierarchy(set);
    Map<MethodName, Integer> found =
        new CallGraph(set, hierarchy, PlatformOverrides.NONE)
            .distances(new MethodName(owner, name, descriptor));
    return found.entrySet().stream()
        .filter(each -> !each.getKey().name.contains("lambda$"))
        .map(each -> each.getKey().owner + "." + each.getKey().name + "=" + each.getValue())
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource({
    "A, target, ()I, A.direct=1 A.lambda=2 A.recursive=1 A.reference=1 A.target=0 A.twice=2"
        + " User.through=1",
    "Sub, target, ()I, A.direct=1 A.lambda=2 A.recursive=1 A.reference=1 A.twice=2 Sub.target=0"
        + " User.through=1",
    "A, alone, ()I, A.alone=0",
    "Initialised, <clinit>, ()V, Initialised.<init>=1 Initialised.<clinit>=0 Initialised.now=1"
        + " Reader.read=2 Starting.<clinit>=1 Starting.<init>=2",
  })
  void whatMayReachAMethodHasADistance(
      String owner, String name, String descriptor, String expected) {
    assertEquals(sorted(expected), sorted(reaching(owner, name, descriptor)));
  }

  @Test
  void whoMakesAnObjectOfAnUnnameableClassReachesItsMethods() {
    assertEquals(
        sorted("Maker$1.hidden=0 Maker$1.run=1 Maker.made=1"),
        sorted(reaching("Maker$1", "hidden", "()V")));
  }

  private static List<String> sorted(String words) {
    return Arrays.stream(words.split(" ")).sorted().toList();
  }
}
