package org.refverify.fuzzer.emit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;
import org.refverify.fuzzer.recipe.Again;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.ClassValue;
import org.refverify.fuzzer.recipe.Constant;
import org.refverify.fuzzer.recipe.Fields;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Quoted;
import org.refverify.fuzzer.recipe.Recipe;
import org.refverify.fuzzer.recipe.StandIn;

/** Recipes as statements and expressions of one method body. */
final class Statements implements Recipe.Visitor<String> {
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final List<String> PRIMITIVES =
      Arrays.asList("int", "long", "boolean", "double", "char", "byte", "short", "float", "void");
  private final Access access;
  private final Names names;
  private final Set<Integer> referred;
  private final Map<Integer, String> variables = new HashMap<Integer, String>();
  private final List<String> lines = new ArrayList<String>();
  private final Set<Helper> helpers;
  private int number;
  private String wanted = OBJECT;
  private boolean precise;

  Statements(Access access, Names names, Set<Integer> referred, Set<Helper> helpers) {
    this.access = access;
    this.names = names;
    this.referred = referred;
    this.helpers = helpers;
  }

  List<String> lines() {
    return lines;
  }

  /** An expression of a type; the statements that it needs first go to {@link #lines()}. */
  String expression(Recipe recipe, String descriptor, boolean exact) {
    String outerWanted = wanted;
    boolean outerPrecise = precise;
    wanted = descriptor;
    precise = exact;
    String code = recipe.accept(this);
    if (exact && !isExact(recipe, descriptor)) {
      code =
          "("
              + names.ofDescriptor(descriptor)
              + ") "
              + (code.startsWith("-") ? "(" + code + ")" : code);
    }
    wanted = outerWanted;
    precise = outerPrecise;
    return code;
  }

  private static boolean isExact(Recipe recipe, String descriptor) {
    boolean text = recipe instanceof Literal && ((Literal) recipe).value instanceof String;
    return descriptor.length() == 1 || text && descriptor.equals("Ljava/lang/String;");
  }

  /** The same value in a separate variable. */
  String variable(Recipe recipe, String descriptor, String wish) {
    String code = expression(recipe, descriptor, false);
    if (variables.containsValue(code)) {
      return code;
    }
    String name = names.variable(wish);
    lines.add(names.ofDescriptor(descriptor) + " " + name + " = " + code + ";");
    return name;
  }

  @Override
  public String literal(Literal recipe) {
    number++;
    String code = Literals.of(recipe.value);
    if (recipe.value == null || recipe.value instanceof String || wanted.length() == 1) {
      return code;
    }
    String box = recipe.value.getClass().getSimpleName();
    return precise ? box + ".valueOf(" + code + ")" : code;
  }

  @Override
  public String classValue(ClassValue recipe) {
    number++;
    boolean primitive = recipe.className.indexOf('.') < 0 && PRIMITIVES.contains(recipe.className);
    if (primitive || access.sees(recipe.className)) {
      return (primitive ? recipe.className : names.of(recipe.className)) + ".class";
    }
    return type(recipe.className);
  }

  private String type(String className) {
    helpers.add(Helper.REFLECTION);
    return "type(" + Quoted.string(className) + ")";
  }

  @Override
  public String constant(Constant recipe) {
    number++;
    if (access.seesField(recipe.owner, recipe.field)) {
      return names.of(recipe.owner) + "." + recipe.field;
    }
    helpers.add(Helper.REFLECTION);
    return cast() + "constant(" + type(recipe.owner) + ", " + Quoted.string(recipe.field) + ")";
  }

  private String cast() {
    String type = wanted.length() == 1 ? "Object" : names.ofDescriptor(wanted);
    return type.equals("Object") ? "" : "(" + type + ") ";
  }

  @Override
  public String again(Again recipe) {
    number++;
    String name = variables.get(recipe.number);
    return name == null ? "null" : name;
  }

  @Override
  public String array(ArrayValue recipe) {
    int mine = number++;
    boolean named = referred.contains(mine);
    String type = names.ofDescriptor("[" + recipe.element);
    String name = named ? names.variable("array") : null;
    List<String> parts = new ArrayList<String>();
    for (Recipe part : recipe.elements) {
      parts.add(expression(part, recipe.element, false));
    }
    String code =
        parts.isEmpty()
            ? "new " + sized(type)
            : "new " + type + " {" + String.join(", ", parts) + "}";
    if (!named) {
      return code;
    }
    lines.add(type + " " + name + " = " + code + ";");
    variables.put(mine, name);
    return name;
  }

  private static String sized(String type) {
    int at = type.indexOf("[]");
    return type.substring(0, at) + "[0]" + type.substring(at + 2);
  }

  @Override
  public String made(Made recipe) {
    int mine = number++;
    String owner = recipe.creation.owner;
    if (isPlainList(recipe) && !referred.contains(mine)) {
      return list(recipe);
    }
    String code = call(null, recipe.creation, wanted);
    if (recipe.then.isEmpty() && !referred.contains(mine)) {
      return code;
    }
    String type = typeOf(recipe.creation);
    String name = names.variable(type.substring(type.lastIndexOf('.') + 1));
    boolean typed = !type.equals("Object");
    lines.add(type + " " + name + " = " + code + ";");
    variables.put(mine, name);
    for (Call later : recipe.then) {
      lines.add(later(typed ? name : null, name, later) + ";");
    }
    return typed || !access.sees(owner) ? (typed ? name : cast() + name) : name;
  }

  private String later(String typed, String name, Call call) {
    if (typed != null && access.seesMethod(call.owner, call.name, call.descriptor)) {
      return name + "." + call.name + "(" + arguments(call) + ")";
    }
    return reflective(name, call);
  }

  private String typeOf(Call creation) {
    if (creation.name.equals("<init>")) {
      return access.sees(creation.owner) ? names.of(creation.owner) : "Object";
    }
    return names.ofDescriptor(Type.getReturnType(creation.descriptor).getDescriptor());
  }

  private static boolean isPlainList(Made recipe) {
    String owner = recipe.creation.owner;
    boolean list = owner.equals("java.util.ArrayList") || owner.equals("java.util.LinkedList");
    if (!list || !recipe.creation.descriptor.equals("()V") || recipe.then.isEmpty()) {
      return false;
    }
    for (Call call : recipe.then) {
      if (!call.name.equals("add") || call.arguments.size() != 1) {
        return false;
      }
    }
    return true;
  }

  private String list(Made recipe) {
    List<String> parts = new ArrayList<String>();
    for (Call add : recipe.then) {
      parts.add(expression(add.arguments.get(0), OBJECT, recipe.then.size() == 1));
    }
    return "new "
        + names.of(recipe.creation.owner)
        + "("
        + names.of("java.util.Arrays")
        + ".asList("
        + String.join(", ", parts)
        + "))";
  }

  /** A constructor or static call; by reflection if it is not visible in the package. */
  String call(String receiver, Call call, String descriptor) {
    if (call.isOnFirst()) {
      String asked =
          variable(
              call.arguments.get(0),
              Type.getObjectType(call.owner.replace('.', '/')).getDescriptor(),
              "asked");
      List<Recipe> rest = call.arguments.subList(1, call.arguments.size());
      return call(asked, new Call(call.owner, call.name, call.descriptor, rest), descriptor);
    }
    boolean constructor = call.name.equals("<init>");
    if (!access.seesMethod(call.owner, call.name, call.descriptor)) {
      String outer = wanted;
      wanted = descriptor;
      String result = cast();
      wanted = outer;
      return result + reflective(receiver == null ? "null" : receiver, call);
    }
    if (constructor) {
      return "new " + names.of(call.owner) + "(" + arguments(call) + ")";
    }
    String on = receiver == null ? names.of(call.owner) : receiver;
    String code = on + "." + call.name + "(" + arguments(call) + ")";
    return access.isGeneric(call.owner, call.name, call.descriptor)
        ? "(" + typeOf(call) + ") " + code
        : code;
  }

  private String arguments(Call call) {
    Type[] types = Type.getArgumentTypes(call.descriptor);
    boolean exact =
        access.overloads(call.owner, call.name, call.descriptor) > 1
            || access.isVarargs(call.owner, call.name, call.descriptor);
    List<String> parts = new ArrayList<String>();
    for (int i = 0; i < types.length; i++) {
      parts.add(expression(call.arguments.get(i), types[i].getDescriptor(), exact));
    }
    return String.join(", ", parts);
  }

  private String reflective(String receiver, Call call) {
    helpers.add(Helper.REFLECTION);
    List<String> parts = new ArrayList<String>();
    Type[] types = Type.getArgumentTypes(call.descriptor);
    for (int i = 0; i < types.length; i++) {
      String code = expression(call.arguments.get(i), types[i].getDescriptor(), false);
      parts.add(", " + (types.length == 1 && !isPrimitive(types[0]) ? asObject(code) : code));
    }
    return "call("
        + receiver
        + ", "
        + Quoted.string(call.owner)
        + ", "
        + Quoted.string(call.name + readable(types))
        + String.join("", parts)
        + ")";
  }

  private static boolean isPrimitive(Type type) {
    return type.getDescriptor().length() == 1;
  }

  /** Parameter types as {@code Class.getName} gives them. */
  static String readable(Type[] types) {
    List<String> parts = new ArrayList<String>();
    for (Type type : types) {
      parts.add(
          type.getSort() == Type.ARRAY
              ? type.getDescriptor().replace('/', '.')
              : type.getClassName());
    }
    return "(" + String.join(",", parts) + ")";
  }

  @Override
  public String standIn(StandIn recipe) {
    int mine = number++;
    helpers.add(Helper.STAND_INS);
    List<String> parts = new ArrayList<String>();
    for (Recipe answer : recipe.answers) {
      parts.add(
          ", " + (recipe.answers.size() == 1 ? boxed(answer) : expression(answer, OBJECT, false)));
    }
    boolean seen = access.sees(recipe.type);
    String type = seen ? names.of(recipe.type) + ".class" : type(recipe.type);
    String code = "standIn(" + type + String.join("", parts) + ")";
    if (!referred.contains(mine)) {
      return code;
    }
    String declared = seen ? names.of(recipe.type) : "Object";
    String name = names.variable(declared.substring(declared.lastIndexOf('.') + 1));
    lines.add(declared + " " + name + " = " + code + ";");
    variables.put(mine, name);
    return name;
  }

  private String boxed(Recipe answer) {
    return asObject(expression(answer, OBJECT, false));
  }

  /** Prevents one argument from being taken for the array of variable arguments. */
  static String asObject(String code) {
    return code.startsWith("-") ? "(Object) (" + code + ")" : "(Object) " + code;
  }

  @Override
  public String fields(Fields recipe) {
    int mine = number++;
    helpers.add(Helper.REFLECTION);
    helpers.add(Helper.ALLOCATION);
    boolean seen = access.sees(recipe.className);
    String type = seen ? names.of(recipe.className) : "Object";
    String name = names.variable(type.substring(type.lastIndexOf('.') + 1));
    String made = "allocate(" + type(recipe.className) + ")";
    lines.add(type + " " + name + " = " + (seen ? "(" + type + ") " : "") + made + ";");
    variables.put(mine, name);
    for (Map.Entry<String, Recipe> field : recipe.values.entrySet()) {
      String value = expression(field.getValue(), OBJECT, false);
      int at = field.getKey().indexOf('#');
      lines.add(
          "set("
              + name
              + ", "
              + type(field.getKey().substring(0, at))
              + ", "
              + Quoted.string(field.getKey().substring(at + 1))
              + ", "
              + value
              + ");");
    }
    return name;
  }
}
