package org.refverify.prover.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.RecordComponentNode;
import org.objectweb.asm.tree.TypeAnnotationNode;

/**
 * Annotations that can be read at run time, as text in source order, because code that reads them
 * gets them in this order. {@code Deprecated} counts only on a package: no code acts on it
 * elsewhere. An annotation whose type is missing counts, because its retention is unknown.
 */
final class Annotations {
  private static final String DEPRECATED = "Ljava/lang/Deprecated;";

  private final Set<String> unresolved;

  Annotations(Set<String> unresolved) {
    this.unresolved = unresolved;
  }

  String of(ClassNode node) {
    boolean deprecated = node.name.endsWith("package-info") && isDeprecated(node);
    return (deprecated ? DEPRECATED : "")
        + text(node.visibleAnnotations, node.invisibleAnnotations)
        + types(node.visibleTypeAnnotations);
  }

  private static boolean isDeprecated(ClassNode node) {
    return node.visibleAnnotations != null
        && node.visibleAnnotations.stream().anyMatch(a -> a.desc.equals(DEPRECATED));
  }

  String of(FieldNode node) {
    return text(node.visibleAnnotations, node.invisibleAnnotations)
        + types(node.visibleTypeAnnotations);
  }

  String of(RecordComponentNode node) {
    return text(node.visibleAnnotations, node.invisibleAnnotations)
        + types(node.visibleTypeAnnotations);
  }

  String of(MethodNode node) {
    return text(node.visibleAnnotations, node.invisibleAnnotations)
        + types(node.visibleTypeAnnotations)
        + parameters(node.visibleParameterAnnotations, node.invisibleParameterAnnotations);
  }

  /** The default of an annotation's element; empty if it has none. */
  static String defaultOf(MethodNode node) {
    return node.annotationDefault == null ? "" : value(node.annotationDefault);
  }

  private String text(List<AnnotationNode> visible, List<AnnotationNode> invisible) {
    List<String> all = new ArrayList<>();
    if (visible != null) {
      visible.stream().filter(a -> !a.desc.equals(DEPRECATED)).forEach(a -> all.add(value(a)));
    }
    if (invisible != null) {
      invisible.stream().filter(this::isUnresolved).forEach(a -> all.add(value(a)));
    }
    return String.join(" ", all);
  }

  private boolean isUnresolved(AnnotationNode annotation) {
    return unresolved.contains(annotation.desc.substring(1, annotation.desc.length() - 1));
  }

  private String parameters(List<AnnotationNode>[] visible, List<AnnotationNode>[] invisible) {
    int count = Math.max(length(visible), length(invisible));
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      String one = text(at(visible, i), at(invisible, i));
      text.append(one.isEmpty() ? "" : " (" + i + ") " + one);
    }
    return text.toString();
  }

  private static int length(List<AnnotationNode>[] lists) {
    return lists == null ? 0 : lists.length;
  }

  private static List<AnnotationNode> at(List<AnnotationNode>[] lists, int index) {
    return index < length(lists) ? lists[index] : null;
  }

  /** Sorted by their targets; annotations of one target keep their order. */
  private static String types(List<TypeAnnotationNode> annotations) {
    return annotations == null
        ? ""
        : annotations.stream()
            .sorted(Comparator.comparing(Annotations::place))
            .map(a -> " " + place(a) + " " + value(a))
            .collect(Collectors.joining());
  }

  private static String place(TypeAnnotationNode annotation) {
    return "type " + annotation.typeRef + " " + annotation.typePath;
  }

  private static String value(Object value) {
    if (value instanceof AnnotationNode annotation) {
      return "@" + annotation.desc + (annotation.values == null ? "" : value(annotation.values));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Annotations::value).collect(Collectors.joining(",", "[", "]"));
    }
    if (value instanceof String[] constant) {
      return Arrays.toString(constant);
    }
    boolean array = value.getClass().isArray();
    return array
        ? value.getClass().getSimpleName() + " " + arrayText(value)
        : ConstantText.of(value);
  }

  private static String arrayText(Object array) {
    int length = java.lang.reflect.Array.getLength(array);
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      parts.add(String.valueOf(java.lang.reflect.Array.get(array, i)));
    }
    return parts.toString();
  }
}
