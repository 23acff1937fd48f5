package org.refverify.prover.pairing;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.prover.world.ClassWorld;

/** All texts of a version's own classes: code that finds a member by name must contain the name. */
public final class OwnTexts {
  private static final Pattern NAME = Pattern.compile("[\\p{javaJavaIdentifierPart}./]*");
  private static final Pattern QUALIFIED =
      Pattern.compile("[\\p{javaJavaIdentifierPart}]+[./][\\p{javaJavaIdentifierPart}./]+");
  private static final Pattern SUFFIX = Pattern.compile("\\.class$");
  private static final Pattern MARKS = Pattern.compile("[\\[;,]");
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private final Set<String> texts = new HashSet<>();

  private OwnTexts() {}

  /** The texts of a class. */
  public static Set<String> of(ClassNode node) {
    OwnTexts texts = new OwnTexts();
    texts.add(node);
    return texts.texts;
  }

  /** The words of both versions. */
  public static Set<String> words(ClassWorld before, ClassWorld after) {
    OwnTexts texts = new OwnTexts();
    before.own().forEach(texts::add);
    after.own().forEach(texts::add);
    Set<String> words = new HashSet<>();
    for (String text : texts.texts) {
      words.addAll(List.of(text.split("[^\\p{javaJavaIdentifierPart}]+")));
      words.addAll(List.of(text.split("[^\\p{javaJavaIdentifierPart}]+|\\$")));
    }
    return words;
  }

  /**
   * The last parts of the names in those texts of a class that consist only of names, with or
   * without dots: a single name, a list with commas or semicolons, or the name of an array or a
   * class file. Blanks may separate only names with dots, because other words with blanks are a
   * sentence. Other code may add to the text before it is used.
   */
  static Set<String> names(ClassNode node) {
    Set<String> names = new HashSet<>();
    of(node).forEach(text -> names.addAll(listed(text)));
    return names;
  }

  /** The last parts of the names in a list; empty if the text is not such a list. */
  static Set<String> listed(String text) {
    Set<String> names = new HashSet<>();
    for (String piece : MARKS.split(text)) {
      String[] words = BLANKS.split(piece.strip());
      Pattern wanted = words.length == 1 ? NAME : QUALIFIED;
      for (String word : words) {
        if (!wanted.matcher(word).matches()) {
          return Set.of();
        }
        String name = SUFFIX.matcher(word).replaceAll("");
        String last = name.substring(name.lastIndexOf('$') + 1).replaceAll(".*[./\u0001]", "");
        names.add(last);
        // The element type of an array, as in "[LName;".
        if (last.startsWith("L") && text.contains(";")) {
          names.add(last.substring(1));
        }
      }
    }
    return names;
  }

  private void add(ClassNode node) {
    annotations(node.visibleAnnotations);
    for (FieldNode field : node.fields) {
      text(field.value);
      annotations(field.visibleAnnotations);
    }
    for (MethodNode method : node.methods) {
      annotations(method.visibleAnnotations);
      for (AbstractInsnNode instruction : method.instructions) {
        if (instruction instanceof LdcInsnNode constant) {
          text(constant.cst);
        } else if (instruction instanceof InvokeDynamicInsnNode dynamic
            && !dynamic.bsm.getName().equals("bootstrap")) {
          List.of(dynamic.bsmArgs).forEach(this::text);
        }
      }
    }
  }

  private void annotations(List<AnnotationNode> annotations) {
    if (annotations != null) {
      annotations.forEach(this::text);
    }
  }

  private void text(Object value) {
    if (value instanceof String text) {
      texts.add(text);
    } else if (value instanceof AnnotationNode annotation && annotation.values != null) {
      annotation.values.forEach(this::text);
    } else if (value instanceof List<?> list) {
      list.forEach(this::text);
    }
  }
}
