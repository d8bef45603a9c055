const attempts = ['test/activities/attempt-delivery.test.ts'];
const webhooks = [
  'test/webhooks/api/deliveries.test.ts',
  'test/webhooks/api/redeliver.test.ts',
  'test/webhooks/api/replay.test.ts',
];

module.exports = [
  {
    file: 'src/kernel/events/store/fan-out.ts',
    tests: ['test/orders/store/apply-transition.test.ts'],
    faults: [
      {
        what: 'only one of several webhooks gets an event (M6)',
        find: 'and event_name = any(webhooks.events)',
        replace: 'and event_name = any(webhooks.events) limit 1',
      },
      {
        what: 'a paused webhook gets an event',
        find: "where event_name is not null and webhooks.status = 'active'",
        replace: 'where event_name is not null',
      },
      {
        what: 'a webhook gets events without a subscription',
        find: '      and event_name = any(webhooks.events)\n',
        replace: '',
      },
    ],
  },
  {
    file: 'src/kernel/events/store/fan-out.ts',
    tests: attempts,
    faults: [
      {
        what: 'events are delivered to disabled webhooks instead of active ones',
        find: "webhooks.status = 'active'",
        replace: "webhooks.status = 'disabled'",
      },
    ],
  },
  {
    file: 'src/orders/store/create-orders.ts',
    tests: ['test/orders/store/apply-transition.test.ts'],
    faults: [
      {
        what: 'the creation of an order has no event',
        find: '${literal(firstEvent)} as event_name',
        replace: 'null::text as event_name',
      },
    ],
  },
  {
    file: 'src/webhooks/store/deliveries.ts',
    tests: attempts,
    faults: [
      {
        what: 'an attempt is recorded after its delivery has ended',
        find: "         and deliveries.status = 'pending'\n       returning deliveries.attempts",
        replace: '       returning deliveries.attempts',
      },
      {
        what: 'a success keeps the webhook’s failure counters',
        find: "where input.status = 'succeeded' and webhooks.id = delivery.webhook_id",
        replace: "where input.status = 'failed' and webhooks.id = delivery.webhook_id",
      },
      {
        what: 'a failure at a former URL counts against the webhook',
        find: '    if (webhook.url !== attempt.url) return retryElsewhere(trx, attempt);\n',
        replace: '',
      },
      {
        what: 'a later failure shortens a cooldown',
        find: 'failures = ${failures},\n       cooldown_until = greatest(cooldown_until,',
        replace: 'failures = ${failures},\n       cooldown_until = least(cooldown_until,',
      },
      {
        what: 'each failure restarts the period until the webhook is disabled',
        find: 'failing_since = coalesce(failing_since, now())',
        replace: 'failing_since = now()',
      },
      {
        what: 'two deliveries probe a webhook concurrently',
        find: 'where id = ${webhookId} and cooldown_until <= now() returning 1`',
        replace: 'where id = ${webhookId} returning 1`',
      },
      {
        what: 'a delivery is enqueued twice',
        find: `and deliveries.status = 'pending'
         and not handed_over`,
        replace: "and deliveries.status = 'pending'",
        also: [
          'test/workflows/webhook-lanes.test.ts',
          'test/orders/store/apply-transition.test.ts',
        ],
      },
      {
        what: 'a delivery without an attempt is never abandoned',
        find: "where id = ${deliveryId} and status = 'pending'`",
        replace: "where id = ${deliveryId} and status = 'failed'`",
      },
    ],
  },
  {
    file: 'src/webhooks/store/delivery-history.ts',
    tests: webhooks,
    faults: [
      {
        what: 'a redelivery has no retry schedule left',
        find: "case when status = 'pending' then attempts_before else attempts end",
        replace: 'attempts_before',
        also: ['test/workflows/webhook-redelivery.test.ts'],
      },
      {
        what: 'another merchant’s delivery is shown',
        find: 'and events.merchant_id = ${merchantId}) as record',
        replace: 'and (events.merchant_id = ${merchantId} or true)) as record',
      },
    ],
  },
  {
    file: 'src/webhooks/store/replays.ts',
    tests: ['test/webhooks/api/replay.test.ts', 'test/workflows/webhook-replay.test.ts'],
    faults: [
      {
        what: 'a replay of failed events replays all events',
        find: "and case when ${onlyFailed} then deliveries.status = 'failed'",
        replace: 'and case when ${onlyFailed} then true',
      },
      {
        what: 'a replay repeats the last event of each batch',
        find: "> (${row.afterCreatedAt ?? '-infinity'}",
        replace: ">= (${row.afterCreatedAt ?? '-infinity'}",
      },
      {
        what: 'another merchant’s replay is shown',
        find: '`${columns} where id = ${replayId} and merchant_id = ${merchantId}`',
        replace: '`${columns} where id = ${replayId} and (merchant_id = ${merchantId} or true)`',
      },
    ],
  },
  {
    file: 'src/webhooks/sending/schedule.ts',
    tests: ['test/webhooks/sending/schedule.test.ts'],
    faults: [
      {
        what: 'the last retry delay is omitted',
        find: '  20 * hourMs,\n',
        replace: '',
      },
      {
        what: 'Retry-After shortens a delay',
        find: 'return Math.max(plannedMs, Math.min(',
        replace: 'return Math.min(plannedMs, Math.min(',
      },
      {
        what: 'deliveries that failed together are retried together',
        find: 'const jitter = 0.2;',
        replace: 'const jitter = 0;',
      },
    ],
  },
  {
    file: 'src/webhooks/sending/circuit.ts',
    tests: ['test/webhooks/sending/circuit.test.ts'],
    faults: [
      {
        what: 'a webhook that answered 410 is disabled after days only',
        find: "disabledReason: failure.isGone ? 'gone' : isExpired ? 'failing' : null,",
        replace: "disabledReason: isExpired ? 'failing' : null,",
      },
      {
        what: 'the cooldown has no maximum',
        find: '    COOLDOWN_MAX_MS,\n  );',
        replace: '  );',
      },
      {
        what: 'a single Retry-After opens the circuit',
        find: 'const opens = counts && failures >= FAILURES_BEFORE_OPEN;',
        replace:
          'const opens = counts && (failures >= FAILURES_BEFORE_OPEN || !!failure.retryAfterMs);',
      },
      {
        what: 'attempts in progress extend a cooldown',
        find: 'const counts = failure.isProbe || !circuit.isOpen;',
        replace: 'const counts = true;',
      },
    ],
  },
  {
    file: 'activities/attempt.ts',
    tests: attempts,
    faults: [
      {
        what: 'a 410 is retried',
        find: 'const GONE = 410;',
        replace: 'const GONE = 1410;',
      },
      {
        what: 'attempts before a redelivery use up the schedule',
        find: 'delivery.attempts - delivery.attemptsBefore + 1',
        replace: 'delivery.attempts + 1',
        also: ['test/workflows/webhook-redelivery.test.ts'],
      },
      {
        what: 'a failed attempt ends the delivery as succeeded',
        find: "const status = result.ok ? 'succeeded' :",
        replace: "const status = result.ok || result.statusCode === 500 ? 'succeeded' :",
      },
    ],
  },
  {
    file: 'activities/fast-lane.ts',
    tests: ['test/workflows/webhook-lanes.test.ts', 'test/workflows/qr-payment.test.ts'],
    faults: [
      {
        what: 'a delivery with a failed first attempt is not enqueued',
        find: 'if (rest.length > 0) deps.outbox.enqueue(await enqueueDeliveries(deps.db, rest));',
        replace: '',
      },
    ],
  },
  {
    file: 'src/webhooks/store/deliveries.ts',
    tests: ['test/activities/attempt-delivery.test.ts'],
    faults: [
      {
        what: 'deliveries that wait for a circuit breaker sleep on after a success',
        find: 'if (written?.closesCircuit === true) await wakeWaiting(db, written.webhookId);',
        replace: 'void written;',
      },
      {
        what: 'a success wakes deliveries before their time',
        find: 'and coalesce(next_attempt_at, created_at) <= now()',
        replace: '',
      },
    ],
  },
  {
    file: 'src/http/middleware/rate-limits.ts',
    tests: ['test/http/rate-limits.test.ts'],
    faults: [
      {
        what: 'addresses share counters by a public hash',
        find: 'const counterOf = ({ ip }: ApiContext): string => networkOf(ip);',
        replace:
          'const counterOf = ({ ip }: ApiContext): string =>\n' +
          "  String(require('node:zlib').crc32(networkOf(ip)) % 65_536);",
      },
    ],
  },
];
