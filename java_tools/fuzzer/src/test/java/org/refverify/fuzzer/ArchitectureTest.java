package org.refverify.fuzzer;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The arrows in the package's documentation; they exclude cycles. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(new ImportOption.DoNotIncludePackageInfos())
          .importPackages("org.refverify.fuzzer");

  @Test
  void packagesSeeOnlyWhatTheDocumentationDraws() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("org.refverify.fuzzer..")
        .layer("recipe")
        .definedBy("..fuzzer.recipe")
        .layer("entry")
        .definedBy("..fuzzer.entry")
        .layer("compare")
        .definedBy("..fuzzer.compare")
        .layer("mutation")
        .definedBy("..fuzzer.mutation")
        .layer("capture")
        .definedBy("..fuzzer.capture")
        .layer("emit")
        .definedBy("..fuzzer.emit")
        .layer("run")
        .definedBy("..fuzzer.run")
        .layer("input")
        .definedBy("..fuzzer.input")
        .layer("campaign")
        .definedBy("..fuzzer.campaign")
        .ensureAllClassesAreContainedInArchitecture()
        .whereLayer("recipe")
        .mayNotAccessAnyLayer()
        .whereLayer("entry")
        .mayOnlyAccessLayers("recipe")
        .whereLayer("compare")
        .mayOnlyAccessLayers("recipe", "entry")
        .whereLayer("mutation")
        .mayOnlyAccessLayers("entry")
        .whereLayer("capture")
        .mayOnlyAccessLayers("recipe", "entry")
        .whereLayer("emit")
        .mayOnlyAccessLayers("recipe", "entry")
        .whereLayer("run")
        .mayOnlyAccessLayers("recipe", "entry", "compare")
        .whereLayer("input")
        .mayOnlyAccessLayers("recipe", "entry", "run")
        .whereLayer("campaign")
        .mayNotBeAccessedByAnyLayer()
        .check(CLASSES);
  }
}
