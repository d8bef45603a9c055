import { listExceptions } from '../../exceptions/list-exceptions';
import { measureBacklog } from '../measure-backlog';
import { refreshGauges } from '../refresh-gauges';
import { operation } from '../../http/operation';
import { json } from '../../http/reply';
import { presentExceptions, presentReadiness } from './present';
import { exceptionList, exceptionsQuery, health, readiness, welcome } from './schema';

export const opsOperations = [
  operation({
    name: 'welcome',
    summary: 'Retrieve the addresses of the API and its documentation',
    family: 'ops',
    method: 'GET',
    path: '/',
    auth: 'none',
    success: { status: 200, schema: welcome },
    errors: [],
    respond: ({ config }, { headers }) => {
      const vary = { Vary: 'Accept' };
      // A browser names text/html; other clients accept anything, or JSON.
      if (headers['accept']?.includes('text/html') === true) {
        const location = `${config.http.publicUrl}/dashboard`;
        return { status: 303, body: '', headers: { ...vary, Location: location } };
      }
      const addresses = {
        name: 'Saphan payment gateway',
        mode: config.mode,
        api: `${config.http.publicUrl}/Thai/v1`,
        docs: `${config.http.publicUrl}/docs`,
        openapi: `${config.http.publicUrl}/openapi.json`,
        health: `${config.http.publicUrl}/healthz`,
        readiness: `${config.http.publicUrl}/readyz`,
      };
      return { ...json(200, addresses), headers: vary };
    },
  }),

  operation({
    name: 'readHealth',
    summary: 'Liveness: 200 while the process runs',
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
    summary: 'Readiness: 200 while requests are accepted. Lists degraded dependencies',
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
    summary: 'Prometheus metrics of this process',
    family: 'ops',
    method: 'GET',
    path: '/metrics',
    auth: 'none',
    success: { status: 200, contentTypes: ['text/plain', 'application/openmetrics-text'] },
    errors: [],
    async respond(deps) {
      const { registry, temporalUp } = deps.metrics;
      temporalUp.set(deps.outbox.state().reachable ? 1 : 0);
      await refreshGauges(deps);
      return { status: 200, contentType: registry.contentType, body: await registry.metrics() };
    },
  }),

  operation({
    name: 'listExceptions',
    summary: 'List exceptions. `gateway exceptions` resolves them',
    family: 'ops',
    method: 'GET',
    path: '/ops/exceptions',
    auth: 'operator',
    query: exceptionsQuery,
    success: { status: 200, schema: exceptionList },
    errors: [],
    async respond(deps, { query }) {
      const { limit, status } = query;
      const rows = await listExceptions(deps.db, { open: status === 'open', limit });
      return json(200, presentExceptions(rows, limit));
    },
  }),
];
