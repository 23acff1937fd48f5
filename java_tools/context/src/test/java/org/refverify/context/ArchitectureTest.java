package org.refverify.context;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** This module uses only one part of the prover: its reading of sources. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.refverify.context");

  @Test
  void nothingButTheJdkJdtAndTheReadingOfSourcesIsNeeded() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.eclipse.jdt..",
            "org.refverify.common",
            "org.refverify.context",
            "org.refverify.prover.compile")
        .check(CLASSES);
  }
}
