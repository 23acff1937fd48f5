package org.refverify.prover.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.objectweb.asm.tree.ModuleNode;

/** A module declaration as text in a fixed order. */
final class Modules {
  private Modules() {}

  /** The text; empty if the class is not a module declaration. */
  static String text(ModuleNode module) {
    if (module == null) {
      return "";
    }
    List<String> lines = new ArrayList<>();
    lines.add("module " + module.name + " " + module.access + " " + module.version);
    lines.add("main " + module.mainClass);
    lines.add("uses " + (module.uses == null ? "" : new TreeSet<>(module.uses)));
    lines.add("packages " + (module.packages == null ? "" : new TreeSet<>(module.packages)));
    TreeSet<String> directives = new TreeSet<>();
    if (module.requires != null) {
      module.requires.forEach(r -> directives.add("requires " + r.module + " " + r.access));
    }
    if (module.exports != null) {
      module.exports.forEach(
          e -> directives.add("exports " + e.packaze + " " + e.access + " " + e.modules));
    }
    if (module.opens != null) {
      module.opens.forEach(
          o -> directives.add("opens " + o.packaze + " " + o.access + " " + o.modules));
    }
    if (module.provides != null) {
      module.provides.forEach(p -> directives.add("provides " + p.service + " " + p.providers));
    }
    lines.addAll(directives);
    return String.join("\n", lines);
  }
}
