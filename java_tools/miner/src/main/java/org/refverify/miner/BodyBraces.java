package org.refverify.miner;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jdt.core.ToolFactory;
import org.eclipse.jdt.core.compiler.IScanner;
import org.eclipse.jdt.core.compiler.ITerminalSymbols;
import org.eclipse.jdt.core.compiler.InvalidInputException;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.AbstractTypeDeclaration;
import org.eclipse.jdt.core.dom.EnumDeclaration;
import org.eclipse.jdt.core.dom.RecordDeclaration;
import org.eclipse.jdt.core.dom.TypeDeclaration;

/** Finds the opening brace of a type's body: the syntax tree has no node for it. */
final class BodyBraces {
  private final IScanner scanner;

  BodyBraces(char[] text) {
    this.scanner = ToolFactory.createScanner(false, false, false, false);
    scanner.setSource(text);
  }

  /** Offset of the brace; the end of the declaration if a broken source has none. */
  int opening(AbstractTypeDeclaration type) {
    int last = type.getStartPosition() + type.getLength();
    int from =
        headerOf(type).mapToInt(n -> n.getStartPosition() + n.getLength()).max().orElse(last);
    if (from >= last) {
      return last;
    }
    scanner.resetTo(from, last - 1);
    return firstBrace(last);
  }

  private int firstBrace(int last) {
    try {
      int token = scanner.getNextToken();
      while (token != ITerminalSymbols.TokenNameEOF) {
        if (token == ITerminalSymbols.TokenNameLBRACE) {
          return scanner.getCurrentTokenStartPosition();
        }
        token = scanner.getNextToken();
      }
    } catch (InvalidInputException unreadable) {
      return last;
    }
    return last;
  }

  private static Stream<ASTNode> headerOf(AbstractTypeDeclaration type) {
    List<List<?>> parts = new ArrayList<>();
    parts.add(List.of(type.getName()));
    if (type instanceof TypeDeclaration plain) {
      ASTNode superclass = plain.getSuperclassType();
      parts.add(plain.typeParameters());
      parts.add(superclass == null ? List.of() : List.of(superclass));
      parts.add(plain.superInterfaceTypes());
      parts.add(plain.permittedTypes());
    } else if (type instanceof RecordDeclaration plain) {
      parts.add(plain.typeParameters());
      parts.add(plain.recordComponents());
      parts.add(plain.superInterfaceTypes());
    } else if (type instanceof EnumDeclaration plain) {
      parts.add(plain.superInterfaceTypes());
    }
    return parts.stream().flatMap(List::stream).map(ASTNode.class::cast);
  }
}
