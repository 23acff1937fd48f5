package org.refverify.prover.world;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One version of a change, compiled with debug information and for Java 11 or newer (nest mates).
 * The same compiler with the same options must have compiled both versions.
 *
 * @param classes class files by internal name: every class of the changed files, and of the files
 *     that mention a name of {@link org.refverify.prover.Prover#namesToScan}. A method that could
 *     not be compiled throws an error whose text begins with {@code Unresolved compilation}, as ECJ
 *     does
 * @param world every other class
 * @param unresolved internal names of types that the sources name and that are missing, or that
 *     were invented for the compiler
 * @param guessed methods whose class files may have the wrong meaning, because that meaning depends
 *     on missing types or because the methods do not compile: class and name as in the sources
 *     ({@code a/b/C.name}, for all overloads), with the words of their code; also whole files that
 *     could not be compiled at all
 * @param settled methods whose class files have the wrong meaning, but which have one meaning in
 *     both versions, by class, name and descriptor ({@code a/b/C.name()V}); the text identifies
 *     their code. The prover does not follow their code
 * @param otherFiles hash of the contents, by path, for changed files that are not compiled:
 *     resources, build files. A path whose hash differs or is absent on the other side is residue
 */
public record CompiledVersion(
    Map<String, byte[]> classes,
    ClassLookup world,
    Set<String> unresolved,
    Map<String, Set<String>> guessed,
    Map<String, String> settled,
    Map<String, String> otherFiles) {

  /** A version whose types were all found. */
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
