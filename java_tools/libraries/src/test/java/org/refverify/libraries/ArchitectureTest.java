package org.refverify.libraries;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * This module uses the parts of Maven that read models and resolve artifacts, and none that builds.
 */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.refverify.libraries");

  @Test
  void nothingButTheJdkMavensReadersAndTheWritingOfJsonIsNeeded() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "org.apache.maven.model..",
            "org.apache.maven.building..",
            "org.apache.maven.repository.internal",
            "org.apache.maven.settings..",
            "org.eclipse.aether..",
            "org.refverify.common",
            "org.refverify.libraries")
        .check(CLASSES);
  }

  @Test
  void noClassOfOthersIsLoadedAndNoProcessStarted() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.ProcessBuilder")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.ClassLoader")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.net.URLClassLoader")
        .check(CLASSES);
  }
}
