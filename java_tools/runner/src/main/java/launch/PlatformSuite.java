package launch;

import java.lang.reflect.Method;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * JUnit Platform with the subject's own engines and version.
 *
 * <p>It registers no listeners or filters from the class path, and takes configuration only from
 * the plan. It calls methods that older platforms lack only if they exist.
 */
final class PlatformSuite implements Suite {
  private final Plan plan;

  PlatformSuite(Plan plan) {
    this.plan = plan;
  }

  @Override
  public Tally run(List<Class<?>> classes, Results results) {
    LauncherDiscoveryRequestBuilder builder = LauncherDiscoveryRequestBuilder.request();
    switchOff(builder, "enableImplicitConfigurationParameters");
    for (Class<?> type : classes) {
      builder.selectors(DiscoverySelectors.selectClass(type));
    }
    for (String parameter : plan.all("parameter")) {
      int equals = parameter.indexOf('=');
      builder.configurationParameter(
          parameter.substring(0, equals), parameter.substring(equals + 1));
    }
    if (results.ofSubject()) {
      addTags(builder);
    }
    LauncherDiscoveryRequest request = builder.build();
    Reporter reporter = new Reporter(results);
    SummaryGeneratingListener counting = new SummaryGeneratingListener();
    launcher().execute(request, reporter, counting);
    TestExecutionSummary summary = counting.getSummary();
    reporter.tally.engine(
        summary.getTestsStartedCount(),
        summary.getTestsFailedCount(),
        summary.getTestsAbortedCount(),
        summary.getTestsSucceededCount());
    return reporter.tally;
  }

  private void addTags(LauncherDiscoveryRequestBuilder builder) {
    List<String> included = plan.all("include-tag");
    if (!included.isEmpty()) {
      builder.filters(TagFilter.includeTags(included));
    }
    List<String> excluded = plan.all("exclude-tag");
    if (!excluded.isEmpty()) {
      builder.filters(TagFilter.excludeTags(excluded));
    }
  }

  @Override
  public Class<?> canary() {
    try {
      Class.forName("org.junit.jupiter.engine.JupiterTestEngine", false, loader());
      return JupiterCanary.class;
    } catch (ClassNotFoundException e) {
      return JUnit4Canary.class;
    }
  }

  private static ClassLoader loader() {
    return PlatformSuite.class.getClassLoader();
  }

  private static Launcher launcher() {
    LauncherConfig.Builder config = LauncherConfig.builder();
    switchOff(config, "enableTestExecutionListenerAutoRegistration");
    switchOff(config, "enableLauncherSessionListenerAutoRegistration");
    switchOff(config, "enableLauncherDiscoveryListenerAutoRegistration");
    switchOff(config, "enablePostDiscoveryFilterAutoRegistration");
    return LauncherFactory.create(config.build());
  }

  private static void switchOff(Object builder, String method) {
    try {
      Method setter = builder.getClass().getMethod(method, boolean.class);
      setter.invoke(builder, false);
    } catch (NoSuchMethodException e) {
      return;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(method, e);
    }
  }

  /** Reports tests; of containers, only those that failed or were skipped. */
  private static final class Reporter implements TestExecutionListener {
    final Tally tally = new Tally();
    private final Results results;

    Reporter(Results results) {
      this.results = results;
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
      results.skipped(id(test), reason == null ? "" : reason);
    }

    @Override
    public void executionStarted(TestIdentifier test) {
      if (test.isTest()) {
        tally.started();
      }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      try {
        finished(test, result);
      } catch (RuntimeException | Error e) {
        tally.torn();
        throw e;
      }
    }

    private void finished(TestIdentifier test, TestExecutionResult result) {
      if (test.isTest()) {
        tally.finished(result.getStatus().name());
      }
      switch (result.getStatus()) {
        case FAILED:
          results.failed(id(test), result.getThrowable().orElse(null));
          break;
        case ABORTED:
          results.skipped(id(test), result.getThrowable().orElse(null));
          break;
        default:
          if (test.isTest()) {
            results.passed(id(test));
          }
      }
    }

    private String id(TestIdentifier test) {
      String owner = "";
      String method = "";
      StringBuilder invocation = new StringBuilder();
      boolean jupiter = false;
      for (UniqueId.Segment segment : UniqueId.parse(test.getUniqueId()).getSegments()) {
        String value = segment.getValue();
        switch (segment.getType()) {
          case "engine":
            jupiter = value.equals("junit-jupiter");
            break;
          case "class":
          case "class-template":
          case "runner":
            owner = value;
            break;
          case "nested-class":
          case "nested-class-template":
            owner += "$" + value;
            break;
          case "method":
          case "test-template":
          case "test-factory":
            method = value.endsWith("()") ? value.substring(0, value.length() - 2) : value;
            break;
          case "test-template-invocation":
          case "class-template-invocation":
          case "dynamic-container":
          case "dynamic-test":
            invocation.append('[').append(value.replace("#", "")).append(']');
            break;
          default:
        }
      }
      if (!test.isTest() && method.isEmpty()) {
        return owner + "#" + Results.WHOLE_CLASS + invocation;
      }
      return jupiter ? owner + "#" + method + invocation : byName(owner, test);
    }

    private String byName(String owner, TestIdentifier test) {
      if (test.getSource().orElse(null) instanceof MethodSource) {
        MethodSource source = (MethodSource) test.getSource().get();
        return results.number(source.getClassName(), source.getMethodName());
      }
      return results.number(owner, test.getDisplayName());
    }
  }
}
