package org.refverify.miner;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jdt.core.dom.Annotation;

/** The keywords and the annotations (names as written) of a declaration. */
record Modifiers(List<String> keywords, List<String> annotations) {
  static Modifiers of(List<?> nodes) {
    List<String> keywords = new ArrayList<>();
    List<String> annotations = new ArrayList<>();
    for (Object node : nodes) {
      if (node instanceof Annotation annotation) {
        annotations.add(annotation.getTypeName().getFullyQualifiedName());
      } else {
        keywords.add(node.toString());
      }
    }
    return new Modifiers(keywords, annotations);
  }
}
