package org.refverify.prover.compile;

import java.util.regex.Pattern;

/** What build files say about the compiler. They are only searched, never evaluated. */
final class BuildFiles {
  private static final Pattern PATH =
      Pattern.compile(
          "(?:.*/)?(?:pom\\.xml|build\\.xml|.*\\.gradle(?:\\.kts)?|BUILD(?:\\.bazel)?|.*\\.bzl"
              + "|.*\\.versions\\.toml|javac\\.args"
              + "|\\.mvn/(?:maven|jvm)\\.config|(?:buildSrc|build-logic)/.*\\.(?:kt|groovy))");

  /**
   * The option of javac, its form in Maven, Ant and Kotlin, and Spring Boot's parent and plugin,
   * which set it.
   */
  private static final Pattern KEEPS_NAMES =
      Pattern.compile(
          "-parameters\\b|<parameters>\\s*(?:true|\\$\\{)|maven\\.compiler\\.parameters|javaParameters"
              + "|spring-boot-starter-parent|org\\.springframework\\.boot");

  private BuildFiles() {}

  static boolean isBuildFile(String path) {
    return PATH.matcher(path).matches();
  }

  /** Whether a build file may make the compiler keep the names of parameters for reflection. */
  static boolean keepsParameterNames(String text) {
    return KEEPS_NAMES.matcher(text).find();
  }
}
