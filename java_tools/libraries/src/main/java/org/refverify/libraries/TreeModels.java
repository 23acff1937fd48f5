package org.refverify.libraries;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import org.apache.maven.model.Model;
import org.apache.maven.model.Parent;
import org.apache.maven.model.building.DefaultModelBuildingRequest;
import org.apache.maven.model.building.ModelBuilder;
import org.apache.maven.model.building.ModelBuildingException;
import org.apache.maven.model.building.ModelBuildingRequest;
import org.apache.maven.model.building.ModelProblem;
import org.apache.maven.model.resolution.ModelResolver;

/** The effective models of a tree's poms, each built on request. */
final class TreeModels {
  private final TreePoms poms;
  private final ModelBuilder builder;
  private final ModelResolver resolver;
  private final Map<String, String> properties;
  private final Map<String, Optional<Model>> effective = new HashMap<>();
  private final TreeSet<String> notes = new TreeSet<>();

  /**
   * Builds nothing yet.
   *
   * @param properties all system properties that a pom may read
   */
  TreeModels(
      TreePoms poms, ModelBuilder builder, ModelResolver resolver, Map<String, String> properties) {
    this.poms = poms;
    this.builder = builder;
    this.resolver = resolver;
    this.properties = properties;
  }

  /** The parts of the poms that could not be read. */
  List<String> notes() {
    return new ArrayList<>(notes);
  }

  /**
   * The module of some coordinates, which means its sources; empty if they are those of a library.
   */
  Optional<Model> module(String group, String name, String version) {
    return poms.path(group, name)
        .flatMap(this::effective)
        .filter(model -> version.equals(model.getVersion()));
  }

  /** The effective model of a pom; empty if the pom cannot be read at all. */
  Optional<Model> effective(String path) {
    Optional<Model> known = effective.get(path);
    if (known == null) {
      known = build(path);
      effective.put(path, known);
    }
    return known;
  }

  /**
   * Builds as much of a model as possible: a missing parent removes only what that parent defines.
   */
  private Optional<Model> build(String path) {
    Optional<Model> raw = poms.raw(path);
    if (raw.isEmpty()) {
      notes.add(path + ": cannot be read");
      return raw;
    }
    try {
      return Optional.of(
          builder.build(request().setModelSource(poms.source(path))).getEffectiveModel());
    } catch (ModelBuildingException e) {
      notes.add(path + ": " + first(e));
      return hasModel(e) ? Optional.of(e.getResult().getEffectiveModel()) : alone(raw.get());
    }
  }

  private static boolean hasModel(ModelBuildingException e) {
    return e.getResult() != null && e.getResult().getEffectiveModel() != null;
  }

  private Optional<Model> alone(Model model) {
    Parent parent = model.getParent();
    if (parent != null) {
      model.setParent(null);
      model.setGroupId(model.getGroupId() == null ? parent.getGroupId() : model.getGroupId());
      model.setVersion(model.getVersion() == null ? parent.getVersion() : model.getVersion());
    }
    try {
      return Optional.of(builder.build(request().setRawModel(model)).getEffectiveModel());
    } catch (ModelBuildingException e) {
      return hasModel(e) ? Optional.of(e.getResult().getEffectiveModel()) : Optional.empty();
    }
  }

  private static String first(ModelBuildingException e) {
    List<ModelProblem> problems = e.getProblems();
    return problems.isEmpty() ? "invalid" : problems.get(0).getMessage();
  }

  private ModelBuildingRequest request() {
    Properties system = new Properties();
    system.putAll(properties);
    return new DefaultModelBuildingRequest()
        .setProcessPlugins(false)
        .setValidationLevel(ModelBuildingRequest.VALIDATION_LEVEL_MINIMAL)
        .setSystemProperties(system)
        .setModelResolver(resolver);
  }
}
