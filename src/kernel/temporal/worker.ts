import path from 'node:path';
import { existsSync } from 'node:fs';
import {
  NativeConnection,
  Worker,
  type WorkerInterceptors,
  type WorkflowBundleOption,
} from '@temporalio/worker';
import type { Activities } from '../../../activities';
import { ORDERS_QUEUE, WEBHOOKS_QUEUE } from '../../../workflows/contract';
import type { Config } from '../../config';
import { noTracer, type Tracer } from '../../platform/observe/tracing';
import { connectionSettings } from './connection';
import { MainThreadWorker } from './main-thread-worker';
import { tracedActivities } from './trace-context';

/** Fails when Temporal does not answer. */
export async function connectWorker(config: Config): Promise<NativeConnection> {
  return NativeConnection.connect(await connectionSettings(config));
}

export interface WorkerSettings {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly activities: Activities;
  /** Of the workflows; absent: the bundle of the build, or the source. */
  readonly workflowBundle?: WorkflowBundleOption;
  /** WORKFLOW_TRACES: workflows run in the SDK's own thread. */
  readonly workflowTraces: boolean;
  readonly tracer: Tracer;
}

/** Longer than an attempt at a webhook, shorter than a container's stop timeout. */
const SHUTDOWN_GRACE = '20 seconds';
const SHUTDOWN_FORCE = '25 seconds';

/** Concurrent workflow tasks; first attempts can occupy fewer (activities/attempt-delivery.ts). */
const WEBHOOK_TASKS_AT_ONCE = 24;
/**
 * Few, because a burst of webhooks must not fill Temporal's queues, which orders share. Half of
 * them poll for new deliveries: a single one left those waiting behind the tasks of running
 * deliveries.
 */
const WEBHOOK_POLLS = 4;
const WEBHOOK_NEW_POLLS = 0.5;

/** Some tens of kilobytes each; the default number can exhaust the heap. */
const CACHED_WORKFLOWS_MAX = 1_000;

function workflows(): { workflowBundle: WorkflowBundleOption } | { workflowsPath: string } {
  const bundle = path.join(__dirname, '../../../workflow-bundle.js');
  return existsSync(bundle)
    ? { workflowBundle: { codePath: bundle } }
    : { workflowsPath: require.resolve('../../../workflows') };
}

/** A bundle already contains the interceptor of the workflows. */
const interceptorsOf = (source: object, tracer: Tracer): WorkerInterceptors => ({
  workflowModules: 'workflowsPath' in source ? [require.resolve('../../../workflows/trace')] : [],
  activity: tracer === noTracer ? [] : [tracedActivities(tracer)],
});

/** One worker for orders and one for webhooks, so that slow webhooks never delay an order. */
export async function createWorkers(settings: WorkerSettings): Promise<readonly Worker[]> {
  const { connection, namespace, activities, workflowBundle, workflowTraces, tracer } = settings;
  const worker = workflowTraces ? Worker : MainThreadWorker;
  const source = workflowBundle === undefined ? workflows() : { workflowBundle };
  const shared = {
    connection,
    namespace,
    ...source,
    interceptors: interceptorsOf(source, tracer),
    shutdownGraceTime: SHUTDOWN_GRACE,
    shutdownForceTime: SHUTDOWN_FORCE,
    stickyQueueScheduleToStartTimeout: '3 seconds',
  } as const;
  return Promise.all([
    worker.create({
      ...shared,
      taskQueue: ORDERS_QUEUE,
      activities,
      maxCachedWorkflows: CACHED_WORKFLOWS_MAX,
      maxConcurrentLocalActivityExecutions: 200,
      maxConcurrentActivityTaskExecutions: 10,
    }),
    worker.create({
      ...shared,
      taskQueue: WEBHOOKS_QUEUE,
      activities,
      maxCachedWorkflows: CACHED_WORKFLOWS_MAX,
      maxConcurrentActivityTaskExecutions: 200,
      maxConcurrentActivityTaskPolls: WEBHOOK_POLLS,
      maxConcurrentWorkflowTaskExecutions: WEBHOOK_TASKS_AT_ONCE,
      maxConcurrentWorkflowTaskPolls: WEBHOOK_POLLS,
      nonStickyToStickyPollRatio: WEBHOOK_NEW_POLLS,
    }),
  ]);
}
