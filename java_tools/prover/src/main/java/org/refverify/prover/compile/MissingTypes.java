package org.refverify.prover.compile;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Empty types for names that no source and no library declares, so that the code around them
 * compiles. Both versions share them. Code that uses a member of one remains unresolved.
 */
final class MissingTypes {
  /** The package of the stand-ins for annotations whose types are missing. */
  static final String ANNOTATIONS = "refverify.missing";

  /**
   * The suffix of their names, so that no word of the sources counts as a use of the missing type.
   */
  static final String MARK = "$";

  private static final String RETAINED =
      "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)"
          + " "
          + Stream.of(
                  "TYPE",
                  "FIELD",
                  "METHOD",
                  "PARAMETER",
                  "CONSTRUCTOR",
                  "LOCAL_VARIABLE",
                  "ANNOTATION_TYPE",
                  "PACKAGE",
                  "TYPE_PARAMETER",
                  "RECORD_COMPONENT",
                  "TYPE_USE")
              .map(each -> "java.lang.annotation.ElementType." + each)
              .collect(Collectors.joining(",", "@java.lang.annotation.Target({", "})"));

  private static final String FOLDER = "refverify-missing/";

  private final Map<String, Shape> types = new TreeMap<>();
  private final Set<String> onDemand = new HashSet<>();

  /** How a missing type is used, as far as the uses determine its form. */
  record Shape(boolean isInterface, boolean thrown, int parameters) {
    static final Shape PLAIN = new Shape(false, false, 0);

    Shape and(Shape other) {
      return new Shape(
          isInterface || other.isInterface,
          thrown || other.thrown,
          Math.max(parameters, other.parameters));
    }
  }

  /** Adds a type; combines the requirements of several uses. */
  void add(String name, Shape shape) {
    types.merge(name, shape, Shape::and);
  }

  /**
   * Adds a type that a whole missing package may contain; it counts once the compiler asks for it.
   */
  void addOnDemand(String name, Shape shape) {
    add(name, shape);
    onDemand.add(name);
  }

  /** Whether a stand-in counts as used as soon as the compiler has asked for it. */
  boolean isOnDemand(String name) {
    return onDemand.contains(name);
  }

  /** The source of a stand-in; empty if there is none of this name. */
  Optional<String> text(String packageName, String type) {
    if (packageName.equals(ANNOTATIONS) && type.endsWith(MARK)) {
      return Optional.of(annotation(type));
    }
    String name = packageName.isEmpty() ? type : packageName + "." + type;
    return Optional.ofNullable(types.get(name)).map(shape -> text(packageName, type, shape));
  }

  boolean isPackage(String name) {
    return (ANNOTATIONS + ".").startsWith(name + ".")
        || types.keySet().stream().anyMatch(each -> each.startsWith(name + "."));
  }

  static String path(String packageName, String type) {
    return FOLDER + packageName.replace('.', '/') + "/" + type + ".java";
  }

  /** Whether a path is that of a stand-in. */
  static boolean isPath(String path) {
    return path.startsWith(FOLDER);
  }

  private static String text(String packageName, String type, Shape shape) {
    String parameters =
        shape.parameters == 0
            ? ""
            : IntStream.range(0, shape.parameters)
                .mapToObj(at -> "T" + at)
                .collect(Collectors.joining(",", "<", ">"));
    String header = packageName.isEmpty() ? "" : "package " + packageName + ";";
    String kind = shape.isInterface ? " public interface " : " public class ";
    String above = shape.thrown && !shape.isInterface ? " extends RuntimeException" : "";
    return header + kind + type + parameters + above + " {}";
  }

  private static String annotation(String type) {
    return "package "
        + ANNOTATIONS
        + "; "
        + RETAINED
        + " public @interface "
        + type
        + " { java.lang.String value(); }";
  }
}
