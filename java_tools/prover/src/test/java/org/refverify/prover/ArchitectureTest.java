package org.refverify.prover;

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
          .importPackages("org.refverify.prover");

  @Test
  void packagesSeeOnlyWhatTheDocumentationDraws() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("org.refverify.prover..")
        .layer("verdict")
        .definedBy("..prover.verdict")
        .layer("world")
        .definedBy("..prover.world")
        .layer("symbol")
        .definedBy("..prover.symbol")
        .layer("lockstep")
        .definedBy("..prover.lockstep")
        .layer("pairing")
        .definedBy("..prover.pairing")
        .layer("compare")
        .definedBy("..prover.compare")
        .layer("whole")
        .definedBy("org.refverify.prover")
        .layer("compile")
        .definedBy("..prover.compile")
        .layer("closure")
        .definedBy("..prover.closure")
        .ensureAllClassesAreContainedInArchitecture()
        .whereLayer("verdict")
        .mayNotAccessAnyLayer()
        .whereLayer("world")
        .mayOnlyAccessLayers("verdict")
        .whereLayer("symbol")
        .mayOnlyAccessLayers("verdict", "world")
        .whereLayer("lockstep")
        .mayOnlyAccessLayers("verdict", "world", "symbol")
        .whereLayer("pairing")
        .mayOnlyAccessLayers("verdict", "world", "symbol", "lockstep")
        .whereLayer("compare")
        .mayOnlyAccessLayers("verdict", "world", "symbol", "lockstep", "pairing")
        .whereLayer("whole")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("compile")
        .mayOnlyAccessLayers("verdict", "world", "symbol", "lockstep", "pairing", "compare")
        .whereLayer("closure")
        .mayOnlyAccessLayers("verdict", "compile")
        .check(CLASSES);
  }
}
