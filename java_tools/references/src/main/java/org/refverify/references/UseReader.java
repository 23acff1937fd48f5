package org.refverify.references;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.RecordComponentNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Lists everything outside itself that a class file names, in its order. It omits what javac
 * generates for lambdas, concatenations, records and pattern switches.
 */
final class UseReader {
  /** The part of a class outside its methods. */
  static final String HEAD = "";

  private static final String DESERIALIZER = "$deserializeLambda$";

  private final ClassNode node;
  private final String source;
  private final Map<String, List<Use>> parts = new LinkedHashMap<>();
  private List<Use> part = new ArrayList<>();
  private String method = "";
  private int line;

  private UseReader(ClassNode node) {
    this.node = node;
    this.source = sourceOf(node);
  }

  /**
   * The source file by its package's folder and its name; empty if the class does not contain it.
   */
  static String sourceOf(ClassNode node) {
    String folder = node.name.substring(0, node.name.lastIndexOf('/') + 1);
    return node.sourceFile == null ? "" : folder + node.sourceFile;
  }

  /** The uses by method (name and descriptor), after {@link #HEAD}. */
  static Map<String, List<Use>> parts(ClassNode node) {
    UseReader reader = new UseReader(node);
    reader.head();
    node.methods.forEach(reader::method);
    return reader.parts;
  }

  /** All uses. */
  static List<Use> all(ClassNode node) {
    return parts(node).values().stream().flatMap(List::stream).toList();
  }

  private void head() {
    parts.put(HEAD, part);
    line = firstLine();
    named(node.superName);
    node.interfaces.forEach(this::named);
    annotations(node.visibleAnnotations, node.invisibleAnnotations);
    annotations(node.visibleTypeAnnotations, node.invisibleTypeAnnotations);
    for (FieldNode field : node.fields) {
      mentioned(field.desc);
      annotations(field.visibleAnnotations, field.invisibleAnnotations);
      annotations(field.visibleTypeAnnotations, field.invisibleTypeAnnotations);
    }
    if (node.recordComponents != null) {
      for (RecordComponentNode each : node.recordComponents) {
        annotations(each.visibleAnnotations, each.invisibleAnnotations);
      }
    }
  }

  private int firstLine() {
    return node.methods.stream()
        .flatMap(each -> Stream.of(each.instructions.toArray()))
        .filter(LineNumberNode.class::isInstance)
        .mapToInt(each -> ((LineNumberNode) each).line)
        .min()
        .orElse(0);
  }

  private void method(MethodNode each) {
    if (isDeserializer(each)) {
      return;
    }
    part = new ArrayList<>();
    parts.put(each.name + each.desc, part);
    method = each.name;
    line = firstLine(each);
    mentioned(each.desc);
    each.exceptions.forEach(this::named);
    annotations(each.visibleAnnotations, each.invisibleAnnotations);
    annotations(each.visibleTypeAnnotations, each.invisibleTypeAnnotations);
    parameters(each.visibleParameterAnnotations);
    parameters(each.invisibleParameterAnnotations);
    value(each.annotationDefault);
    each.tryCatchBlocks.stream().filter(b -> b.type != null).forEach(b -> named(b.type));
    for (AbstractInsnNode instruction : each.instructions) {
      instruction(instruction);
    }
  }

  static boolean isDeserializer(MethodNode each) {
    return each.name.equals(DESERIALIZER) && (each.access & Opcodes.ACC_SYNTHETIC) != 0;
  }

  /** The first line of a method; 0 if it has none. */
  static int firstLine(MethodNode method) {
    for (AbstractInsnNode each : method.instructions) {
      if (each instanceof LineNumberNode number) {
        return number.line;
      }
    }
    return 0;
  }

  private void parameters(List<AnnotationNode>[] lists) {
    if (lists != null) {
      for (List<AnnotationNode> each : lists) {
        annotations(each, null);
      }
    }
  }

  private void instruction(AbstractInsnNode instruction) {
    if (instruction instanceof LineNumberNode number) {
      line = number.line;
    } else if (instruction instanceof FieldInsnNode field) {
      member(field.owner, field.name, field.desc);
    } else if (instruction instanceof MethodInsnNode call) {
      member(call.owner, call.name, call.desc);
    } else if (instruction instanceof TypeInsnNode type) {
      named(type.desc);
    } else if (instruction instanceof MultiANewArrayInsnNode array) {
      named(array.desc);
    } else if (instruction instanceof LdcInsnNode constant) {
      constant(constant.cst);
    } else if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      dynamic(dynamic.desc, dynamic.bsm, dynamic.bsmArgs);
    }
  }

  private void dynamic(String descriptor, Handle bootstrap, Object[] arguments) {
    mentioned(descriptor);
    if (!Bootstraps.areOfJavac(bootstrap)) {
      constant(bootstrap);
    }
    for (Object each : arguments) {
      constant(each);
    }
  }

  private void constant(Object value) {
    if (value instanceof Type type) {
      if (type.getSort() == Type.METHOD) {
        mentioned(type.getDescriptor());
      } else {
        type(type, true);
      }
    } else if (value instanceof Handle handle) {
      member(handle.getOwner(), handle.getName(), handle.getDesc());
    } else if (value instanceof ConstantDynamic dynamic) {
      Object[] arguments = new Object[dynamic.getBootstrapMethodArgumentCount()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = dynamic.getBootstrapMethodArgument(i);
      }
      dynamic(dynamic.getDescriptor(), dynamic.getBootstrapMethod(), arguments);
    }
  }

  private void annotations(
      List<? extends AnnotationNode> visible, List<? extends AnnotationNode> invisible) {
    for (List<? extends AnnotationNode> each :
        Stream.of(nonNull(visible), nonNull(invisible)).toList()) {
      for (AnnotationNode annotation : each) {
        type(Type.getType(annotation.desc), true);
        value(annotation.values);
      }
    }
  }

  private static List<? extends AnnotationNode> nonNull(List<? extends AnnotationNode> list) {
    return list == null ? List.of() : list;
  }

  /** Reads a value of an annotation: class literals, enum constants, annotations, lists of them. */
  private void value(Object value) {
    if (value instanceof List<?> list) {
      list.forEach(this::value);
    } else if (value instanceof Type type) {
      type(type, true);
    } else if (value instanceof String[] constant) {
      String owner = Type.getType(constant[0]).getInternalName();
      member(owner, constant[1], constant[0]);
    } else if (value instanceof AnnotationNode annotation) {
      annotations(List.of(annotation), null);
    }
  }

  private void member(String owner, String name, String descriptor) {
    type(Type.getObjectType(owner), false);
    if (!owner.startsWith("[")) {
      add(new Member(owner, name, descriptor), true);
    }
    mentioned(descriptor);
  }

  private void named(String internalName) {
    if (internalName != null) {
      type(Type.getObjectType(internalName), true);
    }
  }

  private void mentioned(String descriptor) {
    if (descriptor.startsWith("(")) {
      for (Type each : Type.getArgumentTypes(descriptor)) {
        type(each, false);
      }
      type(Type.getReturnType(descriptor), false);
    } else {
      type(Type.getType(descriptor), false);
    }
  }

  private void type(Type type, boolean bound) {
    Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
    if (element.getSort() == Type.OBJECT) {
      add(Member.ofClass(element.getInternalName()), bound);
    }
  }

  private void add(Member member, boolean bound) {
    part.add(new Use(member, new UsePlace(node.name, method, source, line), bound));
  }
}
