const attempts = ['test/activities/attempt-delivery.test.ts'];
const webhooks = [
  'test/api/webhooks/deliveries.test.ts',
  'test/api/webhooks/redeliver.test.ts',
  'test/api/webhooks/replay.test.ts',
];

module.exports = [
  {
    file: 'src/db/orders/write-transition.ts',
    tests: ['test/db/apply-transition.test.ts'],
    faults: [
      {
        what: 'of several webhooks one is told of a move (M6)',
        find:
          "where event_id is not null and webhooks.status = 'active' and event_name " +
          '= any(webhooks.events)',
        replace:
          "where event_id is not null and webhooks.status = 'active' and event_name " +
          '= any(webhooks.events) limit 1',
      },
      {
        what: 'a paused webhook is told of a move',
        find: "where event_id is not null and webhooks.status = 'active' and event_name",
        replace: 'where event_id is not null and event_name',
      },
      {
        what: 'a webhook is told of what it did not subscribe to',
        find: "webhooks.status = 'active' and event_name = any(webhooks.events)",
        replace: "webhooks.status = 'active'",
      },
    ],
  },
  {
    file: 'src/db/orders/create-orders.ts',
    tests: ['test/db/apply-transition.test.ts'],
    faults: [
      {
        what: 'a paused webhook is told of a new order',
        find: "where webhooks.status = 'active' and '${firstEvent}' = any",
        replace: "where '${firstEvent}' = any",
      },
      {
        what: 'of several webhooks one is told of a new order',
        find: "and '${firstEvent}' = any(webhooks.events)",
        replace: "and '${firstEvent}' = any(webhooks.events) limit 1",
      },
    ],
  },
  {
    file: 'src/db/webhooks/deliveries.ts',
    tests: attempts,
    faults: [
      {
        what: 'the one webhook that was disabled is all that is told',
        find: "where webhooks.status = 'active' and input.name = any(webhooks.events)",
        replace: "where webhooks.status = 'disabled' and input.name = any(webhooks.events)",
      },
      {
        what: 'an attempt is written though the delivery has ended',
        find: '         and deliveries.status = input.status_before\n',
        replace: '',
      },
      {
        what: 'a success leaves the failures of the webhook',
        find: "where input.status = 'succeeded' and webhooks.id = delivery.webhook_id",
        replace: "where input.status = 'failed' and webhooks.id = delivery.webhook_id",
      },
      {
        what: 'a rest is cut short by a later failure',
        find: 'failures = ${failures},\n       resting_until = greatest(resting_until,',
        replace: 'failures = ${failures},\n       resting_until = least(resting_until,',
      },
      {
        what: 'each failure begins the days of failing anew',
        find: 'failing_since = coalesce(failing_since, now())',
        replace: 'failing_since = now()',
      },
      {
        what: 'two deliveries probe a webhook at once',
        find: 'where id = ${webhookId} and resting_until <= now() returning 1`',
        replace: 'where id = ${webhookId} returning 1`',
      },
      {
        what: 'a delivery is handed over twice',
        find: `and deliveries.status = asked.status
         and not handed_over`,
        replace: 'and deliveries.status = asked.status',
        also: ['test/workflows/webhook-lanes.test.ts', 'test/db/apply-transition.test.ts'],
      },
      {
        what: 'a delivery without an attempt is never abandoned',
        find: ".where({ id: deliveryId, status: 'pending' })",
        replace: ".where({ id: deliveryId, status: 'failed' })",
      },
    ],
  },
  {
    file: 'src/db/webhooks/delivery-history.ts',
    tests: webhooks,
    faults: [
      {
        what: 'a delivery that is made anew has no schedule left',
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
    file: 'src/db/webhooks/replays.ts',
    tests: ['test/api/webhooks/replay.test.ts', 'test/workflows/webhook-replay.test.ts'],
    faults: [
      {
        what: 'a replay of what failed replays everything',
        find: "and case when ${onlyFailed} then deliveries.status = 'failed'",
        replace: 'and case when ${onlyFailed} then true',
      },
      {
        what: 'a replay leaves out the first event of each batch but the first',
        find: "> (${row.after_created_at ?? '-infinity'}",
        replace: ">= (${row.after_created_at ?? '-infinity'}",
      },
      {
        what: 'another merchant’s replay is shown',
        find: '`${columns} where id = ${replayId} and merchant_id = ${merchantId}`',
        replace: '`${columns} where id = ${replayId} and (merchant_id = ${merchantId} or true)`',
      },
    ],
  },
  {
    file: 'src/webhooks/schedule.ts',
    tests: ['test/webhooks/schedule.test.ts'],
    faults: [
      {
        what: 'the last delay is left out',
        find: '  20 * hourMs,\n',
        replace: '',
      },
      {
        what: 'Retry-After makes a wait shorter',
        find: 'return Math.max(plannedMs, Math.min(',
        replace: 'return Math.min(plannedMs, Math.min(',
      },
      {
        what: 'receivers that failed together are tried together',
        find: 'const jitter = 0.2;',
        replace: 'const jitter = 0;',
      },
    ],
  },
  {
    file: 'src/webhooks/circuit.ts',
    tests: ['test/webhooks/circuit.test.ts'],
    faults: [
      {
        what: 'a webhook that is gone is disabled as failing only after days',
        find: "disabledReason: failure.isGone ? 'gone' : isExpired ? 'failing' : null,",
        replace: "disabledReason: isExpired ? 'failing' : null,",
      },
      {
        what: 'the rest grows without a bound',
        find: 'Math.min(COOLDOWN_MIN_MS * 2 ** further, COOLDOWN_MAX_MS)',
        replace: 'COOLDOWN_MIN_MS * 2 ** further',
      },
      {
        what: 'every attempt under way makes a rest longer',
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
        what: 'a 410 is tried again',
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
        what: 'what fails at the first attempt is not handed over',
        find: 'if (rest.length > 0) deps.outbox.enqueue(await enqueueDeliveries(deps.db, rest));',
        replace: '',
      },
    ],
  },
];
