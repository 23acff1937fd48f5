package org.refverify.libraries;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Model;
import org.apache.maven.model.Parent;
import org.apache.maven.model.Repository;
import org.apache.maven.model.building.DefaultModelBuilder;
import org.apache.maven.model.building.DefaultModelBuilderFactory;
import org.apache.maven.model.building.DefaultModelBuildingRequest;
import org.apache.maven.model.building.FileModelSource;
import org.apache.maven.model.building.ModelBuilder;
import org.apache.maven.model.building.ModelBuildingException;
import org.apache.maven.model.building.ModelBuildingRequest;
import org.apache.maven.model.building.ModelBuildingResult;
import org.apache.maven.model.building.ModelSource;
import org.apache.maven.model.building.Result;
import org.apache.maven.model.profile.activation.JdkVersionProfileActivator;
import org.apache.maven.model.profile.activation.OperatingSystemProfileActivator;
import org.apache.maven.model.profile.activation.ProfileActivator;
import org.apache.maven.model.profile.activation.PropertyProfileActivator;
import org.apache.maven.model.resolution.ModelResolver;
import org.apache.maven.model.resolution.UnresolvableModelException;

/**
 * Maven's model builder, which reads poms and loads no plugin. A pom of a repository has no
 * neighbours here, so its relative paths are not resolved. No profile checks whether a file exists,
 * because that would be a file of this machine.
 */
final class LoneModelBuilder implements ModelBuilder {
  private final DefaultModelBuilder builder = new WithoutFiles().newInstance();

  private static final class WithoutFiles extends DefaultModelBuilderFactory {
    @Override
    protected ProfileActivator[] newProfileActivators() {
      return new ProfileActivator[] {
        new JdkVersionProfileActivator(),
        new OperatingSystemProfileActivator(),
        new PropertyProfileActivator()
      };
    }
  }

  /** The repositories of every project that names none. */
  static List<Repository> usualRepositories() {
    Model plain = new Model();
    plain.setModelVersion("4.0.0");
    plain.setGroupId("none");
    plain.setArtifactId("none");
    plain.setVersion("1");
    try {
      return new LoneModelBuilder()
          .build(new DefaultModelBuildingRequest().setRawModel(plain))
          .getEffectiveModel()
          .getRepositories();
    } catch (ModelBuildingException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public ModelBuildingResult build(ModelBuildingRequest request) throws ModelBuildingException {
    return builder.build(alone(request));
  }

  @Override
  public ModelBuildingResult build(ModelBuildingRequest request, ModelBuildingResult result)
      throws ModelBuildingException {
    return builder.build(alone(request), result);
  }

  @Override
  public Result<? extends Model> buildRawModel(File pom, int level, boolean locations) {
    return builder.buildRawModel(pom, level, locations);
  }

  private static ModelBuildingRequest alone(ModelBuildingRequest request) {
    request.setModelSource(alone(request.getModelSource()));
    if (request.getModelResolver() != null) {
      request.setModelResolver(new LoneResolver(request.getModelResolver()));
    }
    request.setPomFile(null);
    return request;
  }

  private static ModelSource alone(ModelSource source) {
    return source instanceof FileModelSource file ? new LoneSource(file) : source;
  }

  /** The same file, without neighbours. */
  private record LoneSource(ModelSource file) implements ModelSource {
    @Override
    public InputStream getInputStream() throws IOException {
      return file.getInputStream();
    }

    @Override
    public String getLocation() {
      return file.getLocation();
    }
  }

  /** The same poms, each without neighbours. Repositories that a pom names are not used. */
  private record LoneResolver(ModelResolver resolver) implements ModelResolver {
    @Override
    public ModelSource resolveModel(String group, String name, String version)
        throws UnresolvableModelException {
      return alone(resolver.resolveModel(group, name, version));
    }

    @Override
    public ModelSource resolveModel(Parent parent) throws UnresolvableModelException {
      return alone(resolver.resolveModel(parent));
    }

    @Override
    public ModelSource resolveModel(Dependency dependency) throws UnresolvableModelException {
      return alone(resolver.resolveModel(dependency));
    }

    @Override
    public void addRepository(Repository repository) {
      // Only the user's own settings name repositories.
    }

    @Override
    public void addRepository(Repository repository, boolean replace) {
      // The same holds here.
    }

    @Override
    public ModelResolver newCopy() {
      return new LoneResolver(resolver.newCopy());
    }
  }
}
