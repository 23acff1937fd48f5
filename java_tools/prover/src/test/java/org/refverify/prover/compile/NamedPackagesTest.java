package org.refverify.prover.compile;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamedPackagesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "import a.b.*; class A { }",
        "import a . /* c */ b .* ;",
        "import a.\\u0062.*;",
        "module m { exports a.b; }",
        "module m { exports a.b to n; }",
      })
  void aPackageIsImportedOrExported(String source) {
    assertTrue(NamedPackages.needs(Set.of("a.b", "c"), source));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "package a.b; class A { }",
        "import a.b.C;",
        "import a.b.c.*;",
        "import b.*;",
        "// import a.b.*;",
        "module m { requires a.b; exports a.b.c; }",
      })
  void aPackageIsNeitherImportedNorExported(String source) {
    assertFalse(NamedPackages.needs(Set.of("a.b", "c"), source));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.bc", "a.b\u00ADc", "a.\\u0062c"})
  void aTextThatIsNoJavaMayNeedAPackage(String name) {
    assertTrue(NamedPackages.needs(Set.of("a.bc"), "'' import " + name + ".*;"));
    assertFalse(NamedPackages.needs(Set.of("a.d"), "'' import a.bc.*;"));
  }
}
