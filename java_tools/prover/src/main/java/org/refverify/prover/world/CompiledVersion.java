package org.refverify.prover.world;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One version of a change, compiled with debug information and for Java 11 or newer (nest mates).
 * Both versions must be made by the same compiler with the same options.
 *
 * @param classes class files by internal name: every class of the changed files, and of the files
 *     that mention a name of {@link org.refverify.prover.Prover#namesToScan}. A method that could
 *     not be compiled throws an error whose text begins with {@code Unresolved compilation}, as ECJ
 *     does
 * @param world every other class
 * @param unresolved internal names of types that the sources name and that are missing, or that
 *     were made up for the compiler's sake
 * @param guessed methods that need not mean what the class files say, because their meaning rests
 *     on missing types or because they do not compile: class and name as the sources have them
 *     ({@code a/b/C.name}, of all overloads), with the words that stand in them; also whole files
 *     of which nothing could be compiled
 * @param settled methods that do not mean what the class files say either, but the same in both
 *     versions, by class, name and descriptor ({@code a/b/C.name()V}); the text tells the code of
 *     one from that of others. No code of theirs is followed
 * @param otherFiles contents hash by path of what was changed and is not compiled: resources, build
 *     files. A path with another or no hash on the other side is residue
 */
public record CompiledVersion(
    Map<String, byte[]> classes,
    ClassLookup world,
    Set<String> unresolved,
    Map<String, Set<String>> guessed,
    Map<String, String> settled,
    Map<String, String> otherFiles) {

  /** A version in which everything was found. */
  public CompiledVersion(
      Map<String, byte[]> classes, ClassLookup world, Map<String, String> otherFiles) {
    this(classes, world, Set.of(), Map.of(), Map.of(), otherFiles);
  }

  public CompiledVersion {
    classes = new TreeMap<>(classes);
    unresolved = new TreeSet<>(unresolved);
    guessed = new TreeMap<>(guessed);
    settled = new TreeMap<>(settled);
    otherFiles = new TreeMap<>(otherFiles);
  }
}
