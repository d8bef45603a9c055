import { listExceptions } from '../../application/exceptions/list-exceptions';
import { measureBacklog, measureExceptions } from '../../application/reports/measure-backlog';
import { exceptionKinds } from '../../domain/exception';
import { operation } from '../../http/operation';
import { json } from '../../http/reply';
import { presentExceptions, presentReadiness } from './present';
import { exceptionList, exceptionsQuery, health, readiness, welcome } from './schema';

export const opsOperations = [
  operation({
    name: 'welcome',
    summary: 'What this is, and where to go on',
    family: 'ops',
    method: 'GET',
    path: '/',
    auth: 'none',
    success: { status: 200, schema: welcome },
    errors: [],
    respond: ({ config }) =>
      json(200, {
        name: 'Saphan payment gateway',
        mode: config.mode,
        api: `${config.http.publicUrl}/Thai/v1`,
        docs: `${config.http.publicUrl}/docs`,
        openapi: `${config.http.publicUrl}/openapi.json`,
        health: `${config.http.publicUrl}/healthz`,
        readiness: `${config.http.publicUrl}/readyz`,
      }),
  }),

  operation({
    name: 'readHealth',
    summary: '200 while the process lives',
    family: 'ops',
    method: 'GET',
    path: '/healthz',
    auth: 'none',
    success: { status: 200, schema: health },
    errors: [],
    respond: () => json(200, { status: 'ok' }),
  }),

  operation({
    name: 'readReadiness',
    summary: '200 while requests can be accepted; names what is degraded',
    family: 'ops',
    method: 'GET',
    path: '/readyz',
    auth: 'none',
    success: { status: 200, schema: readiness, alsoStatuses: [503] },
    errors: [],
    async respond(deps) {
      const backlog = await measureBacklog(deps);
      const { reachable } = deps.outbox.state();
      return json(backlog === null ? 503 : 200, presentReadiness(backlog, reachable));
    },
  }),

  operation({
    name: 'readMetrics',
    summary: 'Counts and gauges of this process, as Prometheus reads them',
    family: 'ops',
    method: 'GET',
    path: '/metrics',
    auth: 'none',
    success: { status: 200, contentTypes: ['text/plain'] },
    errors: [],
    async respond(deps) {
      const { registry, dispatchesWaiting, dispatchesOldestSeconds } = deps.metrics;
      const [backlog, exceptions] = await Promise.all([
        measureBacklog(deps),
        measureExceptions(deps),
      ]);
      for (const kind of exceptionKinds) {
        const count = exceptions?.find((row) => row.kind === kind)?.count ?? 0;
        deps.metrics.exceptionsOpen.set({ kind }, exceptions === null ? NaN : count);
      }
      // A gauge that could not be read is not a number: an old one would look like a fresh one.
      dispatchesWaiting.set(backlog?.waiting ?? NaN);
      dispatchesOldestSeconds.set((backlog?.oldestMs ?? NaN) / 1000);
      return { status: 200, contentType: registry.contentType, body: await registry.metrics() };
    },
  }),

  operation({
    name: 'listExceptions',
    summary: 'What the provider said that no rule can settle; `gateway exceptions` resolves it',
    family: 'ops',
    method: 'GET',
    path: '/ops/exceptions',
    auth: 'operator',
    query: exceptionsQuery,
    success: { status: 200, schema: exceptionList },
    errors: [],
    async respond(deps, { query }) {
      const { limit, status } = query;
      const rows = await listExceptions(deps, { open: status === 'open', limit });
      return json(200, presentExceptions(rows, limit));
    },
  }),
];
