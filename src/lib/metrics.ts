import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** The metrics of one process, exposed at GET /metrics. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Seconds. Creating a QR code takes a few milliseconds; a callback may wait for a second. */
const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    /** `operation` is the name in the table of operations, or `unmatched`. */
    requests: new Histogram({
      name: 'saphan_http_request_seconds',
      help: 'Time from the request to its answer',
      labelNames: ['operation', 'status'],
      buckets: requestBuckets,
      registers,
    }),
    ...keptRequests(registers),
    ...refusedTraffic(registers),
    securityEvents: securityCounter(registers),
    callbacks: new Counter({
      name: 'saphan_callbacks_total',
      help: 'Provider callbacks accepted, and whether they were applied before the answer',
      labelNames: ['route', 'heard', 'applied'],
      registers,
    }),
    moves: new Counter({
      name: 'saphan_moves_total',
      help: 'State changes of orders',
      labelNames: ['kind', 'move'],
      registers,
    }),
    providerCalls: new Counter({
      name: 'saphan_provider_calls_total',
      help: 'Requests to the provider (send) and inquiries about them (ask), by what came of them',
      labelNames: ['call', 'outcome'],
      registers,
    }),
    slips: new Counter({
      name: 'saphan_slips_read_total',
      help: 'Slips whose picture was read, by what was found in it',
      labelNames: ['status'],
      registers,
    }),
    exceptionsOpen: new Gauge({
      name: 'saphan_exceptions_open',
      help: 'What waits for an operator to decide',
      labelNames: ['kind'],
      registers,
    }),
    deliveries: new Counter({
      name: 'saphan_webhook_attempts_total',
      help: 'Attempts to deliver a webhook; outcome is succeeded, pending (tried again) or failed',
      labelNames: ['lane', 'outcome'],
      registers,
    }),
    dispatchesWaiting: new Gauge({
      name: 'saphan_dispatches_waiting',
      help: 'Rows in the outbox that Temporal has not taken yet, counted up to 10000',
      registers,
    }),
    dispatchesOldestSeconds: new Gauge({
      name: 'saphan_dispatches_oldest_seconds',
      help: 'Age of the oldest row in the outbox',
      registers,
    }),
  };
}

/** Rejections that may indicate an attack. */
export const securityEvents = [
  'key_refused',
  'sign_in_failed',
  'permission_denied',
  'attempts_limited',
  'link_refused',
  'cross_site',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

function securityCounter(registers: Registry[]) {
  const counter = new Counter({
    name: 'saphan_security_events_total',
    help: 'Refusals that can be part of an attack; the log has a line for each, with its address',
    labelNames: ['event'],
    registers,
  });
  // Starts each series at 0: a rate needs a first value.
  for (const event of securityEvents) counter.inc({ event }, 0);
  return counter;
}

/** Connections and requests that the HTTP server rejects before the application sees them. */
const refusedTraffic = (registers: Registry[]) => ({
  connectionsRefused: new Counter({
    name: 'saphan_connections_refused_total',
    help: 'Connections closed at once; reason is address (per-client limit) or total',
    labelNames: ['reason'],
    registers,
  }),
  malformedRequests: new Counter({
    name: 'saphan_malformed_requests_total',
    help: 'Requests refused because they are not valid HTTP or did not arrive in time, by status',
    labelNames: ['status'],
    registers,
  }),
});

/** Writes to the request log that merchants can read. */
const keptRequests = (registers: Registry[]) => ({
  requestsKept: new Counter({
    name: 'saphan_api_requests_kept_total',
    help: 'Requests of merchants that were written down for them to look at',
    registers,
  }),
  requestsDropped: new Counter({
    name: 'saphan_api_requests_dropped_total',
    help: 'Requests of merchants that were answered and not written down, and why not',
    labelNames: ['reason'],
    registers,
  }),
});
