const inquired = ['test/activities/advance-inquired.test.ts'];

module.exports = [
  {
    file: 'src/orders/store/lock-order.ts',
    tests: inquired,
    faults: [
      {
        what: 'an order expires before its inquiry',
        find: '      !awaitsInquiry &&\n',
        replace: '',
      },
    ],
  },
  {
    file: 'src/orders/store/order-inquiries.ts',
    tests: inquired,
    faults: [
      {
        what: 'an account has no limit of calls',
        find: 'where limits.busy_until <= clock_timestamp() - (select idle from input)',
        replace: 'where true',
      },
      {
        what: 'an inquiry of several calls counts as one',
        find: '(order.calls * 1000)',
        replace: '1000',
      },
      {
        what: 'inquiries about ended orders may use the whole limit',
        find: '${order.isUrgent ? 0 : spacingMs}::float8',
        replace: '${order.isUrgent ? 0 : 0}::float8',
      },
      {
        what: 'an inquiry without an answer lets its order expire',
        find: 'where input.settles and orders.id',
        replace: 'where orders.id',
      },
    ],
  },
  {
    file: 'activities/advance-inquired.ts',
    tests: inquired,
    faults: [
      {
        what: 'an answer of which a part is missing ends the inquiries',
        find: "isPartial ? 'partial' :",
        replace: '',
      },
    ],
  },
  {
    file: 'src/orders/callbacks/store/callbacks.ts',
    tests: [...inquired, 'test/orders/callbacks/receive-hint.test.ts'],
    faults: [
      {
        what: 'an answer without a bank transaction id is stored again',
        find: "(orders.inquired_at is not null or ended.is_over or input.reported = 'reversed')\n",
        replace: 'false\n',
      },
      {
        what: 'an answer about a movement that a callback reported is stored',
        find: 'where (orders.inquired_at is not null or ended.is_over)\n           and movements',
        replace: 'where false\n           and movements',
      },
      {
        what: 'two returns of one amount are one',
        find: 'and earlier.return_id is not distinct from input.return_id\n',
        replace: '',
      },
      {
        what: 'a dispute that was won is not reported',
        find: "input.reported = 'succeeded' and not newest.denies\n",
        replace: "input.reported = 'succeeded'\n",
      },
    ],
  },
  {
    file: 'activities/advance-inquired.ts',
    tests: ['test/activities/scb-payments.test.ts'],
    faults: [
      {
        what: 'a reversal is ignored after the payment',
        find: " || outcome.reported === 'reversed'",
        replace: '',
      },
    ],
  },
  {
    file: 'src/orders/rules/interpret-money.ts',
    tests: ['test/activities/scb-payments.test.ts'],
    faults: [
      {
        what: 'a reversal fails its order',
        find: '? match.movement : unassigned;',
        replace: '? null : null;',
      },
    ],
  },
  {
    file: 'src/orders/store-outcome.ts',
    tests: inquired,
    faults: [
      {
        what: 'an answer loses the time of its movement',
        find: '    movedAt,\n',
        replace: '    movedAt: null,\n',
      },
      {
        what: 'an answer loses its payer',
        find: 'payerColumns(deps.vault, payer)',
        replace: 'payerColumns(deps.vault, null)',
      },
    ],
  },
  {
    file: 'src/orders/callbacks/receive-hint.ts',
    tests: ['test/orders/callbacks/receive-hint.test.ts'],
    faults: [
      {
        what: 'a hint moves money',
        find: "  const outcome = message === null ? 'no_inquiry' : 'inquiry';",
        replace: `  if (message !== null) {
    const { storeAnswer } = require('./store/callbacks');
    await storeAnswer(deps.db, {
      id: \`cb_\${message.id}\`, orderId: message.subject, reported: 'succeeded',
      amountSatang: null, transactionId: null, movedAt: null, payerDigest: null,
      payerMatches: null, failure: null,
      bodySealed: deps.vault.seal('{}', 'callbacks.body'),
    });
  }
  const outcome = message === null ? 'no_inquiry' : 'inquiry';`,
      },
    ],
  },
  {
    file: 'src/orders/callbacks/store/hints.ts',
    tests: ['test/orders/callbacks/receive-hint.test.ts'],
    faults: [
      {
        what: 'hints have no limit per order',
        find: `         and (next_at is null or hinted_at is null or hinted_at < called_at)
       returning order_id`,
        replace: '       returning order_id',
      },
      {
        what: 'an inquiry about an order follows the last one at once',
        find: "least(next_at, greatest(now(), called_at + interval '${raw(HINTS_APART)}'))",
        replace: 'now()',
      },
      {
        what: 'a hint reaches an order of another account',
        find: '         and (provider_account_id = ${accountId}\n           or routing @>',
        replace: '         and (true\n           or routing @>',
      },
    ],
  },
  {
    file: 'src/orders/store/order-inquiries.ts',
    tests: ['test/orders/callbacks/receive-hint.test.ts'],
    faults: [
      {
        what: 'a call without an answer uses up a hint',
        find: "coalesce(answered_at, '-infinity')",
        replace: "coalesce(called_at, '-infinity')",
      },
      {
        what: 'calls that no hint caused use up the inquiries of hints',
        find: 'calls = calls + (is_answered and is_hinted)::integer',
        replace: 'calls = calls + 1',
      },
      {
        what: 'a hint during an inquiry is lost',
        find: 'when is_answered and hinted_at >= called_at',
        replace: 'when false',
      },
    ],
  },
  {
    file: 'src/orders/payment/open-qr.ts',
    tests: ['test/orders/payment/api/qr-codes/provider-qr.test.ts'],
    faults: [
      {
        what: 'the provider is called again after an unknown outcome',
        find: '  if (!isAbandoned(first)) return first;',
        replace: `  await openQr(deps, { orderId, accountId: deps.providers.default.id,
    amountSatang: 10_000, expiresAt: new Date() });
  if (!isAbandoned(first)) return first;`,
      },
      {
        what: 'a retry creates another order while the outcome is unknown',
        find: "status === 'expired' || failure",
        replace: "status !== 'failed' || failure",
      },
      {
        what: 'an unknown outcome fails the order',
        find: "if (opened.kind === 'unknown') return;",
        replace: "if (opened.kind === 'unknown') return fail(deps, orderId, NOT_OPENED);",
      },
      {
        what: 'a code of another amount is shown',
        find: 'const isOurs = isQrOfAmount(opened.payload, amountSatang);',
        replace: 'const isOurs = true;',
      },
      {
        what: 'a response waits for the provider without a limit',
        find: 'const OPEN_WAIT_MS = 2_500;',
        replace: 'const OPEN_WAIT_MS = 250_000;',
      },
    ],
  },
  {
    file: 'src/orders/payment/store/provider-qr.ts',
    tests: ['test/orders/payment/api/qr-codes/provider-qr.test.ts'],
    faults: [
      {
        what: 'an order takes a second code',
        find: 'and ${isUnopened}\n         and not exists (\n           select from orders',
        replace: 'and not exists (\n           select from orders',
      },
    ],
  },
  {
    file: 'activities/advance-inquired.ts',
    tests: ['test/orders/payment/api/qr-codes/provider-qr.test.ts'],
    faults: [
      {
        what: 'an inquiry shows a code of another amount',
        find: '  const isOurs = isQrOfAmount(payload, order.amountSatang);',
        replace: '  const isOurs = true;',
      },
      {
        what: 'the code of an ended order is closed again and again',
        find: '  await recordQrClosed(deps.db, orderId);\n',
        replace: '',
      },
    ],
  },
  {
    file: 'src/orders/checkout/operations.ts',
    tests: ['test/orders/checkout/waiting-payer.test.ts'],
    faults: [
      {
        what: 'a payer whose page has no script causes no inquiry',
        find: 'if (isWaiting) await noteWaitingPayer(deps, deposit);',
        replace: 'void isWaiting;',
      },
    ],
  },
];
