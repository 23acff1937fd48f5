package org.refverify.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.maven.model.Build;
import org.apache.maven.model.Model;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.junit.jupiter.api.Test;

class LeftOutTest {
  @Test
  void anExecutionIsLeftOutOfEveryModuleByItsPluginGoalAndId() {
    List<MavenProject> projects = Arrays.asList(project(), project());

    LeftOut.leaveOut(projects, Collections.singleton("g:docs:make@one"));

    for (MavenProject project : projects) {
      assertEquals(Arrays.asList("two", "three"), executions(project, 0));
      assertEquals(Collections.singletonList("one"), executions(project, 1));
    }
  }

  @Test
  void surefireSkipsTheTestsOfNamedModules() {
    MavenProject needed = tested("needed");
    MavenProject asked = tested("asked");

    LeftOut.leaveUntested(Arrays.asList(needed, asked), Collections.singleton("g:needed"));

    assertEquals(Arrays.asList("true", "false", "**/*"), configured(needed));
    assertEquals(Arrays.asList("false", "false", "**/*"), configured(asked));
  }

  private static List<String> configured(MavenProject project) {
    PluginExecution execution = project.getBuild().getPlugins().get(2).getExecutions().get(0);
    Xpp3Dom configuration = (Xpp3Dom) execution.getConfiguration();
    return Stream.of("skip", "skipTests", "test")
        .map(name -> configuration.getChild(name).getValue())
        .collect(Collectors.toList());
  }

  private static MavenProject tested(String name) {
    MavenProject project = project();
    project.setGroupId("g");
    project.setArtifactId(name);
    Plugin surefire = plugin("maven-surefire-plugin");
    surefire.setGroupId("org.apache.maven.plugins");
    PluginExecution execution = execution("default-test", "test");
    Xpp3Dom configuration = new Xpp3Dom("configuration");
    configuration.addChild(value("skip", "false"));
    configuration.addChild(value("skipTests", "false"));
    configuration.addChild(value("test", "**/*"));
    execution.setConfiguration(configuration);
    surefire.addExecution(execution);
    project.getBuild().addPlugin(surefire);
    return project;
  }

  private static Xpp3Dom value(String name, String value) {
    Xpp3Dom found = new Xpp3Dom(name);
    found.setValue(value);
    return found;
  }

  private static MavenProject project() {
    Model model = new Model();
    model.setBuild(new Build());
    Plugin docs = plugin("docs");
    docs.addExecution(execution("one", "make"));
    docs.addExecution(execution("two", "make"));
    docs.addExecution(execution("three", "check"));
    Plugin other = plugin("other");
    other.addExecution(execution("one", "make"));
    model.getBuild().addPlugin(docs);
    model.getBuild().addPlugin(other);
    return new MavenProject(model);
  }

  private static Plugin plugin(String name) {
    Plugin plugin = new Plugin();
    plugin.setGroupId("g");
    plugin.setArtifactId(name);
    return plugin;
  }

  private static PluginExecution execution(String id, String goal) {
    PluginExecution execution = new PluginExecution();
    execution.setId(id);
    execution.addGoal(goal);
    return execution;
  }

  private static List<String> executions(MavenProject project, int plugin) {
    return project.getBuild().getPlugins().get(plugin).getExecutions().stream()
        .map(PluginExecution::getId)
        .collect(Collectors.toList());
  }
}
