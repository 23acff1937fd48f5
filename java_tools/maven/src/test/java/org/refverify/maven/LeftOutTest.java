package org.refverify.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.maven.model.Build;
import org.apache.maven.model.Model;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
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
  void namedModulesHaveNoTestsAndAllElse() {
    MavenProject needed = tested("needed");
    MavenProject asked = tested("asked");

    LeftOut.leaveUntested(Arrays.asList(needed, asked), Collections.singleton("g:needed"));

    assertEquals(Collections.emptyList(), executions(needed, 2));
    assertEquals(Arrays.asList("one", "two", "three"), executions(needed, 0));
    assertEquals(Collections.singletonList("default-test"), executions(asked, 2));
  }

  private static MavenProject tested(String name) {
    MavenProject project = project();
    project.setGroupId("g");
    project.setArtifactId(name);
    Plugin surefire = plugin("maven-surefire-plugin");
    surefire.setGroupId("org.apache.maven.plugins");
    surefire.addExecution(execution("default-test", "test"));
    project.getBuild().addPlugin(surefire);
    return project;
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
