package launch;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.refverify.common.JsonWriter;

/**
 * The parts of the subject's class path that each class needs. A subject often has only one JUnit:
 * a class that names another one would not load.
 */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("launch");

  private static final String COMPILER =
      "(Compile|CompileService|Abi|ClassFile|Dependants|MethodChanges|Pieces|SourceSet|TreePlace)(\\$.*)?";

  @Test
  void junit3IsNamedByItsSuiteAndItsCanaryAlone() {
    noClasses()
        .that()
        .haveNameNotMatching(".*\\.JUnit3(Suite|Canary)(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("junit..")
        .check(CLASSES);
  }

  @Test
  void junit4IsNamedByItsSuiteAndItsCanaryAlone() {
    noClasses()
        .that()
        .haveNameNotMatching(".*\\.JUnit4(Suite|Canary)(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.junit", "org.junit.runner..")
        .check(CLASSES);
  }

  @Test
  void thePlatformAndJupiterAreNamedByTheirSuiteAndCanaryAlone() {
    noClasses()
        .that()
        .haveNameNotMatching(".*\\.(PlatformSuite|JupiterCanary)(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.junit.platform..", "org.junit.jupiter..")
        .check(CLASSES);
  }

  @Test
  void theCompilerDriverNeedsNothingOfTheTestLauncher() {
    classes()
        .that()
        .haveNameMatching("launch\\." + COMPILER)
        .should()
        .onlyDependOnClassesThat()
        .haveNameMatching("java.*|\\[.*|launch\\." + COMPILER)
        .check(CLASSES);
  }

  @Test
  void nothingButTheJdkAndJunitIsNeeded() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "java..", "javax.tools..", "junit.framework", "org.junit..", "launch")
                .or(belongToAnyOf(JsonWriter.class)))
        .check(CLASSES);
  }
}
