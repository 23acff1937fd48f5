package org.refverify.prover.compile;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jdt.core.compiler.CharOperation;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.Initializer;
import org.eclipse.jdt.internal.compiler.ast.MethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.classfmt.ClassFileConstants;

/**
 * What other files see of the types of some files: modifiers, types, exceptions, supertypes, as
 * written. If that changed, code elsewhere may no longer compile.
 */
final class ChangedFaces {
  private static final int MODIFIERS = 0xffff;

  /** What other code sees of one declaration, and the word by which other code names it. */
  private record Face(String word, String text, boolean isPrivate) {}

  private final Map<String, Face> faces = new HashMap<>();

  private ChangedFaces(Collection<CompilationUnitDeclaration> units) {
    for (CompilationUnitDeclaration unit : units) {
      String name =
          unit.currentPackage == null ? "" : CharOperation.toString(unit.currentPackage.tokens);
      types(name, unit.types);
    }
  }

  /**
   * The words by which other files name the declarations that changed between two versions of some
   * files.
   */
  static Set<String> words(
      Collection<CompilationUnitDeclaration> before, Collection<CompilationUnitDeclaration> after) {
    Map<String, Face> olds = new ChangedFaces(before).faces;
    Map<String, Face> news = new ChangedFaces(after).faces;
    Set<String> words = new TreeSet<>();
    olds.forEach((key, face) -> add(words, face, news.get(key)));
    news.forEach((key, face) -> add(words, face, olds.get(key)));
    return words;
  }

  private static void add(Set<String> words, Face face, Face other) {
    boolean hidden = face.isPrivate() && (other == null || other.isPrivate());
    if (!hidden && !face.equals(other)) {
      words.add(face.word());
    }
  }

  private void types(String around, TypeDeclaration[] types) {
    if (types != null) {
      for (TypeDeclaration type : types) {
        type(around + "." + new String(type.name), type);
      }
    }
  }

  private void type(String name, TypeDeclaration type) {
    String text =
        texts(type.typeParameters)
            + type.superclass
            + texts(type.superInterfaces)
            + texts(type.permittedTypes)
            + texts(type.recordComponents);
    put("class " + name, new String(type.name), type.modifiers, text);
    if (type.methods != null) {
      for (AbstractMethodDeclaration each : type.methods) {
        method(name, type, each);
      }
    }
    if (type.fields != null) {
      for (FieldDeclaration each : type.fields) {
        if (!(each instanceof Initializer)) {
          String word = new String(each.name);
          put("field " + name + "." + word, word, each.modifiers, String.valueOf(each.type));
        }
      }
    }
    types(name, type.memberTypes);
  }

  private void method(String name, TypeDeclaration type, AbstractMethodDeclaration each) {
    if (each.isDefaultConstructor() || each.isClinit()) {
      return;
    }
    String word = new String(each.isConstructor() ? type.name : each.selector);
    String parameters =
        each.arguments == null
            ? ""
            : Arrays.stream(each.arguments).map(one -> one.type + ",").reduce("", String::concat);
    String text =
        texts(each.typeParameters())
            + (each instanceof MethodDeclaration declared ? declared.returnType : "")
            + texts(each.thrownExceptions);
    put("method " + name + "." + word + "(" + parameters, word, each.modifiers, text);
  }

  private void put(String key, String word, int modifiers, String text) {
    boolean isPrivate = (modifiers & ClassFileConstants.AccPrivate) != 0;
    faces.put(key, new Face(word, (modifiers & MODIFIERS) + " " + text, isPrivate));
  }

  private static String texts(Object[] parts) {
    return parts == null ? "" : Arrays.toString(parts);
  }
}
