package org.refverify.miner;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jdt.core.dom.ArrayType;
import org.eclipse.jdt.core.dom.IntersectionType;
import org.eclipse.jdt.core.dom.Name;
import org.eclipse.jdt.core.dom.NameQualifiedType;
import org.eclipse.jdt.core.dom.ParameterizedType;
import org.eclipse.jdt.core.dom.PrimitiveType;
import org.eclipse.jdt.core.dom.QualifiedType;
import org.eclipse.jdt.core.dom.SimpleType;
import org.eclipse.jdt.core.dom.SingleVariableDeclaration;
import org.eclipse.jdt.core.dom.Type;
import org.eclipse.jdt.core.dom.TypeParameter;

/**
 * Names of types as the source writes them, without type arguments and annotations.
 *
 * <p>A type variable with a bound becomes the name of its first bound; an unbounded one keeps its
 * name.
 */
final class ErasedTypes {
  private final Deque<Map<String, Type>> scopes = new ArrayDeque<>();

  void enter(List<?> typeParameters) {
    Map<String, Type> bounds = new HashMap<>();
    for (Object each : typeParameters) {
      TypeParameter parameter = (TypeParameter) each;
      List<?> declared = parameter.typeBounds();
      bounds.put(parameter.getName().getIdentifier(), declared.isEmpty() ? null : first(declared));
    }
    scopes.push(bounds);
  }

  void leave() {
    scopes.pop();
  }

  String of(SingleVariableDeclaration parameter) {
    int dimensions = parameter.getExtraDimensions() + (parameter.isVarargs() ? 1 : 0);
    return of(parameter.getType()) + "[]".repeat(dimensions);
  }

  String of(Type type) {
    if (type instanceof ArrayType array) {
      return of(array.getElementType()) + "[]".repeat(array.getDimensions());
    }
    if (type instanceof ParameterizedType parameterized) {
      return of(parameterized.getType());
    }
    if (type instanceof PrimitiveType primitive) {
      return primitive.getPrimitiveTypeCode().toString();
    }
    if (type instanceof SimpleType simple) {
      return named(simple.getName());
    }
    if (type instanceof QualifiedType qualified) {
      return of(qualified.getQualifier()) + "." + qualified.getName().getIdentifier();
    }
    if (type instanceof NameQualifiedType qualified) {
      return qualified.getQualifier() + "." + qualified.getName().getIdentifier();
    }
    if (type instanceof IntersectionType intersection) {
      return of(first(intersection.types()));
    }
    return type.toString();
  }

  private String named(Name name) {
    String text = name.getFullyQualifiedName();
    for (Map<String, Type> scope : scopes) {
      if (scope.containsKey(text)) {
        Type bound = scope.get(text);
        return bound == null || bound.toString().equals(text) ? text : of(bound);
      }
    }
    return text;
  }

  private static Type first(List<?> types) {
    return (Type) types.get(0);
  }
}
