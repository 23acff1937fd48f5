package org.refverify.fuzzer.compare;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The form of every class, decided once per class. */
final class Forms {
  /** From JDK 9 on it loads the classes outside the base module, such as java.sql. */
  private static final ClassLoader PLATFORM = ClassLoader.getSystemClassLoader().getParent();

  private final GraphNames shape;
  private final Map<Class<?>, Form> known = new HashMap<Class<?>, Form>();

  Forms(GraphNames shape) {
    this.shape = shape;
  }

  static boolean isOfJdk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == PLATFORM;
  }

  Form of(Class<?> type) {
    Form form = known.get(type);
    if (form == null) {
      form = make(type);
      known.put(type, form);
    }
    return form;
  }

  private Form make(Class<?> type) {
    Form scalar = Scalars.of(type);
    if (scalar != null) {
      return scalar;
    }
    if (type.isArray()) {
      return ArrayForms.of(type, Word.of(shape.name(elementName(type))));
    }
    if (type == Class.class) {
      return (value, walk) ->
          walk.sink.word(Word.of("class " + shape.name(((Class<?>) value).getName())));
    }
    if (Enum.class.isAssignableFrom(type)) {
      return enumConstant();
    }
    if (Proxy.isProxyClass(type) || isLambda(type)) {
      Word some = some(type);
      return (value, walk) -> walk.sink.word(some);
    }
    return isOfJdk(type) ? JdkForms.of(type) : object(type);
  }

  private Form enumConstant() {
    return (value, walk) -> {
      Enum<?> constant = (Enum<?>) value;
      String owner = shape.name(constant.getDeclaringClass().getName());
      walk.sink.word(Word.of(owner + "." + constant.name()));
    };
  }

  private static String elementName(Class<?> array) {
    Class<?> element = array;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return element.getName();
  }

  private static boolean isLambda(Class<?> type) {
    // A slash is part of the name of a class that was generated at run time, with a number that
    // differs in each run.
    return type.isSynthetic() && type.getName().contains("$$Lambda")
        || type.getName().contains("/");
  }

  /**
   * A class without a name that both versions know: it is named after the known types that it
   * extends.
   */
  private Word some(Class<?> type) {
    SortedSet<String> names = new TreeSet<String>();
    addKnownSupertypes(type, names);
    names.remove("java.io.Serializable");
    return Word.of("some" + names.toString().replace('[', '<').replace(']', '>'));
  }

  private void addKnownSupertypes(Class<?> type, SortedSet<String> names) {
    List<Class<?>> supertypes = new ArrayList<Class<?>>();
    if (type.getSuperclass() != null
        && type.getSuperclass() != Object.class
        && type.getSuperclass() != Proxy.class) {
      supertypes.add(type.getSuperclass());
    }
    supertypes.addAll(Arrays.asList(type.getInterfaces()));
    for (Class<?> supertype : supertypes) {
      GraphNames.Info info = shape.of(supertype.getName());
      if (info != null && info.name == null) {
        addKnownSupertypes(supertype, names);
      } else {
        names.add(shape.name(supertype.getName()));
      }
    }
  }

  private Form object(Class<?> type) {
    GraphNames.Info info = shape.of(type.getName());
    Word name =
        info != null && info.name == null ? some(type) : Word.of(shape.name(type.getName()));
    try {
      return new ObjectForm(name, instanceFields(type, info), JdkForms.inherited(type));
    } catch (LinkageError unreadable) {
      if (info != null) {
        throw unreadable;
      }
      Word opaque = Word.of("<" + name.text + ">");
      return (value, walk) -> walk.sink.word(opaque);
    }
  }

  private static List<FieldReader> instanceFields(Class<?> type, GraphNames.Info info) {
    Map<String, FieldReader> readers = new TreeMap<String, FieldReader>();
    for (Class<?> at = type; at != null && !isOfJdk(at); at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          String key = info == null ? null : info.fields.get(at.getName() + "#" + field.getName());
          boolean library = info == null || !isOwn(at, type, info);
          String shown = key == null && library ? field.getName() : key;
          if (shown != null) {
            String unique = readers.containsKey(shown) ? at.getName() + "." + shown : shown;
            readers.put(unique, new FieldReader(Word.of(unique), field));
          }
        }
      }
    }
    return new ArrayList<FieldReader>(readers.values());
  }

  /** Whether a class of the hierarchy is an own one; a library superclass keeps all its fields. */
  private static boolean isOwn(Class<?> at, Class<?> type, GraphNames.Info info) {
    return at == type || info.own.contains(at.getName());
  }

  /** Static fields that both versions have, without those that the compiler generated. */
  Form statics(Class<?> type) {
    GraphNames.Info info = shape.of(type.getName());
    Map<String, FieldReader> readers = new TreeMap<String, FieldReader>();
    for (Field field : type.getDeclaredFields()) {
      boolean compared = info == null || info.statics.contains(field.getName());
      if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic() && compared) {
        readers.put(field.getName(), new FieldReader(Word.of(field.getName()), field));
      }
    }
    Word name = Word.of("static " + shape.name(type.getName()));
    List<FieldReader> fields = new ArrayList<FieldReader>(readers.values());
    return (value, walk) -> ObjectForm.write(name, fields, null, walk, null);
  }
}
