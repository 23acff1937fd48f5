package org.refverify.common;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The runner contains a part of this module and has no dependencies. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.refverify.common");

  @Test
  void onlyTheFilterOfAnnotationsNeedsAsm() {
    classes()
        .that()
        .haveNameNotMatching(".*\\.WithoutAnnotations(\\$.*)?")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.refverify.common")
        .check(CLASSES);
  }

  @Test
  void nothingButTheJdkAndAsmIsNeeded() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.objectweb.asm", "org.refverify.common")
        .check(CLASSES);
  }

  @Test
  void theJsonWriterIsASingleClass() {
    noClasses().should().haveNameMatching(".*JsonWriter\\$.*").check(CLASSES);
  }
}
