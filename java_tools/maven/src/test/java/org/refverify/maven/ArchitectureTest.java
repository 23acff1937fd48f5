package org.refverify.maven;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Every Maven 3 that builds a subject contains the classes that this module uses. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.refverify.maven");

  @Test
  void nothingButTheJdkAndMavensModelOfABuildIsNeeded() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.apache.maven",
            "org.apache.maven.execution",
            "org.apache.maven.model",
            "org.apache.maven.project",
            "org.codehaus.plexus.util.xml",
            "org.refverify.maven")
        .check(CLASSES);
  }
}
