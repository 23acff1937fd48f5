package org.refverify.common;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

class WithoutAnnotationsTest {
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE_USE, ElementType.TYPE, ElementType.FIELD, ElementType.METHOD})
  @interface Marked {
    Class<?> value() default Thread.class;
  }

  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.PARAMETER)
  @interface MarkedParameter {}

  @Marked
  static class Everywhere extends @Marked ArrayList<@Marked String> {
    private static final long serialVersionUID = 1;

    @Marked String field = "kept";

    @Marked
    @Deprecated
    String method(@MarkedParameter Object given) throws @Marked IOException {
      @Marked String local = (@Marked String) given;
      try {
        return local + new @Marked Object();
      } catch (@Marked IllegalStateException e) {
        return field;
      }
    }
  }

  record Component(@Marked String part) {}

  @ParameterizedTest
  @ValueSource(strings = {"$Marked;", "$MarkedParameter;", "/Deprecated;"})
  void noAnnotationStays(String annotation) throws IOException {
    assertTrue(text(bytes(Everywhere.class)).contains(annotation));
    assertFalse(text(without(Everywhere.class)).contains(annotation));
  }

  @Test
  void noAnnotationOfARecordComponentStays() throws IOException {
    assertTrue(text(bytes(Component.class)).contains("$Marked;"));
    assertFalse(text(without(Component.class)).contains("$Marked;"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kept", "field", "method", "java/lang/IllegalStateException"})
  void theCodeStays(String word) throws IOException {
    assertTrue(text(without(Everywhere.class)).contains(word));
  }

  @Test
  void theDefaultOfAnAnnotationTypeStays() throws IOException {
    String type = text(without(Marked.class));
    assertTrue(type.contains("Ljava/lang/Thread;"));
    assertFalse(type.contains("Ljava/lang/annotation/Target;"));
  }

  private static byte[] without(Class<?> type) throws IOException {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(bytes(type)).accept(new WithoutAnnotations(writer), 0);
    return writer.toByteArray();
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
