package org.refverify.fuzzer.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.objectweb.asm.Type;
import org.refverify.fuzzer.recipe.ArrayValue;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.Constant;
import org.refverify.fuzzer.recipe.Literal;
import org.refverify.fuzzer.recipe.Made;
import org.refverify.fuzzer.recipe.Recipe;

/**
 * Puts proposed values into recipes. It changes an object only in ways that its class allows:
 * through constructors, setters and methods of containers. It never writes fields directly.
 */
final class ProposedValues {
  private static final int TRIES = 16;
  private static final int LARGEST = 80;
  private static final String BOXES =
      "Ljava/lang/Integer;I Ljava/lang/Long;J Ljava/lang/Short;S Ljava/lang/Byte;B"
          + " Ljava/lang/Character;C Ljava/lang/Boolean;Z Ljava/lang/Double;D Ljava/lang/Float;F";

  private final Makers makers;
  private final FieldWriters writers;
  private final SplittableRandom random;

  ProposedValues(Makers makers, FieldWriters writers, SplittableRandom random) {
    this.makers = makers;
    this.writers = writers;
    this.random = random;
  }

  /** The recipe with the value at its place; null if it cannot be put there. */
  Recipe put(Recipe recipe, JavaType type, Proposal.Value value) {
    return put(recipe, type, value, 0);
  }

  private Recipe put(Recipe recipe, JavaType type, Proposal.Value value, int at) {
    if (at == value.steps.size()) {
      return whole(recipe, type, value);
    }
    String step = value.steps.get(at);
    Recipe object = present(recipe, type, step);
    if (object instanceof ArrayValue) {
      return inArray((ArrayValue) object, type, value, at);
    }
    if (!(object instanceof Made)) {
      return null;
    }
    switch (step.charAt(0)) {
      case '#':
        return sized((Made) object, type, value);
      case '[':
        return inList((Made) object, type, value, at);
      case '(':
        return inMap((Made) object, type, value, at);
      case '+':
        return added((Made) object, type, value, at);
      case '.':
        return inField((Made) object, step.substring(1), value, at);
      default:
        String className = ((Made) object).creation.owner;
        String field = writers.returned(className, step.replace("()", ""));
        return field == null ? null : inField((Made) object, field, value, at);
    }
  }

  // ------------------------------------------------------------------ a value itself

  private Recipe whole(Recipe recipe, JavaType type, Proposal.Value value) {
    switch (value.kind) {
      case NULL:
        return type.isPrimitive() ? null : Literal.NULL;
      case NOT_NULL:
        return present(recipe, type, "");
      case TYPE:
        return made(JavaType.ofClass(value.text));
      case CONSTANT:
        int dot = value.text.lastIndexOf('.');
        String owner = value.text.substring(0, dot).replace('/', '.');
        return new Constant(owner, value.text.substring(dot + 1));
      case TEXT:
        boolean fits = type.isPrimitive() || type.isArray() || BOXES.contains(type.descriptor);
        return fits ? null : new Literal(value.text);
      default:
        return number(recipe, type, value.text);
    }
  }

  private static Recipe number(Recipe recipe, JavaType type, String text) {
    int boxed = BOXES.indexOf(type.descriptor + (type.isPrimitive() ? " " : ""));
    char kind = type.isPrimitive() ? type.descriptor.charAt(0) : 'I';
    if (!type.isPrimitive() && boxed >= 0) {
      kind = BOXES.charAt(boxed + type.descriptor.length());
    } else if (!type.isPrimitive() && recipe instanceof Literal) {
      kind = kindOf(((Literal) recipe).value);
    }
    double real = Double.parseDouble(text);
    long whole = text.matches("-?[0-9]+") ? Long.parseLong(text) : (long) real;
    switch (kind) {
      case 'Z':
        return new Literal(whole != 0);
      case 'D':
        return new Literal(real);
      case 'F':
        return new Literal((float) real);
      default:
        return Numbers.literal(kind, whole);
    }
  }

  private static char kindOf(Object value) {
    String box = value == null ? "" : Type.getDescriptor(value.getClass());
    int at = box.isEmpty() ? -1 : BOXES.indexOf(box);
    return at < 0 ? 'I' : BOXES.charAt(at + box.length());
  }

  /**
   * The recipe if a step leads into it, otherwise another one of its type; null if there is none.
   */
  private Recipe present(Recipe recipe, JavaType type, String step) {
    Recipe found = recipe;
    for (int i = 0; i < TRIES; i++) {
      boolean isNull = found instanceof Literal && ((Literal) found).value == null;
      if (!isNull && (step.isEmpty() || leads(found, step))) {
        return found;
      }
      found = made(type);
      if (found == null) {
        return null;
      }
    }
    return null;
  }

  private static boolean leads(Recipe recipe, String step) {
    boolean isContainer =
        recipe instanceof Made && ((Made) recipe).creation.owner.startsWith("java.util.");
    switch (step.charAt(0)) {
      case '#':
      case '[':
        return isContainer || recipe instanceof ArrayValue;
      case '(':
      case '+':
        return isContainer;
      default:
        return recipe instanceof Made;
    }
  }

  /** Any value of the type that refers to no other one; null if there is none. */
  private Recipe made(JavaType type) {
    for (int i = 0; i < TRIES; i++) {
      Making making = new Making(Choices.random(new long[0], random.nextLong()), true);
      Recipe made = makers.of(type).make(making);
      if (!Recipes.refers(made)) {
        return made;
      }
    }
    return null;
  }

  // ------------------------------------------------------------------ arrays and containers

  private Recipe inArray(ArrayValue array, JavaType type, Proposal.Value value, int at) {
    JavaType element = type.isArray() ? type.element() : JavaType.erased(array.element);
    String step = value.steps.get(at);
    boolean isSize = step.equals("#");
    int size = isSize ? size(value) : index(step) + 1;
    if (size < (isSize ? 0 : 1) || size > LARGEST || step.charAt(0) != '[' && !isSize) {
      return null;
    }
    List<Recipe> parts = new ArrayList<Recipe>(array.elements);
    while (parts.size() < size) {
      parts.add(orNull(made(element)));
    }
    if (isSize) {
      return new ArrayValue(array.element, parts.subList(0, size));
    }
    Recipe put = put(parts.get(size - 1), element, value, at + 1);
    parts.set(size - 1, put);
    return put == null ? null : new ArrayValue(array.element, parts);
  }

  /**
   * Lists grow and shrink at their end, maps at their start, because proposed entries come last.
   */
  private Recipe sized(Made made, JavaType type, Proposal.Value value) {
    int size = size(value);
    if (size < 0 || size > LARGEST) {
      return null;
    }
    boolean isMap = isMap(made);
    List<Call> then = new ArrayList<Call>(made.then);
    while (then.size() < size) {
      then.add(isMap ? 0 : then.size(), addition(made, type, null));
    }
    int from = isMap ? then.size() - size : 0;
    return new Made(made.creation, then.subList(from, from + size));
  }

  private Recipe inList(Made made, JavaType type, Proposal.Value value, int at) {
    int index = index(value.steps.get(at));
    if (index < 0 || index >= LARGEST || isMap(made)) {
      return null;
    }
    List<Call> then = new ArrayList<Call>(made.then);
    while (then.size() <= index) {
      then.add(addition(made, type, null));
    }
    Recipe put = put(then.get(index).arguments.get(0), element(type, 0), value, at + 1);
    then.set(index, addition(made, type, put));
    return put == null ? null : new Made(made.creation, then);
  }

  private Recipe added(Made made, JavaType type, Proposal.Value value, int at) {
    Recipe put = isMap(made) ? null : put(Literal.NULL, element(type, 0), value, at + 1);
    if (put == null) {
      return null;
    }
    List<Call> then = new ArrayList<Call>(made.then);
    then.add(0, addition(made, type, put));
    return new Made(made.creation, then);
  }

  private Recipe inMap(Made made, JavaType type, Proposal.Value value, int at) {
    if (!isMap(made)) {
      return null;
    }
    Recipe key = key(value.steps.get(at), element(type, 0));
    List<Call> then = new ArrayList<Call>(made.then);
    Recipe known = Literal.NULL;
    for (Call entry : made.then) {
      if (isOf(entry, key)) {
        known = entry.arguments.get(1);
        then.remove(entry);
      }
    }
    Recipe put = put(known, element(type, 1), value, at + 1);
    List<Recipe> entry = Arrays.asList(key, put);
    then.add(new Call(made.creation.owner, "put", ContainerMakers.PUT, entry));
    return put == null ? null : new Made(made.creation, then);
  }

  private static Recipe key(String step, JavaType type) {
    String text = step.substring(1, step.length() - 1);
    return text.startsWith("\"")
        ? new Literal(text.substring(1, text.length() - 1))
        : number(Literal.NULL, type, text);
  }

  private static boolean isOf(Call entry, Recipe key) {
    Recipe known = entry.arguments.get(0);
    return known instanceof Literal
        && Objects.equals(((Literal) known).value, ((Literal) key).value);
  }

  private Call addition(Made made, JavaType type, Recipe element) {
    Recipe first = element == null ? orNull(made(element(type, 0))) : element;
    String owner = made.creation.owner;
    return isMap(made)
        ? new Call(
            owner, "put", ContainerMakers.PUT, Arrays.asList(first, orNull(made(element(type, 1)))))
        : new Call(owner, "add", ContainerMakers.ADD, Collections.singletonList(first));
  }

  private static boolean isMap(Made made) {
    return ContainerMakers.isMap(made.creation.owner);
  }

  private static JavaType element(JavaType type, int index) {
    JavaType argument = type.argument(index);
    return argument == null ? JavaType.OBJECT : argument;
  }

  private static Recipe orNull(Recipe recipe) {
    return recipe == null ? Literal.NULL : recipe;
  }

  private static int size(Proposal.Value value) {
    return value.text.matches("[0-9]{1,4}") ? Integer.parseInt(value.text) : -1;
  }

  private static int index(String step) {
    String digits = step.substring(1, Math.max(1, step.length() - 1));
    return digits.matches("[0-9]{1,4}") ? Integer.parseInt(digits) : -1;
  }

  // ------------------------------------------------------------------ fields

  private Recipe inField(Made made, String field, Proposal.Value value, int at) {
    List<FieldWriters.Writer> all = writers.of(made.creation.owner, field);
    for (FieldWriters.Writer each : all) {
      boolean isOwn =
          each.isConstructor()
              && made.creation.name.equals("<init>")
              && each.descriptor.equals(made.creation.descriptor);
      Call creation = isOwn ? call(each, made.creation.arguments, value, at) : null;
      if (creation != null) {
        return new Made(creation, made.then);
      }
    }
    for (FieldWriters.Writer each : all) {
      Call later = each.isConstructor() ? null : call(each, null, value, at);
      if (later != null) {
        List<Call> then = new ArrayList<Call>(made.then);
        then.add(later);
        return new Made(made.creation, then);
      }
    }
    for (FieldWriters.Writer each : all) {
      Call creation = each.isConstructor() ? call(each, null, value, at) : null;
      if (creation != null) {
        return new Made(creation, made.then);
      }
    }
    return null;
  }

  /** The writer's call with the value as its argument; null if such a call cannot be made. */
  private Call call(FieldWriters.Writer writer, List<Recipe> given, Proposal.Value value, int at) {
    List<JavaType> types = JavaType.parameters(writer.descriptor);
    List<Recipe> arguments = new ArrayList<Recipe>();
    for (int i = 0; i < types.size(); i++) {
      Recipe argument = given == null ? made(types.get(i)) : given.get(i);
      if (i == writer.parameter) {
        argument = put(orNull(argument), types.get(i), value, at + 1);
      }
      if (argument == null) {
        return null;
      }
      arguments.add(argument);
    }
    boolean isLast = at + 1 == value.steps.size();
    boolean fits = writer.parameter >= 0 || isLast && value.text.equals(writer.constant + "");
    return fits ? new Call(writer.owner, writer.name, writer.descriptor, arguments) : null;
  }
}
