package org.refverify.miner;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jdt.core.dom.ASTNode;
import org.eclipse.jdt.core.dom.ASTVisitor;
import org.eclipse.jdt.core.dom.AbstractTypeDeclaration;
import org.eclipse.jdt.core.dom.AnnotationTypeDeclaration;
import org.eclipse.jdt.core.dom.AnnotationTypeMemberDeclaration;
import org.eclipse.jdt.core.dom.AnonymousClassDeclaration;
import org.eclipse.jdt.core.dom.BodyDeclaration;
import org.eclipse.jdt.core.dom.ClassInstanceCreation;
import org.eclipse.jdt.core.dom.CompilationUnit;
import org.eclipse.jdt.core.dom.ConstructorInvocation;
import org.eclipse.jdt.core.dom.CreationReference;
import org.eclipse.jdt.core.dom.EnumConstantDeclaration;
import org.eclipse.jdt.core.dom.EnumDeclaration;
import org.eclipse.jdt.core.dom.ExpressionMethodReference;
import org.eclipse.jdt.core.dom.FieldDeclaration;
import org.eclipse.jdt.core.dom.Initializer;
import org.eclipse.jdt.core.dom.MethodDeclaration;
import org.eclipse.jdt.core.dom.MethodInvocation;
import org.eclipse.jdt.core.dom.RecordDeclaration;
import org.eclipse.jdt.core.dom.SingleVariableDeclaration;
import org.eclipse.jdt.core.dom.SuperConstructorInvocation;
import org.eclipse.jdt.core.dom.SuperMethodInvocation;
import org.eclipse.jdt.core.dom.SuperMethodReference;
import org.eclipse.jdt.core.dom.TypeDeclaration;
import org.eclipse.jdt.core.dom.TypeDeclarationStatement;
import org.eclipse.jdt.core.dom.TypeMethodReference;
import org.eclipse.jdt.core.dom.VariableDeclarationFragment;
import org.refverify.common.JsonWriter;

/** Walks a compilation unit and collects its types, their members, and all calls. */
final class Declarations extends ASTVisitor {
  private final CompilationUnit unit;
  private final BodyBraces braces;
  private final ErasedTypes types = new ErasedTypes();
  private final Deque<TypeFacts> open = new ArrayDeque<>();
  private final List<TypeFacts> found = new ArrayList<>();
  private final Map<String, Integer> counters = new HashMap<>();
  private final JsonWriter calls = new JsonWriter().open('[');

  Declarations(CompilationUnit unit, char[] text) {
    this.unit = unit;
    this.braces = new BodyBraces(text);
  }

  void write(JsonWriter json) {
    json.key("types").open('[');
    found.forEach(type -> type.write(json));
    json.close(']');
    json.key("invocations").raw(calls.close(']').toString());
  }

  @Override
  public boolean visit(TypeDeclaration node) {
    types.enter(node.typeParameters());
    return declare(node, node.isInterface() ? "interface" : "class");
  }

  @Override
  public boolean visit(EnumDeclaration node) {
    types.enter(List.of());
    return declare(node, "enum");
  }

  @Override
  public boolean visit(RecordDeclaration node) {
    types.enter(node.typeParameters());
    return declare(node, "record");
  }

  @Override
  public boolean visit(AnnotationTypeDeclaration node) {
    types.enter(List.of());
    return declare(node, "annotation");
  }

  @Override
  public boolean visit(AnonymousClassDeclaration node) {
    types.enter(List.of());
    String name = numbered(open.isEmpty() ? "" : open.peek().className(), "");
    begin(new TypeFacts("anonymous", name, Stretch.of(node), Stretch.of(node), List.of()));
    return true;
  }

  @Override
  public void endVisit(TypeDeclaration node) {
    end();
  }

  @Override
  public void endVisit(EnumDeclaration node) {
    end();
  }

  @Override
  public void endVisit(RecordDeclaration node) {
    end();
  }

  @Override
  public void endVisit(AnnotationTypeDeclaration node) {
    end();
  }

  @Override
  public void endVisit(AnonymousClassDeclaration node) {
    end();
  }

  @Override
  public boolean visit(MethodDeclaration node) {
    types.enter(node.typeParameters());
    List<String> parameters = new ArrayList<>();
    for (Object each : parametersOf(node)) {
      parameters.add(types.of((SingleVariableDeclaration) each));
    }
    String name = node.isConstructor() ? "<init>" : node.getName().getIdentifier();
    String kind = node.isConstructor() ? "constructor" : "method";
    member(
        new MemberFacts(
            kind,
            List.of(node.getName().getIdentifier()),
            Stretch.of(node),
            node.getBody() == null ? null : Stretch.of(node.getBody()),
            new MethodFacts(name, parameters),
            Modifiers.of(node.modifiers())),
        node);
    return true;
  }

  @Override
  public void endVisit(MethodDeclaration node) {
    types.leave();
  }

  @Override
  public boolean visit(AnnotationTypeMemberDeclaration node) {
    String name = node.getName().getIdentifier();
    return plain(node, "method", List.of(name), new MethodFacts(name, List.of()), null);
  }

  @Override
  public boolean visit(FieldDeclaration node) {
    List<String> names = new ArrayList<>();
    for (Object each : node.fragments()) {
      names.add(((VariableDeclarationFragment) each).getName().getIdentifier());
    }
    return plain(node, "field", names, null, null);
  }

  @Override
  public boolean visit(Initializer node) {
    return plain(node, "initializer", List.of(), null, Stretch.of(node.getBody()));
  }

  @Override
  public boolean visit(EnumConstantDeclaration node) {
    List<String> names = List.of(node.getName().getIdentifier());
    ASTNode body = node.getAnonymousClassDeclaration();
    return plain(node, "enum_constant", names, null, body == null ? null : Stretch.of(body));
  }

  @Override
  public boolean visit(MethodInvocation node) {
    return call(node.getName().getIdentifier(), node.arguments().size(), node);
  }

  @Override
  public boolean visit(SuperMethodInvocation node) {
    return call(node.getName().getIdentifier(), node.arguments().size(), node);
  }

  @Override
  public boolean visit(ClassInstanceCreation node) {
    return call("<init>", node.arguments().size(), node);
  }

  @Override
  public boolean visit(ConstructorInvocation node) {
    return call("<init>", node.arguments().size(), node);
  }

  @Override
  public boolean visit(SuperConstructorInvocation node) {
    return call("<init>", node.arguments().size(), node);
  }

  @Override
  public boolean visit(ExpressionMethodReference node) {
    return call(node.getName().getIdentifier(), -1, node);
  }

  @Override
  public boolean visit(TypeMethodReference node) {
    return call(node.getName().getIdentifier(), -1, node);
  }

  @Override
  public boolean visit(SuperMethodReference node) {
    return call(node.getName().getIdentifier(), -1, node);
  }

  @Override
  public boolean visit(CreationReference node) {
    return call("<init>", -1, node);
  }

  private boolean declare(AbstractTypeDeclaration node, String kind) {
    String simple = node.getName().getIdentifier();
    String name = binaryName(node, simple);
    Stretch span = Stretch.of(node);
    Stretch body = new Stretch(braces.opening(node), span.end());
    if (!open.isEmpty() && !(node.getParent() instanceof TypeDeclarationStatement)) {
      Modifiers modifiers = Modifiers.of(node.modifiers());
      member(new MemberFacts("type", List.of(simple), span, body, null, modifiers), node);
    }
    begin(new TypeFacts(kind, name, span, body, Modifiers.of(node.modifiers()).keywords()));
    return true;
  }

  private String binaryName(AbstractTypeDeclaration node, String simple) {
    if (open.isEmpty()) {
      boolean unnamed = unit.getPackage() == null;
      return unnamed ? simple : unit.getPackage().getName().getFullyQualifiedName() + "." + simple;
    }
    String owner = open.peek().className();
    boolean local = node.getParent() instanceof TypeDeclarationStatement;
    return local ? numbered(owner, simple) : owner + "$" + simple;
  }

  private String numbered(String owner, String simple) {
    int number = counters.merge(owner + "$" + simple, 1, Integer::sum);
    return owner + "$" + number + simple;
  }

  private void begin(TypeFacts type) {
    found.add(type);
    open.push(type);
  }

  private void end() {
    open.pop();
    types.leave();
  }

  private boolean plain(
      BodyDeclaration node, String kind, List<String> names, MethodFacts method, Stretch body) {
    Modifiers modifiers = Modifiers.of(node.modifiers());
    member(new MemberFacts(kind, names, Stretch.of(node), body, method, modifiers), node);
    return true;
  }

  private void member(MemberFacts member, ASTNode node) {
    if (!open.isEmpty()) {
      int end = node.getStartPosition() + Math.max(node.getLength() - 1, 0);
      int startLine = unit.getLineNumber(node.getStartPosition());
      open.peek().members().add(member.at(startLine, unit.getLineNumber(end)));
    }
  }

  private boolean call(String name, int arguments, ASTNode node) {
    Stretch span = Stretch.of(node);
    calls.open('[').string(name).number(arguments);
    calls.number(span.start()).number(span.end()).close(']');
    return true;
  }

  private static List<?> parametersOf(MethodDeclaration node) {
    boolean compact = node.isCompactConstructor();
    return compact && node.getParent() instanceof RecordDeclaration owner
        ? owner.recordComponents()
        : node.parameters();
  }
}
