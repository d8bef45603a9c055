import type { Worker } from '@temporalio/worker';
import { Gauge, type Registry } from 'prom-client';

/** Tasks that the workers of this process run, read at each scrape. */
export function exposeWorkers(registry: Registry, workers: readonly Worker[]): void {
  registry.registerMetric(
    new Gauge({
      name: 'saphan_worker_tasks',
      help: 'Tasks that a worker runs, and workflows that it keeps in memory (cached)',
      labelNames: ['queue', 'task'],
      registers: [],
      collect() {
        for (const worker of workers) {
          const queue = worker.options.taskQueue;
          const status = worker.getStatus();
          this.set({ queue, task: 'workflow' }, status.numInFlightWorkflowActivations);
          this.set({ queue, task: 'activity' }, status.numInFlightNonLocalActivities);
          this.set({ queue, task: 'local_activity' }, status.numInFlightLocalActivities);
          this.set({ queue, task: 'cached' }, status.numCachedWorkflows);
        }
      },
    }),
  );
}
