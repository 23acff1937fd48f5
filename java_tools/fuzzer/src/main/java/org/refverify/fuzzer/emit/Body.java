package org.refverify.fuzzer.emit;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.objectweb.asm.Type;
import org.refverify.fuzzer.entry.Adapters;
import org.refverify.fuzzer.entry.Entry;
import org.refverify.fuzzer.entry.MethodName;
import org.refverify.fuzzer.entry.Renames;
import org.refverify.fuzzer.recipe.Call;
import org.refverify.fuzzer.recipe.DefaultLocale;
import org.refverify.fuzzer.recipe.Input;
import org.refverify.fuzzer.recipe.Quoted;
import org.refverify.fuzzer.recipe.Recipe;

/** The statements that build an input, and the call of the entry. */
final class Body {
  final String home;
  final Names names;
  final Set<Helper> helpers = EnumSet.noneOf(Helper.class);
  final List<String> lines;

  /** Variables or expressions of the arguments. */
  final List<String> arguments = new ArrayList<String>();

  /** Variable of the receiver; null if there is none. */
  String receiver;

  /** The call as an expression. */
  String call;

  /** The call as a statement. */
  String statement;

  /** Descriptor of the result; for a constructor that of the class. */
  final String result;

  /** Language tag of an unusual default locale; null for the usual one. */
  final String locale;

  private final Renames renames;

  Body(VersionPair versions, Entry entry, Input input, Set<Integer> named) {
    this.renames = versions.renames;
    this.home = Access.packageOf(entry.old.owner);
    Access access = new Access(versions.old, home, versions.renames);
    this.names = new Names(access, home);
    Statements statements = new Statements(access, names, Referred.in(input), helpers);
    this.lines = statements.lines();
    Locale odd = DefaultLocale.of(input.world);
    this.locale = odd.equals(Locale.US) ? null : odd.toLanguageTag();
    boolean constructor = entry.old.name.equals("<init>");
    this.result =
        constructor
            ? "L" + entry.old.owner.replace('.', '/') + ";"
            : Type.getReturnType(entry.old.descriptor).getDescriptor();
    write(access, statements, entry, input, named);
  }

  private void write(
      Access access, Statements statements, Entry entry, Input input, Set<Integer> named) {
    Call call = new Call(entry.old.owner, entry.old.name, entry.old.descriptor, input.arguments);
    if (input.receiver != null) {
      String type = entry.receiver == null ? entry.old.owner : entry.receiver;
      receiver =
          statements.variable(input.receiver, "L" + type.replace('.', '/') + ";", wish(type));
    }
    Type[] types = Type.getArgumentTypes(entry.old.descriptor);
    boolean seen =
        access.seesMethod(call.owner, call.name, call.descriptor)
            && (receiver == null || entry.receiver == null || access.sees(entry.receiver));
    boolean exact = seen && access.overloads(call.owner, call.name, call.descriptor) > 1;
    for (int i = 0; i < types.length; i++) {
      Recipe argument = input.arguments.get(i);
      String descriptor = types[i].getDescriptor();
      arguments.add(
          named.contains(i)
              ? statements.variable(argument, descriptor, "argument" + (i + 1))
              : statements.expression(argument, descriptor, exact || isVarargs(access, call)));
    }
    if (entry.adapter != Entry.Adapter.SAME) {
      this.statement = moved(entry, input, types);
      this.call = cast() + statement;
    } else if (seen) {
      this.statement = direct(call);
      this.call = statement;
    } else {
      this.statement = reflective(call, types);
      this.call = cast() + statement;
    }
  }

  private static boolean isVarargs(Access access, Call call) {
    return access.isVarargs(call.owner, call.name, call.descriptor);
  }

  private static String wish(String className) {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    return simple.substring(simple.lastIndexOf('$') + 1);
  }

  private String direct(Call call) {
    String list = "(" + String.join(", ", arguments) + ")";
    if (call.name.equals("<init>")) {
      return "new " + names.of(call.owner) + list;
    }
    return (receiver == null ? names.of(call.owner) : receiver) + "." + call.name + list;
  }

  /** Calls the form of a moved method that exists. */
  private String moved(Entry entry, Input input, Type[] types) {
    helpers.add(Helper.MOVED);
    List<String> values = new ArrayList<String>(arguments);
    if (receiver != null) {
      values.add(0, receiver);
    }
    StringBuilder text = new StringBuilder("moved(new Object[] {");
    text.append(String.join(", ", values)).append("}, ");
    text.append(target(entry.old, types)).append(", ");
    text.append(target(entry.fresh, Type.getArgumentTypes(entry.fresh.descriptor)));
    for (int position : Adapters.positions(entry, input, renames)) {
      text.append(", ").append(position);
    }
    return text.append(")").toString();
  }

  private static String target(MethodName method, Type[] types) {
    String signature = method.name + Statements.readable(types);
    return "new String[] {" + Quoted.string(method.owner) + ", " + Quoted.string(signature) + "}";
  }

  private String cast() {
    String type = names.ofDescriptor(result);
    boolean plain = type.equals("Object") || type.equals("void");
    return plain ? "" : "(" + type + ") ";
  }

  private String reflective(Call call, Type[] types) {
    helpers.add(Helper.REFLECTION);
    StringBuilder text = new StringBuilder("call(");
    text.append(receiver).append(", ").append(Quoted.string(call.owner)).append(", ");
    text.append(Quoted.string(call.name + Statements.readable(types)));
    for (int i = 0; i < types.length; i++) {
      boolean alone = types.length == 1 && types[0].getDescriptor().length() > 1;
      text.append(", ");
      text.append(alone ? Statements.asObject(arguments.get(i)) : arguments.get(i));
    }
    return text.append(")").toString();
  }
}
