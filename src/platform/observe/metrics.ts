import {
  Counter,
  Gauge,
  Histogram,
  Registry,
  collectDefaultMetrics,
  type RegistryContentType,
} from 'prom-client';

/** Exposed at GET /metrics, per process. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Seconds. Creating a QR code takes a few milliseconds; a callback may wait for a second. */
const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Seconds. The first attempt follows the callback at once and has a timeout of 3 seconds. */
const webhookBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** `hasExemplars`: the format is OpenMetrics, and requests of sampled traces are exemplars. */
export function createMetrics(hasExemplars = false) {
  const registry = new Registry();
  if (hasExemplars) useOpenMetrics(registry);
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    ...servedRequests(registers, hasExemplars),
    ...keptExchanges(registers),
    ...keptRequests(registers),
    ...refusedTraffic(registers),
    securityEvents: securityCounter(registers),
    auditAnchored: new Gauge({
      name: 'saphan_audit_anchor_timestamp_seconds',
      help: 'Unix time at which this process last exported the audit log heads; 0 for never',
      registers,
    }),
    ...receivedCallbacks(registers),
    ...attempts(registers),
    ...measuredWork(registers),
    ...measuredChecks(registers),
    ...measuredMoney(registers),
    ...measuredPartitions(registers),
    ...measuredServers(registers),
    moves: new Counter({
      name: 'saphan_moves_total',
      help: 'Transitions of orders',
      labelNames: ['kind', 'move'],
      registers,
    }),
    movesSatang: new Counter({
      name: 'saphan_moves_satang_total',
      help: 'Sum of the amounts of the orders that took a transition, in satang',
      labelNames: ['kind', 'move'],
      registers,
    }),
    callbackToWebhook: new Histogram({
      name: 'saphan_callback_to_webhook_seconds',
      help: 'From the receipt of a callback to the first successful webhook attempt of its order',
      buckets: webhookBuckets,
      registers,
    }),
    providerCalls: new Counter({
      name: 'saphan_provider_calls_total',
      help: 'Submissions to the provider (send) and inquiries (ask), by outcome',
      labelNames: ['call', 'outcome'],
      registers,
    }),
    failovers: new Counter({
      name: 'saphan_failovers_total',
      help: 'Orders moved to another provider account or to an operator after a submission',
      labelNames: ['kind', 'cause'],
      registers,
    }),
  };
}

const attempts = (registers: Registry[]) => ({
  activityFailures: new Counter({
    name: 'saphan_activity_failures_total',
    help: 'Failed attempts of activities, which Temporal retries',
    labelNames: ['activity'],
    registers,
  }),
  slips: new Counter({
    name: 'saphan_slips_read_total',
    help: 'Processed slips, by result',
    labelNames: ['status'],
    registers,
  }),
  deliveries: new Counter({
    name: 'saphan_webhook_attempts_total',
    help: 'Webhook attempts; outcome is succeeded, pending (will be retried) or failed',
    labelNames: ['lane', 'outcome'],
    registers,
  }),
});

/**
 * Each process measures these in the database, so all report the same value. Counts stop at 10,000.
 */
const measuredWork = (registers: Registry[]) => ({
  workWaiting: new Gauge({
    name: 'saphan_work_waiting',
    help: 'Rows that wait for the gateway or an operator',
    labelNames: ['work'],
    registers,
  }),
  workOldest: new Gauge({
    name: 'saphan_work_oldest_seconds',
    help: 'Age of the oldest row that waits; 0 without one',
    labelNames: ['work'],
    registers,
  }),
  ordersPending: new Gauge({
    name: 'saphan_orders_pending',
    help: 'Orders in the state pending',
    labelNames: ['kind'],
    registers,
  }),
  ordersPendingSatang: new Gauge({
    name: 'saphan_orders_pending_satang',
    help: 'Sum of the amounts of the orders in the state pending, in satang',
    labelNames: ['kind'],
    registers,
  }),
  exceptionsOpen: new Gauge({
    name: 'saphan_exceptions_open',
    help: 'Open exceptions, by kind',
    labelNames: ['kind'],
    registers,
  }),
  webhooksUnhealthy: new Gauge({
    name: 'saphan_webhooks_unhealthy',
    help: 'Webhooks that have failed for 10 minutes (failing), or that this disabled',
    labelNames: ['state'],
    registers,
  }),
  accountsDown: new Gauge({
    name: 'saphan_provider_accounts_down',
    help: 'Provider accounts of which most calls fail, according to the database',
    registers,
  }),
  accountsDegraded: new Gauge({
    name: 'saphan_provider_accounts_degraded',
    help: 'Provider accounts of which some calls fail, according to the database',
    registers,
  }),
});

/** Measured in the database too. */
const measuredChecks = (registers: Registry[]) => ({
  checkRunAt: new Gauge({
    name: 'saphan_check_last_run_timestamp_seconds',
    help:
      'Unix time of the last audit or reconciliation. Before the first: 0, and for' +
      ' reconciliation the first movement of a live installation, or NaN',
    labelNames: ['check'],
    registers,
  }),
  checkDifferences: new Gauge({
    name: 'saphan_check_differences',
    help: 'Differences found by the last audit or reconciliation; 0 before the first',
    labelNames: ['check'],
    registers,
  }),
  countedUntil: new Gauge({
    name: 'saphan_orders_counted_until_timestamp_seconds',
    help: 'Unix time up to which housekeeping has counted orders: two to three hours ago',
    registers,
  }),
});

const measuredMoney = (registers: Registry[]) => ({
  owed: new Gauge({
    name: 'saphan_owed_satang',
    help: 'Balances of all merchants by ledger account, and money in suspense, in satang',
    labelNames: ['account'],
    registers,
  }),
  payoutsToday: new Gauge({
    name: 'saphan_payouts_today_satang',
    help: 'Payouts requested since midnight in Bangkok, of all merchants, in satang',
    registers,
  }),
  payoutsRatioMax: new Gauge({
    name: 'saphan_payouts_today_ratio_max',
    help: "The largest ratio of a merchant's payouts of the day to its largest day of the last 28",
    registers,
  }),
  newPayeesMax: new Gauge({
    name: 'saphan_new_payees_today_max',
    help: 'The largest number of payees of a merchant since midnight in Bangkok that are new to it',
    registers,
  }),
});

const measuredPartitions = (registers: Registry[]) => ({
  partitionsEndAt: new Gauge({
    name: 'saphan_partitions_end_timestamp_seconds',
    help: 'Unix time up to which housekeeping has created partitions: 7 days ahead',
    labelNames: ['table'],
    registers,
  }),
  partitionStrays: new Gauge({
    name: 'saphan_partition_default_rows',
    help: 'Rows of the default partition, which has those that no other has; stops at 10000',
    labelNames: ['table'],
    registers,
  }),
});

const measuredServers = (registers: Registry[]) => ({
  databaseUp: new Gauge({
    name: 'saphan_database_up',
    help: '1 when Postgres answered every statement of the last measurement within 2 seconds',
    registers,
  }),
  databaseBytes: new Gauge({
    name: 'saphan_database_size_bytes',
    help: 'Size of the database on disk',
    registers,
  }),
  walArchivedAt: new Gauge({
    name: 'saphan_wal_archived_timestamp_seconds',
    help: 'Unix time up to which the write-ahead log is archived; NaN with archive_mode off',
    registers,
  }),
  databaseConnections: new Gauge({
    name: 'saphan_database_pool_connections',
    help: 'Connections of this process, used and free, and its requests waiting for one',
    labelNames: ['state'],
    registers,
  }),
  temporalUp: new Gauge({
    name: 'saphan_temporal_up',
    help: '1 when Temporal answered the last call of the outbox relay of this process',
    registers,
  }),
});

function useOpenMetrics(registry: Registry<RegistryContentType>): void {
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
}

const servedRequests = (registers: Registry[], hasExemplars: boolean) => ({
  hasExemplars,
  /** `operation` is the name in the table of operations, or `unmatched`. */
  requests: new Histogram({
    name: 'saphan_http_request_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['operation', 'status'],
    buckets: requestBuckets,
    registers,
    enableExemplars: hasExemplars,
  }),
  spans: new Counter({
    name: 'saphan_spans_total',
    help: 'Spans of sampled traces; dropped are those beyond OTEL_BSP_MAX_QUEUE_SIZE',
    labelNames: ['outcome'],
    registers,
  }),
});

const receivedCallbacks = (registers: Registry[]) => ({
  billChecks: new Counter({
    name: 'saphan_bill_checks_total',
    help: 'Requests of banks that verify payments before they take the money',
    labelNames: ['kind', 'verdict'],
    registers,
  }),
  callbacks: new Counter({
    name: 'saphan_callbacks_total',
    help: 'Accepted provider callbacks, by whether they were applied before the response',
    labelNames: ['route', 'outcome', 'applied'],
    registers,
  }),
  hints: new Counter({
    name: 'saphan_hints_total',
    help: 'Callbacks that prove nothing, by whether they caused an inquiry',
    labelNames: ['outcome'],
    registers,
  }),
});

/** Rejections that may indicate an attack. */
export const securityEvents = [
  'key_refused',
  'sign_in_failed',
  'permission_denied',
  'address_denied',
  'signature_refused',
  'attempts_limited',
  'link_refused',
  'callback_refused',
  'callback_url_refused',
  'cross_site',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

function securityCounter(registers: Registry[]) {
  const counter = new Counter({
    name: 'saphan_security_events_total',
    help: 'Rejections that may indicate an attack; each has a log line with the client address',
    labelNames: ['event'],
    registers,
  });
  // Starts each series at 0: a rate needs a first value.
  for (const event of securityEvents) counter.inc({ event }, 0);
  return counter;
}

/** The limits by which requests are refused. */
export const refusalReasons = ['overload', 'caller', 'address', 'open_orders'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

function refusalCounter(registers: Registry[]) {
  const counter = new Counter({
    name: 'saphan_requests_refused_total',
    help: 'Requests refused by a limit; overload is answered 503, the others 429',
    labelNames: ['reason'],
    registers,
  });
  // As securityCounter does.
  for (const reason of refusalReasons) counter.inc({ reason }, 0);
  return counter;
}

const refusedTraffic = (registers: Registry[]) => ({
  requestsInFlight: new Gauge({
    name: 'saphan_requests_in_flight',
    help: 'Requests that hold a place; those that still send their body do not',
    registers,
  }),
  requestPlaces: new Gauge({
    name: 'saphan_request_places',
    help: 'Places for requests; below REQUESTS_IN_FLIGHT_MAX the process is shedding load',
    registers,
  }),
  requestsRefused: refusalCounter(registers),
  connectionsOpen: new Gauge({
    name: 'saphan_connections_open',
    help: 'Accepted connections, without those over a limit, by listener',
    labelNames: ['listener'],
    registers,
  }),
  connectionsRefused: new Counter({
    name: 'saphan_connections_refused_total',
    help:
      'Connections over a limit; reason is address (per client network), total, slow, or unread ' +
      '(closed without a response)',
    labelNames: ['reason', 'listener'],
    registers,
  }),
  malformedRequests: new Counter({
    name: 'saphan_malformed_requests_total',
    help: 'Requests rejected as malformed HTTP or by a timeout, by status',
    labelNames: ['status'],
    registers,
  }),
});

const keptExchanges = (registers: Registry[]) => ({
  exchangesWaiting: new Gauge({
    name: 'saphan_provider_exchanges_waiting',
    help: 'Exchanges with providers waiting to be recorded',
    registers,
  }),
  exchangesKept: new Counter({
    name: 'saphan_provider_exchanges_kept_total',
    help: 'Requests to providers and hints from them that were recorded',
    registers,
  }),
  exchangesDropped: new Counter({
    name: 'saphan_provider_exchanges_dropped_total',
    help: 'Requests to providers and hints from them that were not recorded, by reason',
    labelNames: ['reason'],
    registers,
  }),
});

const keptRequests = (registers: Registry[]) => ({
  requestsWaiting: new Gauge({
    name: 'saphan_api_requests_waiting',
    help: 'API requests waiting to be written to the request log',
    registers,
  }),
  requestsKept: new Counter({
    name: 'saphan_api_requests_kept_total',
    help: 'API requests written to the request log',
    registers,
  }),
  requestsDropped: new Counter({
    name: 'saphan_api_requests_dropped_total',
    help: 'API requests dropped from the request log, by reason',
    labelNames: ['reason'],
    registers,
  }),
});

/** The order has taken the transitions. */
export function countMoves(
  { moves, movesSatang }: Pick<Metrics, 'moves' | 'movesSatang'>,
  { kind, amountSatang }: { readonly kind: string; readonly amountSatang: number },
  transitions: readonly string[],
): void {
  for (const move of transitions) {
    moves.inc({ kind, move });
    movesSatang.inc({ kind, move }, amountSatang);
  }
}

/** In no registry. */
const uncounted = new Counter({
  name: 'saphan_uncounted',
  help: 'Moves of work that was rolled back.',
  labelNames: ['kind', 'move'],
  registers: [],
});

/** For work that is rolled back: `countMoves` counts nothing. */
export const withoutMoves = (metrics: Metrics): Metrics => ({
  ...metrics,
  moves: uncounted,
  movesSatang: uncounted,
});
