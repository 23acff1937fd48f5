package org.refverify.miner;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The module's own code reads Java with JDT; the empty names of other languages are in the same
 * jar.
 */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPath(Path.of("target", "classes"));

  @Test
  void ourCodeNeedsOnlyTheJdkJdtAndCommon() {
    classes()
        .that()
        .resideInAPackage("org.refverify..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..", "org.eclipse.jdt.core..", "org.refverify.common", "org.refverify.miner")
        .check(CLASSES);
  }

  @Test
  void emptyNamesNeedNothingOfOurs() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.refverify..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.refverify..")
        .check(CLASSES);
  }
}
