package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.objectweb.asm.Type;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.ClassValue;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;

/** Members and types of classes that both versions have, as reflection gives them. */
final class Reflected {
  private static final String CLASS = "java.lang.Class";
  private static final String[] WELL_KNOWN = {
    "java.lang.Integer", "java.lang.String", "java.util.ArrayList"
  };
  private static final int MOST = 200;
  private final Makers makers;
  private List<ClassShape> shapes;

  Reflected(Makers makers) {
    this.makers = makers;
  }

  Maker fields() {
    return m -> field(m, "");
  }

  Maker methods() {
    return m -> executable(m, false);
  }

  Maker constructors() {
    return m -> executable(m, true);
  }

  /** The generic type of a field, with this beginning: L, T or [; any if empty. */
  Maker types(String beginning) {
    return m -> {
      m.begin();
      Recipe field = field(m, beginning);
      return made(
          "java.lang.reflect.Field",
          "getGenericType",
          "()Ljava/lang/reflect/Type;",
          Collections.singletonList(field));
    };
  }

  private List<ClassShape> shapes() {
    if (shapes == null) {
      shapes = new ArrayList<ClassShape>();
      for (String name : makers.pool.classes) {
        add(makers.shapes.of(name));
      }
      for (String name : WELL_KNOWN) {
        add(makers.shapes.of(name));
      }
      for (ClassShape shape : makers.shapes.own()) {
        add(shapes.size() < MOST ? shape : null);
      }
    }
    return shapes;
  }

  private void add(ClassShape shape) {
    if (shape != null && !shapes.contains(shape)) {
      shapes.add(shape);
    }
  }

  private Recipe field(Making m, String beginning) {
    List<ClassShape> owners = new ArrayList<ClassShape>();
    for (ClassShape shape : shapes()) {
      if (!fields(shape, beginning).isEmpty()) {
        owners.add(shape);
      }
    }
    if (owners.isEmpty()) {
      m.begin();
      return Literal.NULL;
    }
    m.begin();
    ClassShape owner = m.pick(owners);
    ClassShape.Field field = m.pick(fields(owner, beginning));
    return made(
        CLASS,
        "getDeclaredField",
        "(Ljava/lang/String;)Ljava/lang/reflect/Field;",
        Arrays.asList(classValue(m, owner), text(m, field.name)));
  }

  private static List<ClassShape.Field> fields(ClassShape shape, String beginning) {
    List<ClassShape.Field> fields = new ArrayList<ClassShape.Field>();
    for (ClassShape.Field field : shape.fields) {
      boolean generic = field.signature != null && field.signature.startsWith(beginning);
      if (beginning.isEmpty() || generic) {
        fields.add(field);
      }
    }
    return fields;
  }

  private Recipe executable(Making m, boolean constructor) {
    List<ClassShape> owners = new ArrayList<ClassShape>();
    for (ClassShape shape : shapes()) {
      if (!executables(shape, constructor).isEmpty()) {
        owners.add(shape);
      }
    }
    m.begin();
    ClassShape owner = m.pick(owners);
    ClassShape.Method method = m.pick(executables(owner, constructor));
    List<Recipe> arguments = new ArrayList<Recipe>();
    arguments.add(classValue(m, owner));
    if (!constructor) {
      arguments.add(text(m, method.name));
    }
    arguments.add(parameters(m, method));
    m.named.add(owner);
    m.called = method;
    return made(
        CLASS,
        constructor ? "getDeclaredConstructor" : "getDeclaredMethod",
        constructor
            ? "([Ljava/lang/Class;)Ljava/lang/reflect/Constructor;"
            : "(Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;",
        arguments);
  }

  private static List<ClassShape.Method> executables(ClassShape shape, boolean constructor) {
    List<ClassShape.Method> found = new ArrayList<ClassShape.Method>();
    for (ClassShape.Method method : shape.methods.values()) {
      if (method.isConstructor() == constructor && !method.name.equals("<clinit>")) {
        found.add(method);
      }
    }
    return found;
  }

  /** The parameter types of a method as an array of classes. */
  static Recipe parameters(Making m, ClassShape.Method method) {
    m.begin();
    List<Recipe> types = new ArrayList<Recipe>();
    for (Type type : Type.getArgumentTypes(method.descriptor)) {
      m.begin();
      boolean array = type.getSort() == Type.ARRAY;
      types.add(
          new ClassValue(array ? type.getDescriptor().replace('/', '.') : type.getClassName()));
    }
    return new ArrayValue("Ljava/lang/Class;", types);
  }

  private static Recipe classValue(Making m, ClassShape shape) {
    m.begin();
    return new ClassValue(shape.name);
  }

  private static Recipe text(Making m, String name) {
    m.begin();
    return new Literal(name);
  }

  private static Recipe made(String owner, String name, String descriptor, List<Recipe> arguments) {
    return new Made(new Call(owner, name, descriptor, arguments), Collections.<Call>emptyList());
  }
}
