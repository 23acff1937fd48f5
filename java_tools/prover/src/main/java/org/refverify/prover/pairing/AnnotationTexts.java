package org.refverify.prover.pairing;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.refverify.prover.world.ClassWorld;

/** Names in the texts of annotations: a runner may call a method that an annotation names. */
public final class AnnotationTexts {
  private static final String WORD = "[\\p{javaJavaIdentifierPart}&&[^\\p{Cntrl}]]+";
  private static final Pattern WORDS = Pattern.compile(WORD);
  private static final Pattern CALLS = Pattern.compile(WORD + "(?=\\()");
  private static final Pattern BLANK = Pattern.compile("\\s");

  private final Set<String> names = new HashSet<>();

  private AnnotationTexts() {}

  /**
   * All words of a text without blanks, such as {@code a.B#cases}. Other texts are sentences; only
   * their words before an opening parenthesis count.
   */
  public static Set<String> names(ClassWorld before, ClassWorld after) {
    AnnotationTexts texts = new AnnotationTexts();
    before.own().forEach(texts::add);
    after.own().forEach(texts::add);
    return texts.names;
  }

  private void add(ClassNode node) {
    annotations(node.visibleAnnotations);
    annotations(node.invisibleAnnotations);
    node.fields.forEach(
        field -> {
          annotations(field.visibleAnnotations);
          annotations(field.invisibleAnnotations);
        });
    node.methods.forEach(
        method -> {
          annotations(method.visibleAnnotations);
          annotations(method.invisibleAnnotations);
        });
  }

  private void annotations(List<AnnotationNode> all) {
    if (all != null) {
      all.forEach(this::value);
    }
  }

  private void value(Object value) {
    if (value instanceof String text) {
      Matcher found = (BLANK.matcher(text).find() ? CALLS : WORDS).matcher(text);
      while (found.find()) {
        names.add(found.group());
      }
    } else if (value instanceof AnnotationNode annotation && annotation.values != null) {
      // Element names and values alternate.
      for (int i = 1; i < annotation.values.size(); i += 2) {
        value(annotation.values.get(i));
      }
    } else if (value instanceof List<?> list) {
      list.forEach(this::value);
    }
  }
}
