const tables = [
  'test/orders/rules/kinds/state-tables.test.ts',
  'test/orders/store/apply-transition.test.ts',
];

module.exports = [
  {
    file: 'src/orders/rules/kinds/machine.ts',
    tests: tables,
    faults: [
      {
        what: 'a step applies in any state',
        find: 'find((candidate) => candidate.from === state)',
        replace: 'find((candidate) => candidate.from !== undefined)',
      },
      {
        what: 'an unlisted transition is a repeat',
        find: "    : { kind: 'conflict' };",
        replace: "    : { kind: 'repeat' };",
      },
    ],
  },
  {
    file: 'src/orders/rules/kinds/payment.ts',
    tests: tables,
    faults: [
      {
        what: 'a second pay of a payment is a conflict',
        find: "pay: ['succeeded'],",
        replace: 'pay: [],',
      },
      {
        what: 'a failure of a paid payment is ignored',
        find: "fail: ['failed', 'expired'],",
        replace: "fail: ['succeeded', 'failed', 'expired'],",
      },
      {
        what: 'a failed payment stays open',
        find: "open: ['pending'],",
        replace: "open: ['pending', 'failed'],",
      },
      {
        what: 'the event of an expired payment is that of a failure',
        find: "event: 'payment.expired'",
        replace: "event: 'payment.failed'",
      },
    ],
  },
  {
    file: 'src/orders/rules/kinds/withdrawal.ts',
    tests: tables,
    faults: [
      {
        what: 'a failed withdrawal keeps its hold',
        find: "fail: steps('failed', events.failed, 'void'),",
        replace: "fail: steps('failed', events.failed, 'post'),",
      },
      {
        what: 'a success of a failed withdrawal is ignored',
        find: "complete: ['succeeded'],",
        replace: "complete: ['succeeded', 'failed'],",
      },
      {
        what: 'a failure of a succeeded withdrawal is ignored',
        find: "fail: ['failed'],",
        replace: "fail: ['failed', 'succeeded'],",
      },
      {
        what: 'a submitted withdrawal is not open',
        find: "open: ['pending', 'processing'],",
        replace: "open: ['pending'],",
      },
    ],
  },
  {
    file: 'src/orders/rules/kinds/refund.ts',
    tests: tables,
    faults: [
      {
        what: 'the event of a failed refund is that of a success',
        find: "failed: 'refund.failed',",
        replace: "failed: 'refund.completed',",
      },
    ],
  },
  {
    file: 'src/orders/rules/callback.ts',
    tests: ['test/orders/rules/callback.test.ts'],
    faults: [
      {
        what: 'the status declined is read as a success',
        find: "declined: 'failed',",
        replace: "declined: 'succeeded',",
      },
      {
        what: 'the status 1001 is unknown',
        find: "  '1001': 'succeeded',\n",
        replace: '',
      },
      {
        what: 'an account number in a failure is shown',
        find: "replace(/\\d(?:[ -]?\\d){5,}/g, 'xxxxxx')",
        replace: "replace(/\\d(?:[ -]?\\d){50,}/g, 'xxxxxx')",
        also: ['test/orders/callbacks/api/withdrawal.test.ts'],
      },
    ],
  },
  {
    file: 'src/orders/refund/refund-terms.ts',
    tests: [
      'test/orders/refund/api/create-200.test.ts',
      'test/orders/refund/api/create-400.test.ts',
      'test/orders/refund/api/destination.test.ts',
    ],
    faults: [
      {
        what: 'a payment of which nothing is credited is refunded',
        find: 'if (payment.creditedSatang === 0) {',
        replace: 'if (payment.creditedSatang < 0) {',
      },
      {
        what: 'a payment is refundable a day after its window',
        find: 'payment.completedForDays > windowDays',
        replace: 'payment.completedForDays > windowDays + 1',
      },
      {
        what: 'the account that paid is not used',
        find: 'if (fromPayer !== null && (asked === null || isSameAccount(fromPayer, asked)))',
        replace: 'if (fromPayer !== null && asked !== null && isSameAccount(fromPayer, asked))',
      },
    ],
  },
  {
    file: 'src/orders/store/lock-order.ts',
    tests: [
      'test/orders/store/apply-transition.test.ts',
      'test/orders/callbacks/api/payment.test.ts',
    ],
    faults: [
      {
        what: 'an order is not locked for its transition',
        find: 'and merchant_id = coalesce(${merchantId}, merchant_id) for no key update',
        replace: 'and merchant_id = coalesce(${merchantId}, merchant_id)',
        also: ['test/orders/refund/refund-races.test.ts'],
      },
      {
        what: 'another merchant’s payment can be expired',
        find: 'and merchant_id = coalesce(${merchantId}, merchant_id) for',
        replace: 'and merchant_id = coalesce(merchant_id, ${merchantId}) for',
        also: ['test/orders/payment/api/expire.test.ts'],
      },
      {
        what: 'a passed deadline is ignored',
        find: 'remainingMs <= 0 &&',
        replace: 'remainingMs <= -60_000 &&',
      },
    ],
  },
  {
    file: 'src/orders/store/apply-transition.ts',
    tests: [
      'test/orders/store/apply-transition.test.ts',
      'test/orders/callbacks/api/payment.test.ts',
    ],
    faults: [
      {
        what: 'a merchant can expire a token payment',
        find: "  if (locked.method === 'token') return locked;\n",
        replace: '',
        also: ['test/orders/payment/api/token.test.ts'],
      },
    ],
  },
  {
    file: 'src/orders/store/write-transition.ts',
    tests: [
      'test/orders/store/apply-transition.test.ts',
      'test/orders/callbacks/api/payment.test.ts',
    ],
    faults: [
      {
        what: 'a transfer credits the account that it debits',
        find: 'credit: transferKinds[kind].to,',
        replace: 'credit: transferKinds[kind].from,',
      },
      {
        what: 'a refund that ended leaves its payment unchanged',
        find: 'if (reducesPayment && (hasEnded || adjustment !== undefined)) {',
        replace: 'if (reducesPayment && adjustment !== undefined) {',
        also: ['test/orders/callbacks/api/refund.test.ts'],
      },
      {
        what: 'a resolution that ends a refund updates its payment twice',
        find: 'changeRefunded(trx, after, { hasEnded, adjustedSatang });',
        replace:
          'changeRefunded(trx, after, { hasEnded, adjustedSatang: 0 });\n' +
          '    changeRefunded(trx, after, { hasEnded: false, adjustedSatang });',
        also: ['test/exceptions/resolve-exception.test.ts'],
      },
      {
        what: 'a transition that does not write what it decided commits',
        find:
          'when orders.n = orders_due and balances.n = balances_due and callbacks.n ' +
          '= callbacks_due then 0',
        replace: 'when true then 0',
      },
      {
        what: 'the reason of a failure is dropped',
        find: 'if (code === null) return failure;',
        replace: 'return failure;',
        also: ['test/orders/callbacks/api/withdrawal.test.ts'],
      },
    ],
  },
];
