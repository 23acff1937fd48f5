package org.refverify.prover.closure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jdt.internal.compiler.ast.AbstractMethodDeclaration;
import org.eclipse.jdt.internal.compiler.ast.AbstractVariableDeclaration;
import org.eclipse.jdt.internal.compiler.ast.CompilationUnitDeclaration;
import org.eclipse.jdt.internal.compiler.ast.FieldDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeDeclaration;
import org.eclipse.jdt.internal.compiler.ast.TypeParameter;
import org.eclipse.jdt.internal.compiler.ast.TypeReference;
import org.eclipse.jdt.internal.compiler.classfmt.ClassFileConstants;
import org.refverify.prover.compile.ResolvedVersion;

/** The members of one resolved file, except those of classes that are declared inside code. */
final class MemberNodes {
  private final ResolvedVersion version;
  private final String file;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<Node, UsedDeclarations> used = new IdentityHashMap<>();

  /**
   * One member and its code.
   *
   * @param start offset of its first character, Javadoc included
   * @param end offset of its last one
   */
  record Node(Declared declared, int start, int end, TypeDeclaration owner, Object tree) {
    boolean holds(int offset) {
      return start <= offset && offset <= end;
    }

    int length() {
      return end - start;
    }

    /** Whether it is a private method, constructor or field. */
    boolean isPrivate() {
      int modifiers = 0;
      if (tree instanceof AbstractMethodDeclaration method) {
        modifiers = method.modifiers;
      } else if (tree instanceof FieldDeclaration field) {
        modifiers = field.modifiers;
      }
      return (modifiers & ClassFileConstants.AccPrivate) != 0;
    }
  }

  /** Reads the members of a file; there are none if the version has no such file. */
  MemberNodes(ResolvedVersion version, String file) {
    this.version = version;
    this.file = file;
    version.resolve(List.of(file));
    CompilationUnitDeclaration unit = version.parsed(file);
    if (unit != null && unit.types != null) {
      String start =
          unit.currentPackage == null
              ? ""
              : String.join(".", texts(unit.currentPackage.tokens)) + ".";
      for (TypeDeclaration type : unit.types) {
        add(type, start + Bindings.text(type.name));
      }
    }
  }

  private static List<String> texts(char[][] tokens) {
    return Arrays.stream(tokens).map(Bindings::text).toList();
  }

  private void add(TypeDeclaration type, String className) {
    String simple = Bindings.text(type.name);
    nodes.add(
        new Node(
            new Declared(Declared.TYPE, file, className, simple, List.of()),
            type.declarationSourceStart,
            type.declarationSourceEnd,
            type,
            type));
    nodes.add(
        new Node(
            new Declared(Declared.HEADER, file, className, simple, List.of()),
            type.declarationSourceStart,
            type.bodyStart - 1,
            type,
            type));
    for (FieldDeclaration field : type.fields == null ? new FieldDeclaration[0] : type.fields) {
      nodes.add(field(type, field, className));
    }
    for (AbstractMethodDeclaration method :
        type.methods == null ? new AbstractMethodDeclaration[0] : type.methods) {
      if (!method.isClinit() && !method.isDefaultConstructor()) {
        nodes.add(method(type, method, className));
      }
    }
    for (TypeDeclaration inner :
        type.memberTypes == null ? new TypeDeclaration[0] : type.memberTypes) {
      add(inner, className + "$" + Bindings.text(inner.name));
    }
  }

  private Node field(TypeDeclaration owner, FieldDeclaration field, String className) {
    String kind =
        switch (field.getKind()) {
          case AbstractVariableDeclaration.ENUM_CONSTANT -> "enum_constant";
          case AbstractVariableDeclaration.INITIALIZER -> "initializer";
          default -> "field";
        };
    Declared declared = new Declared(kind, file, className, Bindings.text(field.name), List.of());
    return new Node(
        declared, field.declarationSourceStart, field.declarationSourceEnd, owner, field);
  }

  private Node method(TypeDeclaration owner, AbstractMethodDeclaration method, String className) {
    List<String> parameters =
        method.arguments == null
            ? List.of()
            : Arrays.stream(method.arguments)
                .map(
                    each ->
                        each.type.resolvedType == null || !each.type.resolvedType.isValidBinding()
                            ? Bindings.text(each.type.getLastToken())
                                + "[]".repeat(each.type.dimensions())
                            : Bindings.simple(each.type.resolvedType))
                .toList();
    boolean constructor = method.isConstructor();
    return new Node(
        new Declared(
            constructor ? Declared.CONSTRUCTOR : "method",
            file,
            className,
            constructor ? "<init>" : Bindings.text(method.selector),
            parameters),
        method.declarationSourceStart,
        method.declarationSourceEnd,
        owner,
        method);
  }

  Stream<Node> all() {
    return nodes.stream();
  }

  /** The member that matches a declaration. */
  Optional<Node> find(Declared wanted) {
    return nodes.stream().filter(each -> each.declared().isSame(wanted)).findFirst();
  }

  /** The innermost member that contains an offset. */
  Optional<Node> around(int offset) {
    return nodes.stream()
        .filter(each -> each.holds(offset))
        .min((one, other) -> Integer.compare(one.length(), other.length()));
  }

  /** What a member's code uses, its own declaration included. */
  Map<String, UsedDeclaration> uses(Node node) {
    return used(node).found();
  }

  /**
   * The keys of the methods that a member, or one of its local classes, is annotated to override.
   */
  Set<String> overridden(Node node) {
    return used(node).overridden();
  }

  /** The keys of the fields that a member reads. */
  Set<String> read(Node node) {
    return used(node).read();
  }

  /** The keys of the fields that a member sets; an initial value does not count. */
  Set<String> written(Node node) {
    return used(node).written();
  }

  private UsedDeclarations used(Node node) {
    return used.computeIfAbsent(node, this::walked);
  }

  private UsedDeclarations walked(Node node) {
    UsedDeclarations uses = new UsedDeclarations(version.types(), version.text(file));
    if (node.tree() instanceof AbstractMethodDeclaration method) {
      method.traverse(uses, node.owner().scope);
      uses.declaration(method);
    } else if (node.tree() instanceof FieldDeclaration field) {
      field.traverse(
          uses,
          field.isStatic() ? node.owner().staticInitializerScope : node.owner().initializerScope);
    } else if (node.declared().isType()) {
      node.owner().traverse(uses, node.owner().scope);
    } else {
      header(node.owner(), uses);
    }
    return uses;
  }

  private static void header(TypeDeclaration type, UsedDeclarations uses) {
    if (type.superclass != null) {
      type.superclass.traverse(uses, type.scope);
    }
    for (TypeReference each :
        type.superInterfaces == null ? new TypeReference[0] : type.superInterfaces) {
      each.traverse(uses, type.scope);
    }
    for (TypeParameter each :
        type.typeParameters == null ? new TypeParameter[0] : type.typeParameters) {
      each.traverse(uses, type.scope);
    }
  }

  /** The source text of a member. */
  String text(Node node) {
    return version.text(file).substring(node.start(), node.end() + 1);
  }
}
