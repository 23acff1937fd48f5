package org.refverify.fuzzer.emit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.fuzzer.entry.ClassFiles;
import org.refverify.fuzzer.entry.Content;
import org.refverify.fuzzer.entry.Renames;

/** Decides what source code of one package may name. */
final class Access {
  private final ClassFiles files;
  private final String from;
  private final Renames renames;
  private final Map<String, ClassNode> nodes = new HashMap<String, ClassNode>();

  /** Names that differ in the new version cannot be used at all. */
  Access(ClassFiles files, String fromPackage, Renames renames) {
    this.renames = renames;
    this.files = files;
    this.from = fromPackage;
  }

  static String packageOf(String className) {
    int dot = className.lastIndexOf('.');
    return dot < 0 ? "" : className.substring(0, dot);
  }

  /** Whether the package's source can name the class. */
  boolean sees(String className) {
    ClassNode node = node(className);
    if (node == null || !renames.className(className).equals(className)) {
      return false;
    }
    InnerClassNode inner = inner(node);
    if (inner == null) {
      return reaches(node.access, className) && node.outerMethod == null;
    }
    return inner.innerName != null
        && inner.outerName != null
        && reaches(inner.access, className)
        && sees(inner.outerName.replace('/', '.'));
  }

  private static InnerClassNode inner(ClassNode node) {
    for (InnerClassNode inner : node.innerClasses) {
      if (inner.name.equals(node.name)) {
        return inner;
      }
    }
    return null;
  }

  private boolean reaches(int access, String className) {
    if ((access & Opcodes.ACC_PUBLIC) != 0) {
      return true;
    }
    return (access & Opcodes.ACC_PRIVATE) == 0 && packageOf(className).equals(from);
  }

  /** Whether the package's source can call the method or constructor. */
  boolean seesMethod(String owner, String name, String descriptor) {
    MethodNode method = method(owner, name, descriptor);
    if (method == null
        || !sees(owner)
        || !reaches(method.access, owner)
        || !renames.descriptor(descriptor).equals(descriptor)
        || !seesAll(Type.getArgumentTypes(descriptor))) {
      return false;
    }
    return !name.equals("<init>") || !needsOuter(owner) && !isAbstract(owner);
  }

  private boolean seesAll(Type[] types) {
    for (Type type : types) {
      Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
      if (element.getSort() == Type.OBJECT && !sees(element.getClassName())) {
        return false;
      }
    }
    return true;
  }

  private boolean isAbstract(String owner) {
    return (node(owner).access & Opcodes.ACC_ABSTRACT) != 0;
  }

  /** Whether the method has its own type variables. */
  boolean isGeneric(String owner, String name, String descriptor) {
    MethodNode method = method(owner, name, descriptor);
    return method != null && method.signature != null && method.signature.startsWith("<");
  }

  /** Whether the package's source can read the field. */
  boolean seesField(String owner, String name) {
    ClassNode node = node(owner);
    if (node == null || !sees(owner)) {
      return false;
    }
    for (FieldNode field : node.fields) {
      if (field.name.equals(name)) {
        return reaches(field.access, owner);
      }
    }
    return false;
  }

  boolean isVarargs(String owner, String name, String descriptor) {
    MethodNode method = method(owner, name, descriptor);
    return method != null && (method.access & Opcodes.ACC_VARARGS) != 0;
  }

  /** The number of methods of the class with this name and number of parameters. */
  int overloads(String owner, String name, String descriptor) {
    int count = 0;
    int arity = Type.getArgumentTypes(descriptor).length;
    ClassNode node = node(owner);
    if (node != null) {
      for (MethodNode method : node.methods) {
        boolean varargs = (method.access & Opcodes.ACC_VARARGS) != 0;
        if (method.name.equals(name)
            && (varargs || Type.getArgumentTypes(method.desc).length == arity)) {
          count++;
        }
      }
    }
    return count;
  }

  private boolean needsOuter(String owner) {
    InnerClassNode inner = inner(node(owner));
    return inner != null && (inner.access & Opcodes.ACC_STATIC) == 0;
  }

  private MethodNode method(String owner, String name, String descriptor) {
    for (ClassNode at = node(owner); at != null; at = above(at)) {
      for (MethodNode method : at.methods) {
        if (method.name.equals(name) && method.desc.equals(descriptor)) {
          return method;
        }
      }
      if (name.equals("<init>")) {
        return null;
      }
    }
    return null;
  }

  private ClassNode above(ClassNode node) {
    return node.superName == null ? null : node(node.superName.replace('/', '.'));
  }

  /** The name in source code, with dots. */
  String sourceName(String className) {
    ClassNode node = node(className);
    InnerClassNode inner = node == null ? null : inner(node);
    return inner == null || inner.innerName == null || inner.outerName == null
        ? className
        : sourceName(inner.outerName.replace('/', '.')) + "." + inner.innerName;
  }

  boolean exists(String className) {
    return node(className) != null;
  }

  private ClassNode node(String className) {
    if (!nodes.containsKey(className)) {
      byte[] bytes = files.bytes(className);
      if (bytes == null) {
        bytes = platform(className.replace('.', '/') + ".class");
      }
      ClassNode node = null;
      if (bytes != null) {
        node = new ClassNode();
        new ClassReader(bytes)
            .accept(node, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
      }
      nodes.put(className, node);
    }
    return nodes.get(className);
  }

  private static byte[] platform(String path) {
    if (!path.startsWith("java")) {
      return null;
    }
    try (InputStream in = ClassLoader.getSystemResourceAsStream(path)) {
      if (in == null) {
        return null;
      }
      return Content.of(in);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
