package org.refverify.fuzzer.mutation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.refverify.fuzzer.entry.ClassSet;
import org.refverify.fuzzer.entry.MethodName;

/**
 * Selects and creates mutants. The same classes and limit give the same list: kinds alternate, and
 * within a kind the places are spread over all places.
 */
public final class Mutants {
  private Mutants() {}

  /** Mutants of these lines (by binary class name), spread over kinds and lines. */
  public static List<Mutant> ofLines(
      ClassSet classes, SortedMap<String, SortedSet<Integer>> lines, int limit) {
    List<Edit> edits = new ArrayList<Edit>();
    for (Map.Entry<String, SortedSet<Integer>> ofClass : lines.entrySet()) {
      ClassNode node = classes.node(ofClass.getKey());
      if (node != null) {
        for (MethodNode method : node.methods) {
          for (Edit edit : MethodEdits.of(classes, node, method)) {
            if (ofClass.getValue().contains(edit.line)) {
              edits.add(edit);
            }
          }
        }
      }
    }
    return chosen(classes, edits, limit);
  }

  /** Mutants of whole methods. */
  public static List<Mutant> ofMethods(ClassSet classes, SortedSet<MethodName> methods, int limit) {
    List<Edit> edits = new ArrayList<Edit>();
    for (MethodName name : methods) {
      ClassNode node = classes.node(name.owner);
      if (node != null) {
        for (MethodNode method : node.methods) {
          if (method.name.equals(name.name) && method.desc.equals(name.descriptor)) {
            edits.addAll(MethodEdits.of(classes, node, method));
          }
        }
      }
    }
    return chosen(classes, edits, limit);
  }

  private static List<Mutant> chosen(ClassSet classes, List<Edit> edits, int limit) {
    Map<Mutant.Kind, List<Edit>> byKind = new TreeMap<Mutant.Kind, List<Edit>>();
    for (Edit edit : edits) {
      if (!byKind.containsKey(edit.kind)) {
        byKind.put(edit.kind, new ArrayList<Edit>());
      }
      byKind.get(edit.kind).add(edit);
    }
    Map<Mutant.Kind, List<Edit>> spread = new LinkedHashMap<Mutant.Kind, List<Edit>>();
    for (Map.Entry<Mutant.Kind, List<Edit>> kind : byKind.entrySet()) {
      spread.put(kind.getKey(), spread(kind.getValue()));
    }
    List<Mutant> mutants = new ArrayList<Mutant>();
    for (int round = 0; mutants.size() < limit && isLeft(spread, round); round++) {
      for (List<Edit> kind : spread.values()) {
        if (round < kind.size() && mutants.size() < limit) {
          Mutant mutant = EditedClass.make(classes, kind.get(round));
          if (mutant != null) {
            mutants.add(mutant);
          }
        }
      }
    }
    return mutants;
  }

  private static boolean isLeft(Map<Mutant.Kind, List<Edit>> spread, int round) {
    for (List<Edit> kind : spread.values()) {
      if (round < kind.size()) {
        return true;
      }
    }
    return false;
  }

  /** First one edit of each line, then the second of each, with lines far apart first. */
  private static List<Edit> spread(List<Edit> edits) {
    Map<String, List<Edit>> byLine = new LinkedHashMap<String, List<Edit>>();
    for (Edit edit : edits) {
      String line = edit.owner.name + ":" + (edit.line < 0 ? edit.index : edit.line);
      if (!byLine.containsKey(line)) {
        byLine.put(line, new ArrayList<Edit>());
      }
      byLine.get(line).add(edit);
    }
    List<List<Edit>> lines = new ArrayList<List<Edit>>(byLine.values());
    List<Edit> result = new ArrayList<Edit>();
    for (int round = 0; result.size() < edits.size(); round++) {
      for (int position : bisected(lines.size())) {
        if (round < lines.get(position).size()) {
          result.add(lines.get(position).get(round));
        }
      }
    }
    return result;
  }

  /** 0, the middle, the quarters …: every prefix is spread over the whole. */
  private static Set<Integer> bisected(int size) {
    Set<Integer> order = new java.util.LinkedHashSet<Integer>();
    SortedSet<Integer> all = new TreeSet<Integer>();
    for (int i = 0; i < size; i++) {
      all.add(i);
    }
    for (int parts = 1; order.size() < size && parts < 2 * size; parts *= 2) {
      for (int i = 0; i < parts; i++) {
        order.add((int) ((long) i * size / parts));
      }
    }
    order.addAll(all);
    return order;
  }
}
