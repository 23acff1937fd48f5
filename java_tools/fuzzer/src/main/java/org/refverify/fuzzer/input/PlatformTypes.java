package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.ClassValue;
import org.refverify.fuzzer.recipe.Constant;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;

/** Types of the platform that need a special maker. */
final class PlatformTypes {
  private static final String[] BOXES = {
    "Integer",
    "I",
    "Long",
    "J",
    "Short",
    "S",
    "Byte",
    "B",
    "Character",
    "C",
    "Boolean",
    "Z",
    "Float",
    "F",
    "Double",
    "D"
  };
  private static final String CLASSES =
      "java.lang.String int java.lang.Integer java.lang.Object long java.lang.Long boolean"
          + " java.lang.Boolean double java.lang.Double char java.lang.Character byte"
          + " java.lang.Byte short java.lang.Short float java.lang.Float void java.util.List"
          + " java.util.ArrayList java.util.Map java.lang.Number java.lang.Runnable"
          + " java.util.Map$Entry [I [Ljava.lang.String;";
  private static final String[] ELEMENTS = {
    "java.lang.Integer",
    "java.lang.String",
    "java.lang.Long",
    "java.lang.Character",
    "java.lang.Double"
  };
  private final Makers makers;
  private final Map<String, String> boxes = new HashMap<String, String>();
  private final PlatformValues values;
  private final ContainerMakers containers;
  private final Reflected reflected;

  PlatformTypes(Makers makers) {
    this.makers = makers;
    for (int i = 0; i < BOXES.length; i += 2) {
      boxes.put("java.lang." + BOXES[i], BOXES[i + 1]);
    }
    this.values = new PlatformValues(makers);
    this.containers = new ContainerMakers(makers);
    this.reflected = new Reflected(makers);
  }

  /** The maker of a type that needs a special one; null for any other. */
  Maker of(JavaType type) {
    String name = type.className();
    String primitive = boxes.get(name);
    if (primitive != null) {
      return makers.numbers.of(primitive.charAt(0));
    }
    Maker container = containers.of(type);
    if (container != null) {
      return container;
    }
    switch (name) {
      case "java.lang.String":
        return makers.texts;
      case "java.lang.Number":
        return some("Integer", "Long", "Double", "Short", "Byte", "Float")
            .add(values.of("java.math.BigDecimal"))
            .add(values.of("java.math.BigInteger"));
      case "java.lang.Object":
      case "java.io.Serializable":
        return anything();
      case "java.lang.Comparable":
        return comparable(type);
      case "java.lang.Class":
        return this::classValue;
      case "java.lang.reflect.Field":
        return reflected.fields();
      case "java.lang.reflect.Method":
        return reflected.methods();
      case "java.lang.reflect.Constructor":
        return reflected.constructors();
      case "java.lang.reflect.Member":
      case "java.lang.reflect.AccessibleObject":
        return new OneOf(0)
            .add(reflected.fields())
            .add(reflected.methods())
            .add(reflected.constructors());
      case "java.lang.reflect.AnnotatedElement":
        return new OneOf(0).add(this::classValue).add(reflected.methods()).add(reflected.fields());
      case "java.lang.reflect.GenericDeclaration":
        return new OneOf(0).add(this::classValue).add(reflected.methods());
      case "java.lang.reflect.Type":
        return new OneOf(0).add(this::classValue).add(reflected.types(""));
      case "java.lang.reflect.ParameterizedType":
        return reflected.types("L");
      case "java.lang.reflect.GenericArrayType":
        return reflected.types("[");
      case "java.lang.reflect.TypeVariable":
        return reflected.types("T");
      case "java.util.Comparator":
        return comparator(type);
      case "java.lang.Throwable":
      case "java.lang.Exception":
        return throwable();
      case "java.lang.Runnable":
      case "java.lang.AutoCloseable":
      case "java.io.Closeable":
      case "java.util.concurrent.Callable":
        return makers.standIn(makers.shapes.of(name), type);
      default:
        break;
    }
    if (name.startsWith("java.util.function.")) {
      return makers.standIn(makers.shapes.of(name), type);
    }
    return values.of(name);
  }

  private OneOf some(String... simple) {
    OneOf some = new OneOf(0);
    for (String name : simple) {
      some.add(of(JavaType.ofClass("java.lang." + name)));
    }
    return some;
  }

  private Maker anything() {
    OneOf late = new OneOf(0);
    late.add(3, lazily("java.lang.Integer")).add(3, lazily("java.lang.String"));
    for (String name :
        new String[] {"Long", "Double", "Character", "Boolean", "Short", "Byte", "Float"}) {
      late.add(lazily("java.lang." + name));
    }
    late.add(m -> makers.of(JavaType.erased("[I")).make(m));
    late.add(m -> makers.of(JavaType.erased("[Ljava/lang/String;")).make(m));
    for (String array : makers.pool.arrays) {
      late.add(3, m -> makers.of(JavaType.erased(array)).make(m));
    }
    late.add(lazily("java.util.ArrayList")).add(lazily("java.util.HashMap"));
    late.add(lazily("java.math.BigDecimal"));
    for (String name : makers.pool.classes) {
      ClassShape shape = makers.shapes.of(name);
      if (shape != null && !name.equals("java.lang.Object") && !shape.is(Opcodes.ACC_ANNOTATION)) {
        late.add(3, naming(shape));
      }
    }
    return m -> m.classes.isEmpty() || m.choices.below(3) < 2 ? late.make(m) : instance(m, late);
  }

  /** An instance of a class that occurred as a value before. */
  private Recipe instance(Making m, Maker otherwise) {
    String name = m.pick(m.classes);
    for (Map.Entry<String, String> box : boxes.entrySet()) {
      if (Type.getType(box.getValue()).getClassName().equals(name)) {
        return of(JavaType.ofClass(box.getKey())).make(m);
      }
    }
    ClassShape shape = name.charAt(0) == '[' ? null : makers.shapes.of(name);
    boolean known = shape != null;
    return known ? lazily(name).make(m) : otherwise.make(m);
  }

  /** An object instead of an arbitrary one; later texts may name its members. */
  private Maker naming(ClassShape shape) {
    return m -> {
      m.named.add(shape);
      return makers.of(JavaType.ofClass(shape.name)).make(m);
    };
  }

  private Maker lazily(String name) {
    return m -> makers.of(JavaType.ofClass(name)).make(m);
  }

  private Maker comparable(JavaType type) {
    JavaType argument = type.argument(0);
    if (argument != null
        && argument.variable == null
        && !argument.descriptor.contains("/Object;")) {
      return m -> makers.of(argument).make(m);
    }
    return m -> makers.of(element(m, "", false)).make(m);
  }

  /** The type that a type variable represents in this input. */
  JavaType binding(Making m, JavaType variable) {
    String name = variable.className();
    boolean comparable = name.equals("java.lang.Comparable");
    return comparable || name.equals("java.lang.Object") || name.equals("java.io.Serializable")
        ? element(m, variable.variable, !comparable)
        : JavaType.erased(variable.descriptor);
  }

  private JavaType element(Making m, String variable, boolean mayMix) {
    String key = "element of " + variable;
    JavaType bound = m.bindings.get(key);
    if (bound == null) {
      int index = m.choices.below(ELEMENTS.length + (mayMix ? makers.pool.classes.size() : 0));
      String chosen =
          index < ELEMENTS.length
              ? ELEMENTS[index]
              : makers.pool.classes.get(index - ELEMENTS.length);
      bound = JavaType.ofClass(makers.shapes.of(chosen) == null ? ELEMENTS[0] : chosen);
      m.bindings.put(key, bound);
    }
    return bound;
  }

  /** The element type of a raw or unbounded container in this input: usually a single type. */
  JavaType element(Making m) {
    return element(m, "", true);
  }

  Maker elements(JavaType argument) {
    if (argument == null
        || argument.variable == null && argument.descriptor.equals("Ljava/lang/Object;")) {
      return m -> {
        JavaType type = m.choices.below(12) == 11 ? JavaType.OBJECT : element(m);
        return makers.of(type).make(m);
      };
    }
    return m -> makers.of(argument).make(m);
  }

  private Recipe classValue(Making m) {
    m.begin();
    List<String> names = new ArrayList<String>(Arrays.asList(CLASSES.split(" ")));
    names.addAll(makers.pool.classes);
    String name = m.pick(names);
    m.classes.add(name);
    ClassShape shape = name.charAt(0) == '[' ? null : makers.shapes.of(name);
    if (shape != null) {
      m.named.add(shape);
    }
    return new ClassValue(name);
  }

  private Maker comparator(JavaType type) {
    OneOf some = new OneOf(0);
    some.add(fixed("java.util.Comparator", "naturalOrder", "()Ljava/util/Comparator;"));
    some.add(fixed("java.util.Collections", "reverseOrder", "()Ljava/util/Comparator;"));
    JavaType argument = type.argument(0);
    if (argument != null && argument.className().equals("java.lang.String")) {
      some.add(
          m -> {
            m.begin();
            return new Constant("java.lang.String", "CASE_INSENSITIVE_ORDER");
          });
    }
    some.add(makers.standIn(makers.shapes.of("java.util.Comparator"), type));
    return some;
  }

  static Maker fixed(String owner, String name, String descriptor) {
    return m -> {
      m.begin();
      return new Made(
          new Call(owner, name, descriptor, Collections.<Recipe>emptyList()),
          Collections.<Call>emptyList());
    };
  }

  private Maker throwable() {
    String[] names = {
      "java.lang.RuntimeException",
      "java.lang.IllegalArgumentException",
      "java.lang.IllegalStateException",
      "java.lang.NullPointerException",
      "java.io.IOException",
      "java.lang.Exception"
    };
    return m -> {
      m.begin();
      String name = m.oneOf(names);
      List<Recipe> arguments = new ArrayList<Recipe>();
      boolean silent = m.choices.below(6) == 5;
      if (silent) {
        m.begin();
      }
      arguments.add(silent ? Literal.NULL : makers.texts.make(m));
      boolean caused =
          !m.isDeep() && !name.endsWith("NullPointerException") && m.choices.below(3) == 2;
      if (caused) {
        m.enter();
        arguments.add(makers.of(JavaType.ofClass("java.lang.Throwable")).make(m));
        m.leave();
      }
      String descriptor = "(Ljava/lang/String;" + (caused ? "Ljava/lang/Throwable;" : "") + ")V";
      return new Made(
          new Call(name, "<init>", descriptor, arguments), Collections.<Call>emptyList());
    };
  }
}
