package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.refverify.fuzzer.recipe.Constant;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.StandIn;

/** Makers by type, each created once. */
final class Makers {
  private static final int NULL_ONCE_IN = 24;
  private final Map<String, Maker> made = new HashMap<String, Maker>();
  private final Map<String, ObjectMaker> objects = new HashMap<String, ObjectMaker>();
  private final Set<String> unsupported = new TreeSet<String>();
  final CommonClasses shapes;
  final Pool pool;
  final Numbers numbers;
  final TextMaker texts;
  private final PlatformTypes platform;
  private final Members members;

  Makers(CommonClasses shapes, Pool pool) {
    this.shapes = shapes;
    this.pool = pool;
    this.numbers = new Numbers(pool);
    this.texts = new TextMaker(pool, numbers);
    this.platform = new PlatformTypes(this);
    this.members = new Members(this);
  }

  Set<String> unsupported() {
    return Collections.unmodifiableSet(unsupported);
  }

  void refuse(String type, String reason) {
    unsupported.add(type + ": " + reason);
  }

  /** The maker of a type; references are sometimes null. */
  Maker of(JavaType type) {
    String key = type.toString();
    Maker maker = made.get(key);
    if (maker == null) {
      Late late = new Late();
      made.put(key, late);
      maker = build(type);
      late.maker = maker;
      made.put(key, maker);
    }
    return maker;
  }

  /** A maker that never makes null, or null if there is none. */
  Maker receiver(JavaType type) {
    OneOf concrete = new OneOf(0);
    for (ClassShape shape : shapes.concreteBelow(type.className())) {
      ObjectMaker maker = object(shape.name, Collections.<JavaType>emptyList());
      if (maker != null) {
        concrete.add(maker);
      }
    }
    if (!concrete.isEmpty()) {
      return concrete;
    }
    Maker known = platform.of(type);
    return known == null ? object(type.className(), type.arguments) : known;
  }

  private static final class Late implements Maker {
    private Maker maker;

    @Override
    public Recipe make(Making m) {
      return maker.make(m);
    }
  }

  private Maker build(JavaType type) {
    if (type.variable != null) {
      return variable(type);
    }
    if (type.isPrimitive()) {
      return numbers.of(type.descriptor.charAt(0));
    }
    if (type.isArray()) {
      return new OneOf(NULL_ONCE_IN)
          .add(new ArrayMaker(type.element().descriptor, of(type.element()), pool, this::of));
    }
    Maker known = platform.of(type);
    return known != null ? new OneOf(NULL_ONCE_IN).add(known) : reference(type);
  }

  private Maker variable(JavaType type) {
    return m -> {
      JavaType bound = m.bindings.get(type.variable);
      if (bound == null) {
        bound = platform.binding(m, type);
        m.bindings.put(type.variable, bound);
      }
      return of(bound).make(m);
    };
  }

  private Maker reference(JavaType type) {
    String name = type.className();
    OneOf some = new OneOf(NULL_ONCE_IN);
    ClassShape shape = shapes.of(name);
    int found = 0;
    for (ClassShape concrete : shapes.concreteBelow(name)) {
      List<JavaType> arguments =
          concrete.name.equals(name) ? type.arguments : Collections.<JavaType>emptyList();
      ObjectMaker maker = found < 12 ? object(concrete.name, arguments) : null;
      if (maker != null) {
        some.add(concrete.name.equals(name) ? 2 : 1, maker);
        found++;
      }
    }
    if (shape != null && shape.isAbstract() && !shape.isInterface()) {
      ObjectMaker maker = object(name, type.arguments);
      if (maker != null) {
        some.add(maker);
      }
    }
    if (shape != null && shape.isInterface() && !shape.is(Opcodes.ACC_ANNOTATION)) {
      some.add(found == 0 ? 1 : Math.max(1, found / 3), standIn(shape, type));
    }
    if (some.isEmpty()) {
      refuse(name, shape == null ? "not in both versions" : "no constructor, factory or subclass");
    }
    return some;
  }

  /** A stand-in that answers with values of the types that its methods return. */
  Maker standIn(ClassShape shape, JavaType type) {
    List<JavaType> results = new ArrayList<JavaType>();
    for (ClassShape.Method method : shape.methods.values()) {
      if (method.is(Opcodes.ACC_ABSTRACT) && !method.result.descriptor.equals("V")) {
        results.add(bind(method.result, shape, type));
      }
    }
    return m -> {
      m.begin();
      m.enter();
      List<Recipe> answers = new ArrayList<Recipe>();
      int count = results.isEmpty() || m.isDeep() ? 0 : m.choices.below(4);
      for (int i = 0; i < count; i++) {
        answers.add(of(results.get(i % results.size())).make(m));
      }
      m.leave();
      return new StandIn(shape.name, answers);
    };
  }

  private static JavaType bind(JavaType result, ClassShape shape, JavaType type) {
    int index = new ArrayList<String>(shape.bounds.keySet()).indexOf(result.variable);
    boolean given = index >= 0 && type.argument(index) != null;
    return given ? type.argument(index) : result;
  }

  /** The maker of objects of exactly one class; null if there is none. */
  ObjectMaker object(String name, List<JavaType> arguments) {
    String key = name + arguments;
    if (objects.containsKey(key)) {
      return objects.get(key);
    }
    ClassShape shape = shapes.of(name);
    ObjectMaker maker = null;
    if (shape != null && members.isUsable(shape)) {
      maker = new ObjectMaker("L" + name.replace('.', '/') + ";");
      maker.bound = arguments;
      maker.variables.addAll(shape.bounds.keySet());
      objects.put(key, maker);
      members.fill(maker, shape);
    }
    if (maker == null || maker.isEmpty()) {
      maker = null;
      refuse(name, "no constructor, factory or constant");
    }
    objects.put(key, maker);
    return maker;
  }

  /** The constants of an enum or the predefined values of a class. */
  List<Constant> constants(ClassShape shape) {
    ClassShape above = shape.superName == null ? null : shapes.of(shape.superName);
    if (above != null && above.isEnum()) {
      return shapes.constantsWithBody(above, shape);
    }
    List<Constant> found = new ArrayList<Constant>();
    String own = "L" + shape.name.replace('.', '/') + ";";
    for (ClassShape.Field field : shape.fields) {
      boolean ready =
          (field.access & Opcodes.ACC_ENUM) != 0
              || (field.access & Opcodes.ACC_STATIC) != 0
                  && (field.access & Opcodes.ACC_FINAL) != 0
                  && (field.access & Opcodes.ACC_PRIVATE) == 0;
      if (ready && field.descriptor.equals(own)) {
        found.add(new Constant(shape.name, field.name));
      }
    }
    return found;
  }

  /** The maker of a container's elements for this type argument; null means a raw container. */
  Maker elements(JavaType argument) {
    return platform.elements(argument);
  }
}
