package org.refverify.references;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * This module uses two parts of the prover: its reading of class files and its model of classes.
 */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.refverify.references");

  @Test
  void nothingButTheJdkAsmAndTheReadingOfClassFilesIsNeeded() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.objectweb.asm..",
            "org.refverify.common",
            "org.refverify.references",
            "org.refverify.prover.compile",
            "org.refverify.prover.world")
        .check(CLASSES);
  }
}
