package org.refverify.fuzzer.run;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs every task immediately in the calling thread. */
final class DirectExecutor extends AbstractExecutorService {
  private boolean closed;

  DirectExecutor renewed() {
    return new DirectExecutor();
  }

  @Override
  public void execute(Runnable task) {
    Probe.step();
    task.run();
  }

  @Override
  public void shutdown() {
    closed = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    closed = true;
    return Collections.emptyList();
  }

  @Override
  public boolean isShutdown() {
    return closed;
  }

  @Override
  public boolean isTerminated() {
    return closed;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return true;
  }
}
