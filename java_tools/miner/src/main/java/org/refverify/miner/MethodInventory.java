package org.refverify.miner;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes of one of RefactoringMiner's models with their methods, by the properties by which
 * RefactoringMiner pairs them.
 *
 * <p>RefactoringMiner is newer byte code than this module may depend on, so it is called by
 * reflection.
 */
public final class MethodInventory {
  private static final ClassValue<Map<String, Method>> GETTERS =
      new ClassValue<>() {
        @Override
        protected Map<String, Method> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  /** Several classes of one name, such as the anonymous ones of a method, in their order. */
  private final Map<String, List<Map<List<Object>, Integer>>> methods = new HashMap<>();

  private MethodInventory(Object model) {
    for (Object type : list(model, "getClassList")) {
      String name = get(type, "getTypeDeclarationKind") + " " + get(type, "getName");
      String owner = get(type, "getSourceFile") + ": " + name;
      add(type, owner);
      // The list also contains everything inside its methods, fields and other anonymous classes.
      for (Object anonymous : list(type, "getAnonymousClassList")) {
        add(anonymous, owner + ": " + get(anonymous, "getCodePath"));
      }
    }
  }

  /**
   * Whether two models have the same classes in the same files with the same methods, including
   * those of local and anonymous classes.
   *
   * <p>Methods are the same if they have the same name, types of parameters and result as written,
   * type parameters and visibility, and if both or neither are abstract, have a body, and have an
   * empty one. If one of these differs, RefactoringMiner may treat the method as added or removed.
   * Anonymous classes have no name to pair them by; those at one place are compared in their order.
   *
   * @param before a UMLModel
   * @param after a UMLModel
   */
  public static boolean same(Object before, Object after) {
    return new MethodInventory(before).methods.equals(new MethodInventory(after).methods);
  }

  private void add(Object type, String owner) {
    Map<List<Object>, Integer> counts = new HashMap<>();
    for (Object operation : list(type, "getOperations")) {
      counts.merge(declared(operation), 1, Integer::sum);
    }
    methods.computeIfAbsent(owner, unknown -> new ArrayList<>()).add(counts);
  }

  private static List<Object> declared(Object operation) {
    return List.of(
        get(operation, "getName"),
        get(operation, "getParameterTypeList"),
        get(operation, "getReturnParameter"),
        get(operation, "getTypeParameters"),
        get(operation, "getVisibility"),
        get(operation, "isAbstract"),
        call(operation, "getBody") != null,
        get(operation, "hasEmptyBody"));
  }

  private static String get(Object receiver, String getter) {
    return String.valueOf(call(receiver, getter));
  }

  private static List<?> list(Object receiver, String getter) {
    return (List<?>) call(receiver, getter);
  }

  private static Object call(Object receiver, String getter) {
    try {
      Map<String, Method> known = GETTERS.get(receiver.getClass());
      Method method = known.get(getter);
      if (method == null) {
        method = receiver.getClass().getMethod(getter);
        known.put(getter, method);
      }
      return method.invoke(receiver);
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("RefactoringMiner's " + getter + " cannot be asked", e);
    }
  }
}
