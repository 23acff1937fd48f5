package org.refverify.coverage;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * The dependencies of this module, and its uses of JaCoCo's internals, which may change without
 * notice.
 */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.refverify.coverage");

  @Test
  void jacocosInternalsAreNamedByTwoClassesAlone() {
    noClasses()
        .that()
        .haveNameNotMatching(".*\\.(ClassProbes|SubjectClass)(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.jacoco.core.internal..")
        .check(CLASSES);
  }

  @Test
  void nothingButTheJdkAsmJacocoAndCommonIsNeeded() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.jacoco.core..",
            "org.objectweb.asm..",
            "org.refverify.common",
            "org.refverify.coverage")
        .check(CLASSES);
  }
}
